// Arbitrary values of types of one's own, by package testing/quick.
package main

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing/quick"
	"time"
)

type Reading struct {
	Level int8
	Name  string
	Past  []float32
}

func (r Reading) Sum() int { return int(r.Level) + len(r.Name) + len(r.Past) }

type Count int

func (c Count) Half() Count { return c / 2 }

type Even int

func (Even) Generate(r *rand.Rand, size int) reflect.Value {
	return reflect.ValueOf(Even(2 * r.Intn(size)))
}

type Both struct {
	E Even
	N [2]int8
}

func value[T any](r *rand.Rand) (x T) {
	v, ok := quick.Value(reflect.TypeOf(x), r)
	if !ok {
		fmt.Println("no values of", reflect.TypeOf(x))
		return x
	}
	return v.Interface().(T)
}

func main() {
	r := rand.New(rand.NewSource(7))
	for range 3 {
		x := value[Reading](r)
		fmt.Println(x.Level, len(x.Name), len(x.Past), x.Sum())
	}
	fmt.Println(value[Count](r).Half(), value[int16](r), value[time.Duration](r), value[bool](r))
	fmt.Println(value[[]Count](r)[0].Half(), value[map[Count]bool](r) != nil, value[*Reading](r).Sum() > 0)
	for range 3 {
		fmt.Println(value[Even](r), value[Both](r))
	}
	value[chan int](r)
	v, ok := quick.Value(reflect.TypeFor[Reading](), r)
	fmt.Println(v.Type(), v.Kind(), v.NumField(), v.CanSet(), ok)

	c := &quick.Config{Rand: rand.New(rand.NewSource(3)), MaxCount: 4}
	fmt.Println(quick.Check(func(x Reading, n Count) bool {
		fmt.Println(x.Level, len(x.Name), len(x.Past), n.Half())
		return true
	}, c))
}
