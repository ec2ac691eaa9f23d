// What can be done with types that are declared by structs of the library.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"text/template"
	"time"
)

type Addr url.URL
type Addr2 Addr
type Stamp time.Time
type Later Stamp
type Stamps []Stamp
type Flags flag.FlagSet
type Err os.PathError
type Re regexp.Regexp
type Tmpl template.Template

func (s Stamp) Year() int           { return time.Time(s).Year() }
func (s Stamp) Before(t Stamp) bool { return time.Time(s).Before(time.Time(t)) }
func (a Addr) Where() string        { return a.Host + a.Path }
func (a *Addr) Move(h string)       { a.Host = h }
func (e *Err) Error() string        { return "mine: " + (*os.PathError)(e).Error() }
func (r *Re) Has(s string) bool     { return (*regexp.Regexp)(r).MatchString(s) }
func (s Stamps) Len() int           { return len(s) }
func (s Stamps) Less(i, j int) bool { return s[i].Before(s[j]) }
func (s Stamps) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

type Wrap struct {
	Addr
	*Stamp
	N int
}

type yearly interface{ Year() int }

func at(y int) Stamp { return Stamp(time.Date(y, 1, 2, 3, 4, 5, 6, time.UTC)) }

func main() {
	a := Addr{Host: "h", Path: "/p", User: url.User("me")}
	b := a
	b.Move("other")
	p := &b
	p.Path += "/q"
	fmt.Println(a.Where(), b.Where(), a == b, a == Addr{Host: "h", Path: "/p", User: a.User})
	fmt.Printf("%T %+v\n", a, Addr{Host: "z"})
	c := Addr2(a)
	c.Host = "c"
	u := url.URL(c)
	fmt.Println(u.String(), (*url.URL)(&c).Host, reflect.TypeOf(c), reflect.TypeOf(c).NumField(), reflect.TypeOf(&a).NumMethod())
	m := map[Addr]int{a: 1, b: 2}
	m[a]++
	fmt.Println(m[a], m[b], len(m))
	s := at(2020)
	l := Later(s)
	fmt.Println(s.Year(), time.Time(l).Year(), Stamp(l).Year(), l == Later(s), s)
	var y yearly = s
	fmt.Println(y.Year(), y.(Stamp) == s)
	ss := Stamps{at(3), at(1), at(2)}
	sort.Sort(ss)
	fmt.Println(ss[0].Year(), ss[1].Year(), ss[2].Year())
	arr := [2]Stamp{at(7)}
	arr[1] = arr[0]
	fmt.Println(arr[1].Year(), arr[0] == arr[1])
	w := Wrap{Addr: a, Stamp: &s}
	w.Move("w")
	w.Host += "!"
	fmt.Println(w.Where(), w.Year(), w.Addr.Host, w.N)
	j, err := json.Marshal(a)
	fmt.Println(string(j), err)
	var back Addr
	fmt.Println(json.Unmarshal(j, &back), back.Host)
	var e error = (*Err)(&os.PathError{Op: "op", Path: "path", Err: errors.New("why")})
	var pe *os.PathError
	var mine *Err
	fmt.Println(e, errors.As(e, &pe), errors.As(e, &mine), mine.Op)
	r := (*Re)(regexp.MustCompile("a+"))
	fmt.Println(r.Has("baa"), r.Has("b"), (*regexp.Regexp)(r))
	t := (*Tmpl)(template.Must(template.New("x").Parse("{{.}}!")))
	var out strings.Builder
	fmt.Println((*template.Template)(t).Execute(&out, 3), out.String(), t.Tree != nil)
	f := (*Flags)(flag.NewFlagSet("f", flag.ContinueOnError))
	n := (*flag.FlagSet)(f).Int("n", 1, "")
	fmt.Println((*flag.FlagSet)(f).Parse([]string{"-n", "4"}), *n, f.Usage == nil)
	type inner url.URL
	in := inner(a)
	pp := &in.Host
	*pp = "pointed"
	fmt.Println(in.Host, inner{Host: "q"}.Host, func(x inner) string { return x.Path }(in))
	ch := make(chan Addr, 1)
	ch <- a
	fmt.Println((<-ch).Host)
	var z any = a
	switch x := z.(type) {
	case url.URL:
		fmt.Println("URL", x.Host)
	case Addr:
		fmt.Println("Addr", x.Host)
	}
	var zero Stamp
	fmt.Println(zero == Stamp{}, time.Time(zero).IsZero(), new(Addr).Host == "")
	v := reflect.ValueOf(&a).Elem().FieldByName("Host")
	v.SetString("set")
	fmt.Println(a.Host, reflect.ValueOf(a).Convert(reflect.TypeFor[url.URL]()).Interface().(url.URL).Host)
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = z.(url.URL)
	}()
}
