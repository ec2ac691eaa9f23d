// Palettes, queues, errors and directories: slices and maps of interfaces of the library
// with values of the program.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"io"
	"io/fs"
	"math/rand"
	"sort"
	"strings"
	"testing/fstest"
	"testing/iotest"

	"container/heap"
	"container/ring"
	"context"
	"sync"
)

type C struct{ v uint8 }

func (c C) RGBA() (r, g, b, a uint32) { x := uint32(c.v) * 257; return x, x, x, 0xffff }

type E struct{ n int }

func (e E) Error() string { return fmt.Sprint("E", e.n) }

type R struct{ err error }

func (r R) Read(p []byte) (int, error) { return 0, r.err }

type item interface{ Pri() int }
type job struct{ p int }

func (j *job) Pri() int { return j.p }

type pq []item

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].Pri() < q[j].Pri() }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *pq) Push(x any)        { *q = append(*q, x.(item)) }
func (q *pq) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

type eq []error

func (q eq) Len() int           { return len(q) }
func (q eq) Less(i, j int) bool { return q[i].Error() < q[j].Error() }
func (q eq) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *eq) Push(x any)        { *q = append(*q, x.(error)) }
func (q *eq) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func Map[T, U any](xs []T, f func(T) U) (ys []U) {
	for _, x := range xs {
		ys = append(ys, f(x))
	}
	return ys
}

func Group[K comparable, V any](xs []V, f func(V) K) map[K][]V {
	m := map[K][]V{}
	for _, x := range xs {
		m[f(x)] = append(m[f(x)], x)
	}
	return m
}

func frames(n int) *gif.GIF {
	pal := []color.Color{color.White, color.Black, color.RGBA{0xff, 0, 0, 0xff}, C{9}}
	g := &gif.GIF{LoopCount: n}
	for i := range n {
		img := image.NewPaletted(image.Rect(0, 0, 4, 4), pal)
		img.SetColorIndex(i, i, 2)
		img.Set(0, 1, C{8})
		g.Image = append(g.Image, img)
		g.Delay = append(g.Delay, 8)
	}
	return g
}

