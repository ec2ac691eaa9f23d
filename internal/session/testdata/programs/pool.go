// A worker pool, mutexes, atomics, Once, Cond, RWMutex, sync.Map, sync.Pool.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

type job struct{ id, n int }
type result struct {
	job
	sum int
	err error
}

func worker(jobs <-chan job, results chan<- result, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		if j.n == 3 {
			results <- result{j, 0, errors.New("three!")}
			continue
		}
		s := 0
		for i := range j.n + 1 {
			s += i
		}
		results <- result{job: j, sum: s}
	}
}

type Container struct {
	mu       sync.Mutex
	counters map[string]int
}

func (c *Container) inc(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counters[name]++
}

type SafeMap[K comparable, V any] struct {
	sync.RWMutex
	m map[K]V
}

func (s *SafeMap[K, V]) Set(k K, v V) {
	s.Lock()
	defer s.Unlock()
	if s.m == nil {
		s.m = map[K]V{}
	}
	s.m[k] = v
}

func (s *SafeMap[K, V]) Get(k K) (V, bool) {
	s.RLock()
	defer s.RUnlock()
	v, ok := s.m[k]
	return v, ok
}

type Group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}
func (g *Group) Wait() error { g.wg.Wait(); return g.err }

type queue struct {
	cond  *sync.Cond
	items []int
}

func (q *queue) put(n int) {
	q.cond.L.Lock()
	q.items = append(q.items, n)
	q.cond.L.Unlock()
	q.cond.Signal()
}
func (q *queue) get() int {
	q.cond.L.Lock()
	defer q.cond.L.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	n := q.items[0]
	q.items = q.items[1:]
	return n
}

func main() {
	jobs, results := make(chan job, 10), make(chan result, 10)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(jobs, results, &wg)
	}
	for i := range 6 {
		jobs <- job{i, i}
	}
	close(jobs)
	wg.Wait()
	close(results)
	var rs []result
	for r := range results {
		rs = append(rs, r)
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i].id < rs[j].id })
	for _, r := range rs {
		fmt.Println(r.id, r.sum, r.err)
	}
	c := Container{counters: map[string]int{"a": 0, "b": 0}}
	do := func(name string, n int) {
		for range n {
			c.inc(name)
		}
		wg.Done()
	}
	wg.Add(3)
	go do("a", 300)
	go do("a", 300)
	go do("b", 300)
	wg.Wait()
	fmt.Println(c.counters)
	var ops atomic.Uint64
	var old int64
	var flag atomic.Bool
	var val atomic.Value
	for range 10 {
		wg.Go(func() {
			for range 100 {
				ops.Add(1)
				atomic.AddInt64(&old, 2)
			}
		})
	}
	wg.Wait()
	flag.Store(true)
	val.Store([]string{"config"})
	fmt.Println(ops.Load(), old, flag.Load(), val.Load().([]string)[0])
	fmt.Println(atomic.CompareAndSwapInt64(&old, 2000, 1))
	fmt.Println(old)
	var sm SafeMap[string, int]
	sm.Set("x", 1)
	v, ok := sm.Get("x")
	_, ok2 := sm.Get("y")
	fmt.Println(v, ok, ok2)
	var once sync.Once
	for range 3 {
		once.Do(func() { fmt.Println("only once") })
	}
	get := sync.OnceValue(func() int { fmt.Println("computing"); return 42 })
	fmt.Println(get(), get())
	var g Group
	for i := range 3 {
		g.Go(func() error {
			if i == 1 {
				return fmt.Errorf("task %d failed", i)
			}
			return nil
		})
	}
	fmt.Println(g.Wait())
	q := &queue{cond: sync.NewCond(&sync.Mutex{})}
	got := make(chan int)
	for range 3 {
		go func() { got <- q.get() }()
	}
	for i := range 3 {
		q.put(i * 10)
	}
	fmt.Println(<-got + <-got + <-got)
	var m sync.Map
	m.Store("a", 1)
	m.Store(job{1, 2}, "struct key")
	x, loaded := m.LoadOrStore("a", 2)
	y, found := m.Load(job{1, 2})
	fmt.Println(x, loaded, y, found)
	m.Delete("a")
	n := 0
	m.Range(func(k, v any) bool { n++; fmt.Println(k.(job).n, v); return true })
	fmt.Println(n)
	pool := sync.Pool{New: func() any { return new(result) }}
	r := pool.Get().(*result)
	r.sum = 3
	pool.Put(r)
	fmt.Println(r.sum)
	start := time.Now()
	limiter := time.Tick(2 * time.Millisecond)
	for range 3 {
		<-limiter
	}
	fmt.Println(time.Since(start) >= 5*time.Millisecond)
	var mu sync.Mutex
	fmt.Println(mu.TryLock(), mu.TryLock())
	sem := make(chan struct{}, 2)
	var running, most int32
	for range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			if n := atomic.AddInt32(&running, 1); n > atomic.LoadInt32(&most) {
				atomic.StoreInt32(&most, n)
			}
			time.Sleep(time.Millisecond)
			atomic.AddInt32(&running, -1)
		}()
	}
	wg.Wait()
	fmt.Println(most <= 2)
	var ptr atomic.Pointer[job]
	ptr.Store(&job{7, 8})
	fmt.Println(ptr.Load().n, *ptr.Load())
	fmt.Println(rs[1], rs[3].err, fmt.Sprintf("%+v", rs[2].job))
}
