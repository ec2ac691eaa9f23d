// Methods of constants of the library's types: called, as values and as expressions.
package main

import (
	"encoding/json"
	"fmt"
	"go/token"
	"io/fs"
	"math/big"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"syscall"
	"time"
	"unicode"
)

const day = 24 * time.Hour

const (
	week   time.Duration = 7 * day
	spring               = time.March
	kind                 = reflect.Map
)

type Span = time.Duration
type Level time.Duration

const third Level = 3

func (l Level) Twice() int { return 2 * int(l) }

type Holder struct{ time.Duration }

type Named interface{ String() string }

func show(s fmt.Stringer) string { return s.String() }

func hours(f func() float64) float64 { return f() }

func generic[T fmt.Stringer](x T) string { return x.String() + "/" + fmt.Sprintf("%T", x) }

func main() {
	fmt.Println(day.Hours(), week.Hours(), (day).Minutes(), (2 * day).Hours(), -day.Hours())
	fmt.Println(time.January.String(), time.Hour.Seconds(), time.Saturday.String(), spring.String(), kind.String())
	fmt.Println(reflect.Int.String(), token.ADD.String(), token.ADD.Precedence(), fs.ModeDir.String(), fs.FileMode(0o755).String())
	fmt.Println(time.Duration(5).Seconds(), time.Duration(1.5e9).String(), Span(7).Nanoseconds(), time.Month(3).String())
	const local = 90 * time.Minute
	fmt.Println(local.Round(time.Hour), local.Truncate(time.Hour).Hours(), local.String())
	f := day.Hours
	g := time.Hour.Seconds
	h := time.Duration.Hours
	k := (*time.Duration).String
	d := day
	fmt.Println(f(), g(), h(day), k(&d), hours(day.Hours), hours(time.Minute.Seconds))
	fmt.Println(third.Twice(), Level(4).Twice(), time.Duration(third).Seconds())
	fmt.Println(show(day), show(time.March), generic(day), generic(time.May), generic(time.Duration(3)))
	defer fmt.Println(day.String())
	defer func(s string) { fmt.Println(s) }(time.Hour.String())
	m := map[string]func() string{"a": day.String, "b": time.June.String, "c": reflect.Slice.String}
	fmt.Println(m["a"](), m["b"](), m["c"]())
	fmt.Println(syscall.ENOENT.Error(), big.ToNearestEven.String(), strconv.Itoa(int(time.Friday)))
	fmt.Println(json.Delim('{').String(), http.StateNew.String(), big.Above.String())
	fmt.Println(Holder{day}.Hours(), Holder{Duration: time.Hour}.String())
	fmt.Println(unicode.UpperCase, os.ModePerm.String(), os.ModePerm.Perm().IsDir())
	if time.Hour.Seconds() > 100 && day.Hours() == 24 {
		fmt.Println("yes")
	}
	for i := range int(day.Hours()) / 8 {
		fmt.Println(i, time.Month(i+1).String(), (time.Duration(i) * time.Second).String())
	}
	go fmt.Sprint(day.String())
	switch day.String() {
	case "24h0m0s":
		fmt.Println("case")
	}
	xs := [...]string{time.January.String(), day.String()}
	fmt.Println(xs, len(day.String()))
	var s fmt.Stringer = day
	fmt.Println(s.String(), s.(time.Duration).Hours())
	var n Named = time.March
	fmt.Println(n.String())
	fmt.Println(time.Duration.Seconds(time.Hour), time.Month.String(3), (time.Hour + 30*time.Minute).Hours(), (1 << 3 * time.Second).Seconds())
	fmt.Println(reflect.Kind.String(2), reflect.Kind.String(reflect.Map))
	ff := time.Month.String
	fmt.Println(ff(4), ff(time.May))
}
