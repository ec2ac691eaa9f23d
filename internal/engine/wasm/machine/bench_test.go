package machine

import (
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// What the machine's parts cost. None of these measures a loop of compiled code,
// which is wazero's.

// repeat adds a function that makes a host call n times.
func repeat(u *unit, call func(f *fun)) *fun {
	f := u.fun("repeat", "l", "")
	n := f.param(0)
	f.loop(func() {
		f.LocalGet(n)
		f.I64Const(0)
		f.I64GtS()
	}, func() {
		f.LocalGet(n)
		f.I64Const(1)
		f.I64Sub()
		f.LocalSet(n)
		call(f)
	})
	return f
}

func benchmarkCalls(b *testing.B, call func(f *fun)) { benchmarkCallsOf(b, Config{}, call) }

func benchmarkCallsOf(b *testing.B, cfg Config, call func(f *fun)) {
	u := newUnit(b, newMachine(b, cfg))
	f := repeat(u, call)
	u.load()
	b.ReportAllocs()
	b.ResetTimer()
	f.run(b.N)
}

// A host call by an exit, and as wazero makes it.
func BenchmarkQuickCall(b *testing.B) {
	for name, slow := range map[string]bool{"exit": false, "wazero": true} {
		b.Run(name, func(b *testing.B) {
			benchmarkCallsOf(b, Config{Stress: Stress{Slow: slow}}, func(f *fun) {
				f.quick(func(_ *Context, _ uint32, a []uint64) { a[0]++ }, 1, 1, func() { f.LocalGet(f.param(0)) })
				f.Drop()
			})
		})
	}
}

func BenchmarkFullCall(b *testing.B) {
	benchmarkCalls(b, func(f *fun) {
		f.full(func(c *Context, sp uint32, a []uint64) { c.Sync(sp) }, nil, 1, 0, func() { f.LocalGet(f.param(0)) })
	})
}

func BenchmarkAlloc(b *testing.B) {
	benchmarkCalls(b, func(f *fun) {
		f.quick(newNode, 1, 1, func() { f.LocalGet(f.param(0)) })
		f.Drop()
		f.fuelled()
	})
}

func BenchmarkTake(b *testing.B) {
	for _, t := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[node](), reflect.TypeFor[[10]*int]()} {
		b.Run(t.String(), func(b *testing.B) {
			benchmarkCalls(b, func(f *fun) {
				f.take(f.u.Class(t))
				f.Drop()
				f.fuelled()
			})
		})
	}
}

func BenchmarkPoll(b *testing.B) {
	benchmarkCalls(b, func(f *fun) {
		f.full(Poll, nil, 0, 1, func() {})
		f.Drop()
	})
}

// A store over another pointer, and what it is while the collector marks.
func BenchmarkStore(b *testing.B) {
	for name, marking := range map[string]bool{"plain": false, "marking": true} {
		b.Run(name, func(b *testing.B) {
			place := &node{}
			u := newUnit(b, newMachine(b, Config{Stress: Stress{Marking: marking}}))
			at := u.Offset(unsafe.Pointer(place))
			f := repeat(u, func(f *fun) {
				p := f.NewLocal(code.I32)
				f.I32Const(int32(at))
				f.LocalSet(p)
				f.overwrite(p, nextAt, p)
				f.fuelled()
			})
			u.load()
			b.ResetTimer()
			f.run(b.N)
			runtime.KeepAlive(place)
		})
	}
}

func BenchmarkNewObject(b *testing.B) {
	for _, params := range []string{"l", "lll"} {
		b.Run(params, func(b *testing.B) {
			u := newUnit(b, newMachine(b, Config{}))
			o := u.ObjectType(adder(u, params).Func2, []Word{Raw})
			f := repeat(u, func(f *fun) {
				f.quick(NewObject(o), 0, 2, func() {})
				f.Drop()
				f.Drop()
				f.fuelled()
			})
			u.load()
			b.ResetTimer()
			f.run(b.N)
		})
	}
}

// A func called by Go: by its stub, by reflect.MakeFunc, and by Machine.Call.
func BenchmarkEnter(b *testing.B) {
	u := newUnit(b, newMachine(b, Config{}))
	one, three := adder(u, "l"), adder(u, "lll")
	u.load()
	fn, obj := one.object(1)
	stub := *(*func(int) int)(unsafe.Pointer(&fn))
	fn3, _ := three.object(1)
	made := *(*func(int, int, int) int)(unsafe.Pointer(&fn3))
	b.Run("stub", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			stub(i)
		}
	})
	b.Run("made", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			made(i, i, i)
		}
	})
	b.Run("call", func(b *testing.B) {
		b.ReportAllocs()
		args := []reflect.Value{reflect.ValueOf(1)}
		for range b.N {
			u.Call(one.Func2, obj, args)
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				stub(1)
			}
		})
	})
}

// The first use of the machine in a process: New and a small module.
func BenchmarkNew(b *testing.B) {
	for range b.N {
		u := newUnit(b, newMachine(b, Config{}))
		f := ints(u)
		u.load()
		f.run(unsafe.Pointer(nil), 0)
	}
}

func BenchmarkSmallModule(b *testing.B) {
	m := newMachine(b, Config{})
	b.ResetTimer()
	for range b.N {
		u := newUnit(b, m)
		f := ints(u)
		u.load()
		f.run(unsafe.Pointer(nil), 0)
	}
}

// A call's way past the end of a segment.
func BenchmarkDeeper(b *testing.B) {
	u := newUnit(b, newMachine(b, Config{}))
	g := u.fun("g", "l", "l")
	g.LocalGet(g.param(0))
	f := repeat(u, func(f *fun) {
		f.LocalGet(sp)
		f.LocalGet(f.param(0))
		f.I64Store(0)
		f.quick(Deeper(g.Func2, 64), 0, 0, func() {})
	})
	u.load()
	b.ReportAllocs()
	b.ResetTimer()
	f.run(b.N)
}

// Resident memory, where the system tells it.
func BenchmarkResident(b *testing.B) {
	m := newMachine(b, Config{Stopped: errStopped})
	u := newUnit(b, m)
	f := u.fun("wait", "", "")
	started, end := make(chan bool), make(chan bool)
	f.full(func(*Context, uint32, []uint64) { started <- true; <-end }, nil, 0, 0, func() {})
	u.load()
	b.Run("context", func(b *testing.B) {
		before := resident(b)
		const n = 2000
		done := make(chan bool)
		for range n {
			go func() { f.run(); done <- true }()
			<-started
		}
		b.ReportMetric(float64(resident(b)-before)/n, "KiB/context")
		for range n {
			end <- true
			<-done
		}
	})
	b.Run("module", func(b *testing.B) {
		before := resident(b)
		const n = 500
		var mods []*Module
		for range n {
			u := newUnit(b, m)
			ints(u)
			u.load()
			mods = append(mods, u.mod)
		}
		b.ReportMetric(float64(resident(b)-before)/n, "KiB/module")
		runtime.KeepAlive(mods)
	})
}
