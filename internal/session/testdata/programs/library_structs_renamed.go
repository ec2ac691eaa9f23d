// Types that are declared by structs of the library: their pointers convert both ways.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"
)

type Stamp time.Time

func (s *Stamp) UnmarshalJSON(b []byte) error { return (*time.Time)(s).UnmarshalJSON(b) }
func (s Stamp) MarshalJSON() ([]byte, error)  { return time.Time(s).MarshalJSON() }
func (s *Stamp) Add(d time.Duration)          { *s = Stamp(time.Time(*s).Add(d)) }

type Addr url.URL

func (a *Addr) String() string { return "addr " + (*url.URL)(a).String() }

type Buf bytes.Buffer

func (b *Buf) Put(s string) *Buf { (*bytes.Buffer)(b).WriteString(s); return b }

type Build strings.Builder

func (b *Build) Put(s string) { (*strings.Builder)(b).WriteString(s) }

type Mu sync.Mutex

func (m *Mu) Lock()   { (*sync.Mutex)(m).Lock() }
func (m *Mu) Unlock() { (*sync.Mutex)(m).Unlock() }

type Doc struct {
	At  Stamp
	All []*Stamp
}

func main() {
	var d Doc
	fmt.Println(json.Unmarshal([]byte(`{"At":"2020-01-02T03:04:05Z","All":["2021-01-02T03:04:05Z",null]}`), &d))
	d.At.Add(time.Hour)
	b, err := json.Marshal(d)
	fmt.Println(string(b), err)
	u, _ := url.Parse("https://a.b/c?d=e#f")
	a := (*Addr)(u)
	a.Host = "x.y"
	fmt.Println(a, u, a.RawQuery)
	var w Buf
	w.Put("one ").Put("two")
	fmt.Println((*bytes.Buffer)(&w).Len(), (*bytes.Buffer)(&w))
	var s Build
	s.Put("abc")
	fmt.Println((*strings.Builder)(&s).String())
	var m Mu
	var wg sync.WaitGroup
	n := 0
	for range 50 {
		wg.Go(func() { m.Lock(); n++; m.Unlock() })
	}
	wg.Wait()
	fmt.Println(n)
	bs := []*Buf{new(Buf).Put("q")}
	var x any = bs[0]
	_, ok := x.(*bytes.Buffer)
	_, is := x.(fmt.Stringer)
	fmt.Println(ok, is)
	t := time.Date(2022, 2, 2, 2, 2, 2, 0, time.UTC)
	p := (*Stamp)(&t)
	p.Add(time.Minute)
	fmt.Println(t)
}