func main() {
	g := frames(2)
	var w strings.Builder
	fmt.Println(gif.EncodeAll(&w, g), w.Len() > 30)
	d, err := gif.DecodeAll(strings.NewReader(w.String()))
	fmt.Println(err, len(d.Image), d.Image[0].At(0, 0), d.Image[1].At(1, 1), d.Image[1].ColorIndexAt(0, 1), len(d.Image[0].Palette))
	for i, c := range d.Image[0].Palette[:4] {
		fmt.Printf("%d %T %v;", i, c, c)
	}
	fmt.Println(len(palette.WebSafe), palette.WebSafe[5], palette.Plan9[3:5])
	p := append(color.Palette{}, palette.WebSafe[:2]...)
	p = append(p, C{200})
	fmt.Println(p.Convert(C{190}), p.Index(C{0}), len(p), p[2] == C{200}, p[2].(C).v)
	dst := image.NewPaletted(image.Rect(0, 0, 2, 1), p)
	draw.Draw(dst, dst.Bounds(), image.NewUniform(C{201}), image.Point{}, draw.Src)
	fmt.Println(dst.Pix, dst.At(1, 0))
	m, ok := dst.ColorModel().(color.Palette)
	fmt.Println(ok, len(m), m[2])
	m[2] = C{1}
	fmt.Println(dst.At(0, 0), p[2])
	q := &pq{}
	for _, n := range []int{5, 2, 8} {
		heap.Push(q, &job{n})
	}
	fmt.Println(heap.Pop(q).(*job).p, q.Len(), (*q)[0].Pri())
	e := &eq{}
	for _, n := range []int{5, 2, 8} {
		heap.Push(e, E{n})
	}
	heap.Push(e, io.EOF)
	fmt.Println(heap.Pop(e), heap.Pop(e), *e)
	rand.New(rand.NewSource(1)).Shuffle(len(*e), func(i, j int) { (*e)[i], (*e)[j] = (*e)[j], (*e)[i] })
	fmt.Println(len(*e))
	fmt.Println(Map([]error{E{1}, io.EOF}, func(e error) string { return e.Error() }), Map([]int{1, 2}, func(i int) error { return E{i} }))
	gm := Group([]error{E{1}, E{1}, io.EOF}, func(e error) error { return e })
	fmt.Println(len(gm), len(gm[E{1}]), gm[io.EOF])
	_, err = bufio.NewReader(R{E{3}}).ReadString('\n')
	fmt.Println(err == E{3}, map[any]int{E{3}: 4}[err], map[error]int{E{3}: 5}[err])
	sc := bufio.NewScanner(R{E{4}})
	fmt.Println(sc.Scan(), sc.Err() == E{4}, map[error]bool{E{4}: true}[sc.Err()])
	_, err = io.ReadAll(iotest.ErrReader(E{5}))
	fmt.Println(errors.Is(err, E{5}), err.(E).n)
	r := ring.New(3)
	for i := range 3 {
		r.Value = []any{E{i}}
		r = r.Next()
	}
	r.Do(func(x any) { x.([]any)[0] = E{9} })
	r.Do(func(x any) { fmt.Print(x, x.([]any)[0] == E{9}, " ") })
	fmt.Println()
	ctx := context.WithValue(context.Background(), "k", map[string]error{"a": E{1}})
	ctx.Value("k").(map[string]error)["b"] = E{2}
	fmt.Println(len(ctx.Value("k").(map[string]error)), ctx.Value("k"))
	var pool = sync.Pool{New: func() any { return &[]error{E{1}} }}
	x := pool.Get().(*[]error)
	(*x)[0] = E{2}
	fmt.Println(*x)
	fsys := fstest.MapFS{"b/c": {Data: []byte("1")}, "a": {Data: []byte("22")}}
	es, _ := fs.ReadDir(fsys, ".")
	sort.Slice(es, func(i, j int) bool { return es[i].Name() > es[j].Name() })
	fmt.Println(es[0].Name(), es[0].IsDir(), es[1])
	infos := make([]fs.FileInfo, 0)
	for _, en := range es {
		in, _ := en.Info()
		infos = append(infos, in)
	}
	sort.SliceStable(infos, func(i, j int) bool { return infos[i].Size() > infos[j].Size() })
	fmt.Println(infos[0].Name(), len(infos))
	var once sync.Once
	var collected []error
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			collected = append(collected, E{i})
			once.Do(func() { collected = append(collected, nil) })
		}()
	}
	wg.Wait()
	sort.Slice(collected, func(i, j int) bool {
		a, b := collected[i], collected[j]
		return a == nil && b != nil || a != nil && b != nil && a.Error() < b.Error()
	})
	fmt.Println(collected)
	res := make([]error, 3)
	for i := range res {
		if i != 1 {
			res[i] = E{i}
		}
	}
	fmt.Println(errors.Join(res...), errors.Join(nil, nil) == nil)
	type result struct {
		v    int
		errs [2]error
		m    map[fs.FileMode]fs.FileInfo
	}
	rs := []result{{1, [2]error{E{1}}, nil}, {}}
	rs[1].errs[1] = E{7}
	rs[0], rs[1] = rs[1], rs[0]
	c := rs[0]
	c.errs[1] = nil
	fmt.Println(rs, c, rs[0].errs == [2]error{nil, E{7}})
	var nilm map[string]io.Reader
	rd, ok := nilm["x"]
	fmt.Println(rd == nil, ok, len(nilm))
	for k := range nilm {
		fmt.Println(k)
	}
	delete(nilm, "x")
	rdm := map[io.Reader]string{R{nil}: "r"}
	rdm[strings.NewReader("x")] = "s"
	fmt.Println(rdm[R{nil}], len(rdm))
	for k := range rdm {
		if _, ok := k.(R); ok {
			delete(rdm, k)
		}
	}
	fmt.Println(len(rdm))
	clear(rdm)
	fmt.Println(len(rdm))
}
