// Types declared by structs of the library: atomics, locks, generators, in other types.
package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type C atomic.Int64
type Once sync.Once
type WG sync.WaitGroup
type R rand.Rand
type Req http.Request
type Rd strings.Reader
type F os.File
type T struct {
	C
	Once
	t Stamp
}
type Stamp time.Time
type M map[Stamp]*C
type G[X any] struct {
	X X
	s Stamp
}
type RW sync.RWMutex

func (c *C) Inc() int64      { return (*atomic.Int64)(c).Add(1) }
func (o *Once) Run(f func()) { (*sync.Once)(o).Do(f) }
func (r *Rd) Read(p []byte) (int, error) {
	return (*strings.Reader)(r).Read(bytes.ToUpper(p)[:min(len(p), 2)])
}
func (s Stamp) GobEncode() ([]byte, error) { return time.Time(s).GobEncode() }
func (s *Stamp) GobDecode(b []byte) error  { return (*time.Time)(s).GobDecode(b) }

func main() {
	var t T
	fmt.Println(t.Inc(), t.Inc(), (*atomic.Int64)(&t.C).Load())
	n := 0
	t.Run(func() { n++ })
	t.Run(func() { n++ })
	fmt.Println(n)
	r := (*R)(rand.New(rand.NewPCG(1, 2)))
	fmt.Println((*rand.Rand)(r).IntN(100))
	q, _ := http.NewRequestWithContext(context.Background(), "GET", "http://a/b", nil)
	rq := (*Req)(q)
	rq.Method = "PUT"
	fmt.Println(q.Method, rq.URL, rq.Header == nil)
	var w WG
	var c C
	for range 20 {
		(*sync.WaitGroup)(&w).Go(func() { c.Inc() })
	}
	(*sync.WaitGroup)(&w).Wait()
	fmt.Println(c.Inc())
	s := Stamp(time.Unix(5, 0).UTC())
	m := M{s: &c}
	m[s].Inc()
	fmt.Println(m[Stamp(time.Unix(5, 0).UTC())].Inc(), len(m))
	g := G[Stamp]{X: s}
	h := G[C]{}
	fmt.Println(g.X == s, g.s == Stamp{}, h.X.Inc(), time.Time(g.X).Unix())
	fmt.Printf("%T %T %T\n", g, h, m)
	fmt.Println(unsafe.Sizeof(t), unsafe.Sizeof(s), unsafe.Sizeof(Req{}), unsafe.Offsetof(t.t))
	var b bytes.Buffer
	fmt.Println(gob.NewEncoder(&b).Encode([]Stamp{s, s}))
	var back []Stamp
	fmt.Println(gob.NewDecoder(&b).Decode(&back), len(back), back[0] == s)
	rd := (*Rd)(strings.NewReader("abcdef"))
	buf := make([]byte, 5)
	k, err := rd.Read(buf)
	fmt.Println(k, err, (*strings.Reader)(rd).Len())
	var rw RW
	(*sync.RWMutex)(&rw).RLock()
	fmt.Println((*sync.RWMutex)(&rw).TryLock(), (*sync.RWMutex)(&rw).TryRLock())
	fs := []func(Stamp) int64{func(s Stamp) int64 { return time.Time(s).Unix() }}
	fmt.Println(fs[0](s))
	(*os.File)((*F)(os.Stdout)).WriteString("out\n")
	a := [...]Stamp{2: s}
	for i, v := range a {
		fmt.Println(i, v == s)
	}
	defer func() { fmt.Println(recover()) }()
	var nilp *Stamp
	fmt.Println((*time.Time)(nilp) == nil)
	fmt.Println(time.Time(*nilp))
}
