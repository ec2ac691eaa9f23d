package check

import (
	"fmt"
	"reflect"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// draws is how many numbers of generators are compared: the Mersenne Twister renews
// its state after 624.
const draws = 5_000

// sides are the n of the draws that are compared of a function like IntN: powers of
// two, which many generators treat in another way, and a number that makes them reject
// every second draw.
var sides = []int{6, 1, 52, 2, 1000, 64, 1<<30 + 1, 1 << 20}

// Generator compares the numbers of a student's generator with those that it should
// give, and names the first that differs. Got is a function without arguments, or one
// like IntN:
//
//	check.Generator(mine.Next, JavaRandom(42))
//
// Want is another such function, a slice of its numbers, or a generator. Of a generator,
// it takes the draws of the type that got returns: Uint32 for uint32 and int32,
// Uint64 for uint64 and int64, Float64 for float64, and IntN for a func(n int) int, which
// is asked for several n in turn. Both must be at their start. 5,000 draws are compared,
// or as many as the slice has.
//
// It panics when want is none of these, or doesn't fit the type of got.
func Generator(got, want any) Result {
	g := reflect.ValueOf(got)
	if g.Kind() != reflect.Func || g.IsNil() {
		return wrong("the generator is %s, want a function such as mine.Next", kindOf(got))
	}
	t := g.Type()
	if t.NumOut() != 1 || t.NumIn() > 1 || t.NumIn() == 1 && t.In(0).Kind() != reflect.Int || t.IsVariadic() {
		return wrong("the generator is %s, want a function that takes nothing or an n, and returns a number", t)
	}
	c := &comparison{got: g, name: "the reference", draws: draws}
	c.reference(want)
	return examine(c.check)
}

func kindOf(v any) string {
	if v == nil {
		return "nil"
	}
	return "of type " + reflect.TypeOf(v).String()
}

// comparison is of two generators.
type comparison struct {
	got   reflect.Value
	want  func(i, n int) reflect.Value
	name  string // of the reference
	draws int

	was, should []reflect.Value // drawn so far
}

// reference finds what to compare with.
func (c *comparison) reference(want any) {
	t := c.got.Type()
	out := t.Out(0)
	w := reflect.ValueOf(want)
	rng, generator := want.(shuffle.PRNG)
	switch {
	case generator:
		c.name = rng.Name()
		c.want = drawsOf(rng, t)
	case w.Kind() == reflect.Slice && w.Type().Elem().ConvertibleTo(out) && t.NumIn() == 0:
		c.name, c.draws = "the exercise", min(draws, w.Len())
		c.want = func(i, _ int) reflect.Value { return w.Index(i).Convert(out) }
	case w.Kind() == reflect.Func && !w.IsNil() && w.Type().NumIn() == t.NumIn() && w.Type().NumOut() == 1 && w.Type().Out(0).ConvertibleTo(out):
		c.want = func(_, n int) reflect.Value { return w.Call(arguments(t, n))[0].Convert(out) }
	}
	if c.want == nil {
		arg.Refuse("check.Generator", "want is %s, which gives no %s: want a function like got, a slice or a generator", kindOf(want), out)
	}
}

// drawsOf are the draws of a generator that have the type of a function's.
func drawsOf(rng shuffle.PRNG, t reflect.Type) func(i, n int) reflect.Value {
	out := t.Out(0)
	var draw func(n int) any
	switch kind := out.Kind(); {
	case t.NumIn() == 1 && kind == reflect.Int:
		draw = func(n int) any { return rng.IntN(n) }
	case t.NumIn() == 1:
		return nil
	case kind == reflect.Uint32 || kind == reflect.Int32:
		draw = func(int) any { return rng.Uint32() }
	case kind == reflect.Uint64 || kind == reflect.Int64:
		draw = func(int) any { return rng.Uint64() }
	case kind == reflect.Float64:
		draw = func(int) any { return rng.Float64() }
	default:
		return nil
	}
	return func(_, n int) reflect.Value { return reflect.ValueOf(draw(n)).Convert(out) }
}

func arguments(t reflect.Type, n int) []reflect.Value {
	if t.NumIn() == 0 {
		return nil
	}
	return []reflect.Value{reflect.ValueOf(n).Convert(t.In(0))}
}

// check compares draws, and looks on after the first that differs to say why. A draw out
// of range says most.
func (c *comparison) check(x *examiner) Result {
	const beyond = 20
	differs := -1
	for i := 0; i < c.draws && (differs < 0 || i < differs+beyond || c.got.Type().NumIn() == 1); i++ {
		n, call := c.asks(i)
		x.on("%s", call)
		var got reflect.Value
		if problem := x.call(func() { got = c.got.Call(arguments(c.got.Type(), n))[0] }); problem != "" {
			if differs >= 0 {
				break
			}
			return wrong("%s", problem)
		}
		want := c.want(i, n)
		c.was, c.should = append(c.was, got), append(c.should, want)
		if n > 0 && (got.Int() < 0 || got.Int() >= int64(n)) {
			return wrong("%s: %d, want 0 to %d", call, got.Int(), n-1)
		}
		if differs < 0 && !got.Equal(want) {
			differs = i
		}
	}
	if differs < 0 {
		return right("%s agree with %s", prose.Plural(c.draws, "draw"), c.name)
	}
	_, call := c.asks(differs)
	return wrong("%s: %v, %s gives %v%s", call, c.was[differs], c.name, c.should[differs], c.why(differs))
}

// asks is the argument of draw i, and the draw's name.
func (c *comparison) asks(i int) (n int, call string) {
	if c.got.Type().NumIn() == 0 {
		return 0, fmt.Sprintf("draw %d", i+1)
	}
	n = sides[i%len(sides)]
	return n, fmt.Sprintf("draw %d, IntN(%d)", i+1, n)
}

// why guesses from the draws that follow why they differ.
func (c *comparison) why(from int) string {
	switch plain := c.got.Type().NumIn() == 0; {
	case plain && len(c.was) > 2 && c.repeats(1):
		return ": it gives the same number again and again (does it keep its state?)"
	case plain && c.shifted(c.was, c.should):
		return ": it is one draw behind (does it step before it returns a number?)"
	case plain && c.shifted(c.should, c.was):
		return ": it is one draw ahead (does it return the number before or after the step?)"
	}
	if why := c.bits(from); why != "" {
		return ": " + why
	}
	for period := 2; 2*period <= len(c.was) && c.got.Type().NumIn() == 0; period++ {
		if c.repeats(period) {
			return fmt.Sprintf(": its numbers repeat after %d draws", period)
		}
	}
	if from >= 10 {
		return fmt.Sprintf(", after %d equal draws", from)
	}
	return ""
}

// repeats reports whether the numbers have a period.
func (c *comparison) repeats(period int) bool {
	for i := period; i < len(c.was); i++ {
		if !c.was[i].Equal(c.was[i-period]) {
			return false
		}
	}
	return true
}

// shifted reports whether late are the numbers of early, one later.
func (c *comparison) shifted(late, early []reflect.Value) bool {
	for i := 1; i < len(late); i++ {
		if !late[i].Equal(early[i-1]) {
			return false
		}
	}
	return len(late) > 3
}

// bits compares the numbers' signs and lowest bits.
func (c *comparison) bits(from int) string {
	if !c.was[0].CanInt() {
		return ""
	}
	negated, low := true, true
	for i := from; i < len(c.was); i++ {
		got, want := c.was[i].Int(), c.should[i].Int()
		negated = negated && (got == want || got == -want)
		low = low && uint32(got)<<1 == uint32(want)<<1
	}
	switch {
	case negated:
		return "only the sign is wrong"
	case low:
		return "the lowest 31 bits agree, the sign doesn't (is the number an int32?)"
	}
	return ""
}
