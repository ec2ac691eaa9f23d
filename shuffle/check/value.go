package check

import (
	"fmt"
	"math"
	"reflect"

	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
)

// Equal checks that got is what is wanted, as reflect.DeepEqual compares: int and int64
// differ, and slices, maps and structs are equal if what is in them is. A number of a type
// that a cell declares may be taken for one of the type that it is made of. Of slices it
// names the first place that differs.
func Equal(got, want any) Result {
	if reflect.DeepEqual(got, want) {
		return right("%s", text(got))
	}
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	switch {
	case g.IsValid() && !w.IsValid():
		return wrong("got %s of type %T, want nil", quoted(got), got)
	case g.IsValid() && w.IsValid() && g.Type() != w.Type():
		return wrong("got %s of type %T, want %s of type %T", text(got), got, text(want), want)
	case g.Kind() != reflect.Slice || g.IsNil() != w.IsNil():
		return wrong("got %s, want %s", quoted(got), quoted(want))
	case g.Len() != w.Len():
		return wrong("got %s, want %d: got %s, want %s", prose.Plural(g.Len(), "element"), w.Len(), text(got), text(want))
	}
	for i := range g.Len() {
		a, b := g.Index(i).Interface(), w.Index(i).Interface()
		if !reflect.DeepEqual(a, b) {
			return wrong("element %d is %s, want %s: got %s, want %s", i, quoted(a), quoted(b), text(got), text(want))
		}
	}
	return wrong("got %s, want %s", text(got), text(want))
}

// quoted is a value's text, where nil slices and strings can be told from others.
func quoted(v any) string {
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.String:
		return fmt.Sprintf("%q", r.String())
	case r.Kind() == reflect.Slice && r.IsNil():
		return "nil"
	}
	return text(v)
}

// text is a value as the session prints it, at most 200 runes of it.
func text(v any) string {
	const most = 200
	s := ""
	if h := current.get(); h.Text != nil {
		s = h.Text(v)
	} else {
		s = fmt.Sprint(v)
	}
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return s
}

// Near checks that got differs from want by no more than tolerance. A got that is NaN is
// near nothing.
//
// It panics when want is NaN, and when the tolerance is negative, NaN or infinite: then the
// exercise is wrong, not the answer.
func Near(got, want, tolerance float64) Result {
	const call = "check.Near"
	if math.IsNaN(want) {
		arg.Refuse(call, "want = NaN, and nothing is near that: test with math.IsNaN")
	}
	if !(tolerance >= 0) || math.IsInf(tolerance, 1) {
		arg.Refuse(call, "tolerance = %v, want a number from 0 up", tolerance)
	}
	if math.Abs(got-want) <= tolerance || got == want {
		return right("%v is within %v of %v", got, tolerance, want)
	}
	return wrong("got %v, want %v, or no more than %v from it", got, want, tolerance)
}

// Panics checks that a function panics, as it should when its arguments make no
// sense.
func Panics(f func()) Result {
	if f == nil {
		return wrong("the function is nil")
	}
	return examine(func(x *examiner) Result {
		if problem := x.call(f); problem != "" {
			return right("it %s", problem)
		}
		return wrong("didn't panic")
	})
}

// Begun is a failed check, of an exercise that isn't solved yet, unless the answer differs
// from what students find: a variable that is still empty, say. A notebook goes on after it.
func Begun(begun bool) Result {
	return Result{Passed: begun, Sentence: "not solved yet: write your own code here"}
}
