package adapt

import (
	"reflect"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Lottery is a lottery as the measures call it.
type Lottery struct {
	// Pick picks k of the numbers 1 to n.
	Pick func(n, k int, rng shuffle.PRNG) []int
	// Plain says that it was such a function.
	Plain bool

	f *lottery
}

// Lotteries says what can be measured, for sentences.
const Lotteries = "a function that picks numbers: func(n, k int, rng PRNG) []int, func(n, k int) []int, func(k int) []int, func() []int or a method such as drum.Draw; it may return an array or a map with the numbers as keys too"

var pickerType = reflect.TypeFor[func(n, k int, rng shuffle.PRNG) []int]()

// lottery is a lottery of some shape.
type lottery struct {
	function
	swapped bool // it takes k before n
}

// LotteryOf recognizes a lottery. It refuses everything else in the name of a call.
func LotteryOf(call string, f any) *Lottery {
	v := checked(call, "lottery", "n, k and a generator", Lotteries, f)
	if v.Type().ConvertibleTo(pickerType) {
		return &Lottery{Pick: v.Convert(pickerType).Interface().(func(n, k int, rng shuffle.PRNG) []int), Plain: true}
	}
	l := new(lottery)
	l.bind(call, "lottery", v)
	l.recognize()
	l.initial = save(l.variables)
	l.try()
	return &Lottery{Pick: l.pick, f: l}
}

// Close puts back what the function's calls have changed.
func (l *Lottery) Close() {
	if l.f != nil {
		l.f.close()
	}
}

// recognize finds the shape.
func (l *lottery) recognize() {
	counts := 0
	for i := len(l.args); i < l.t.NumIn(); i++ {
		a := argumentOf(l.t.In(i))
		if a == count {
			counts++
		}
		if a == cards || a == unknown || counts > 2 {
			arg.Refuse(l.call, "the lottery is of type %s, and its parameter %s is neither a number nor a generator: want %s", typeText(l.t), typeText(l.t.In(i)), Lotteries)
		}
		l.given = l.given || a.generator()
		l.args = append(l.args, a)
	}
	if !resultIs(l.t, holdsNumbers) {
		arg.Refuse(l.call, "the lottery is of type %s, and doesn't return numbers: want %s", typeText(l.t), Lotteries)
	}
}

// holdsNumbers reports whether a type is a slice or an array of integers, or a map with
// them as keys.
func holdsNumbers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return reflect.Zero(t.Elem()).CanInt() || reflect.Zero(t.Elem()).CanUint()
	case reflect.Map:
		return reflect.Zero(t.Key()).CanInt() || reflect.Zero(t.Key()).CanUint()
	}
	return false
}

// numbersIn are the numbers in such a value; those in a map in rising order.
func numbersIn(v reflect.Value) (ns []int) {
	add := func(n reflect.Value) {
		if n.CanInt() {
			ns = append(ns, int(n.Int()))
		} else {
			ns = append(ns, int(n.Uint()))
		}
	}
	if v.Kind() != reflect.Map {
		for i := range v.Len() {
			add(v.Index(i))
		}
		return ns
	}
	for it := v.MapRange(); it.Next(); {
		if it.Value().Kind() != reflect.Bool || it.Value().Bool() {
			add(it.Key())
		}
	}
	slices.Sort(ns)
	return ns
}

// pick is Lottery.Pick.
func (l *lottery) pick(n, k int, rng shuffle.PRNG) []int {
	before := save(l.variables)
	_, exact := rng.(Enumerating)
	if before != nil && exact {
		defer before.restore(nil)
	}
	results := l.run(rng, l.arguments(n, k, rng))
	if exact {
		changed := ""
		if before != nil && len(l.play.Draws) == 0 {
			changed = nameOf(before.changed(nil))
		}
		l.enumerable(rng, changed)
	}
	if len(results) == 2 && !results[1].IsNil() {
		arg.Refuse(l.call, "the lottery returns an error%s: %v", l.after(), results[1].Interface())
	}
	return numbersIn(results[0])
}

// arguments are those of a call. Of two numbers n is the first, and a single one is k.
func (l *lottery) arguments(n, k int, rng shuffle.PRNG) []reflect.Value {
	numbers := []int{n, k}
	if l.swapped {
		numbers = []int{k, n}
	}
	if counted := slices.DeleteFunc(slices.Clone(l.args), func(a argument) bool { return a != count }); len(counted) == 1 {
		numbers = []int{k}
	}
	args := make([]reflect.Value, len(l.args))
	for i, a := range l.args {
		switch a {
		case cards:
			args[i] = copyOf(l.receiver, &noted{rng, &l.play})
		case count:
			args[i] = reflect.ValueOf(numbers[0])
			numbers = numbers[1:]
		default:
			args[i] = l.value(a, l.t.In(i), rng)
		}
	}
	return args
}

// try calls the function to learn about its seeds, and whether it takes k before n.
func (l *lottery) try() {
	const n, k = 6, 2
	size := 0
	trial := func(rng shuffle.PRNG) {
		size = -1
		l.attempt(func() { size = len(l.pick(n, k, rng)) })
	}
	trial(shuffle.NewPRNG(0))
	if size != k {
		l.swapped = true
		trial(shuffle.NewPRNG(0))
		l.swapped = size == k
	}
	l.learn(trial)
}
