package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type config struct{ Name string }

type server struct {
	current atomic.Pointer[config]
	served  atomic.Int64
}

func wrap[T any](x *T) *atomic.Pointer[T] {
	p := &atomic.Pointer[T]{}
	p.Store(x)
	return p
}

func main() {
	s := &server{}
	fmt.Println(s.current.Load() == nil)
	s.current.Store(&config{"first"})
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			old := s.current.Load()
			s.current.CompareAndSwap(old, &config{old.Name})
			s.served.Add(1)
		})
	}
	wait.Wait()
	fmt.Println(s.current.Load().Name, s.served.Load())
	old := s.current.Swap(nil)
	fmt.Println(*old, s.current.Load() == nil)
	fmt.Println((&atomic.Pointer[config]{}).Load() == nil, *wrap(&config{"wrapped"}).Load())
	fmt.Printf("%T %T %T\n", &s.current, wrap(s), wrap(wrap(old)))
	var boxed any = wrap(&config{"boxed"})
	if p, ok := boxed.(*atomic.Pointer[config]); ok {
		fmt.Println(*p.Load())
	}
	_, ok := boxed.(*atomic.Pointer[server])
	fmt.Println(ok)
}
