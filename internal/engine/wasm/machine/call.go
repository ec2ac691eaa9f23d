package machine

import (
	"reflect"
	"runtime"
	"unsafe"
)

// Call calls f with values of its parameters' types, in a context of its own. self is
// f's function object, if it takes one. A panic of f's passes through with its value.
func (m *Machine) Call(f *Func, self unsafe.Pointer, args []reflect.Value) []reflect.Value {
	was := full()
	results, ok := m.call(f, self, args)
	if OneStack && !ok {
		defer restore(was)
		results = f.instead(self, args)
	}
	return results
}

func (m *Machine) call(f *Func, self unsafe.Pointer, args []reflect.Value) (results []reflect.Value, ok bool) {
	if !m.takeFor(f) {
		return nil, false
	}
	defer m.give()
	c := m.context()
	defer c.release()
	return c.call(f, self, args, c.begin(), c.begin())
}

// takeFor is take for a call of f, and may wait.
func (m *Machine) takeFor(f *Func) bool {
	if OneStack && f.Instead != nil && (f.Asks != nil && f.Asks() || !m.holds()) {
		return false
	}
	for !m.take() {
		if f.Instead != nil {
			return false
		}
	}
	return true
}

// Call is Machine.Call from a full host function, in the context that called it, whose
// frames end at sp. The host function's arguments after them are overwritten.
func (c *Context) Call(f *Func, sp uint32, self unsafe.Pointer, args []reflect.Value) []reflect.Value {
	was := full()
	results, ok := c.call(f, self, args, sp, sp)
	if OneStack && !ok {
		defer restore(was)
		c.Sync(sp)
		results = f.instead(self, args)
	}
	return results
}

func (c *Context) call(f *Func, self unsafe.Pointer, args []reflect.Value, sp, at uint32) (results []reflect.Value, ok bool) {
	if at+8*f.words() > c.current.limit() {
		old := c.push(sp, 8*f.words())
		defer c.pop(old)
		at = c.current.begin
	}
	c.giveAll(f, self, args, at)
	if c.m.breaks(1) {
		clear(args)
		clear(c.log)
		runtime.GC()
	}
	if !c.tryRun(f, sp, at) {
		if f.Instead == nil {
			c.m.tooDeep()
		}
		return nil, false
	}
	runtime.KeepAlive(args) // rule 1
	runtime.KeepAlive(self)
	return c.takeAll(f.Results, at), true
}

// callFunc calls a Go func with arguments of its parameters' types.
func callFunc(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}

// giveAll stores a call's arguments where its entry function expects them.
func (c *Context) giveAll(f *Func, self unsafe.Pointer, args []reflect.Value, at uint32) {
	if f.Self {
		*c.header(at) = c.Give(self)
		at += 8
	}
	for i, v := range f.Params {
		p := reflect.New(v.Type)
		if args[i].IsValid() {
			p.Elem().Set(args[i])
		}
		c.give(v, p.UnsafePointer(), at)
		at += 8 * uint32(len(v.Parts))
	}
}

// takeAll makes values of the words at at.
func (c *Context) takeAll(vs []Value, at uint32) []reflect.Value {
	out := make([]reflect.Value, len(vs))
	for i, v := range vs {
		p := reflect.New(v.Type)
		c.take(v, p.UnsafePointer(), at)
		out[i] = p.Elem()
		at += 8 * uint32(len(v.Parts))
	}
	return out
}

// Foreign is the full host function that calls a func that isn't compiled: the frames end
// at sp, where it finds the func's pointer and the arguments as words, and leaves the
// results.
func Foreign(t reflect.Type, params, results []Value) HostFunc {
	return func(c *Context, sp uint32, a []uint64) {
		p := c.Ptr(*c.header(sp))
		fn := reflect.NewAt(t, unsafe.Pointer(&p)).Elem()
		in := c.takeAll(params, sp+8)
		c.Sync(sp)
		c.giveResults(results, callFunc(fn, in), sp)
	}
}

// giveResults stores values as words where code expects them.
func (c *Context) giveResults(vs []Value, results []reflect.Value, at uint32) {
	for i, v := range vs {
		p := reflect.New(v.Type)
		p.Elem().Set(results[i])
		c.give(v, p.UnsafePointer(), at)
		at += 8 * uint32(len(v.Parts))
	}
}
