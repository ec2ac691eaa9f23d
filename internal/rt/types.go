package rt

import (
	"go/types"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"golang.org/x/tools/go/types/typeutil"

	"riffle/internal/typename"
)

// Type describes a type of the session to the run-time.
type Type struct {
	// T is the type as the user wrote it, Shown its name under %T.
	T     types.Type
	Shown string
	// Own says that lowered code has values of it under another Go type.
	Own     bool
	changed bool // a method was redefined or removed

	made made

	rt      *Runtime
	mu      sync.RWMutex
	methods []*method
	set     *types.MethodSet
}

// method is a method as a function with the receiver first, looked up when first called.
type method struct {
	name   string
	symbol any
	find   func(symbol any) reflect.Value
	found  *reflect.Value
}

// NewType describes a type; its methods come later, by Method.
func NewType(t types.Type, shown string, own bool) *Type {
	return &Type{T: t, Shown: shown, Own: own}
}

// methodIndex is the place of a method, -1 if there is none.
func (t *Type) methodIndex(name string) int {
	return slices.IndexFunc(t.methods, func(m *method) bool { return m.name == name })
}

// methodNamed is a method of the type, nil if there is none.
func (t *Type) methodNamed(name string) *method {
	if i := t.methodIndex(name); i >= 0 {
		return t.methods[i]
	}
	return nil
}

// Memory is what somebody remembers about methods of the user's types.
type Memory interface {
	// Forget forgets it. It returns false if nobody remembers anything any more.
	Forget() bool
}

// memories are those that must forget when a method changes.
type memories struct {
	mu      sync.Mutex
	all     []Memory
	changes atomic.Int64
}

// Remember adds a memory, which forgets when a type gets or loses a method.
func (r *Runtime) Remember(m Memory) {
	r.memories.mu.Lock()
	defer r.memories.mu.Unlock()
	r.memories.all = append(r.memories.all, m)
}

// Methods counts changes of methods: what was found out about methods may be remembered if
// it is still the same.
func (r *Runtime) Methods() int64 { return r.memories.changes.Load() }

// forgetAll makes all forget what they remember.
func (m *memories) forgetAll() {
	m.changes.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = slices.DeleteFunc(m.all, func(m Memory) bool { return !m.Forget() })
}

// SetMethod sets a method; symbol is what an engine calls it, and find finds the function,
// with the receiver first. A nil find removes a method. The error says that values of
// the type can't have the method in interfaces.
func (t *Type) SetMethod(name string, symbol any, find func(symbol any) reflect.Value) error {
	err := t.setMethod(&method{name: name, symbol: symbol, find: find})
	if t.made.exists.Load() { // otherwise Made makes all forget
		t.rt.memories.forgetAll()
	}
	return err
}

func (t *Type) setMethod(m *method) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := t.methodIndex(m.name)
	t.changed = t.changed || i >= 0
	switch {
	case i >= 0 && m.find == nil:
		t.methods = slices.Delete(t.methods, i, i+1)
	case i >= 0:
		t.methods[i] = m
	case m.find != nil:
		t.methods = append(t.methods, m)
	}
	t.set = nil
	return t.enterMethods()
}

// forgetFunctions drops the functions found so far.
func (t *Type) forgetFunctions() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, m := range t.methods {
		if m.found != nil {
			t.methods[i] = &method{name: m.name, symbol: m.symbol, find: m.find}
		}
	}
}

// Func is a method as a function with the receiver first, invalid if there is
// none.
func (t *Type) Func(name string) reflect.Value {
	t.mu.RLock()
	m := t.methodNamed(name)
	var found *reflect.Value
	if m != nil {
		found = m.found
	}
	t.mu.RUnlock()
	switch {
	case m == nil:
		return reflect.Value{}
	case found != nil:
		return *found
	}
	f := m.find(m.symbol) // may take a while
	t.mu.Lock()
	defer t.mu.Unlock()
	if f.IsValid() {
		m.found = &f
	}
	return f
}

// Symbol is what an engine calls the function of a method, nil if there is none.
func (t *Type) Symbol(method string) any {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if m := t.methodNamed(method); m != nil {
		return m.symbol
	}
	return nil
}

// hasMethod reports whether there is a method.
func (t *Type) hasMethod(name string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.methodNamed(name) != nil
}

// methodFor is the method for a call through an interface with these results and arguments.
// The interface value may be older than the method's present signature.
func (t *Type) methodFor(name string, outs, args []any) reflect.Value {
	f := t.Func(name)
	if !f.IsValid() || t.hasChanged() && !acceptsCall(f.Type(), outs, args) {
		panic(t.declaredAgain(name))
	}
	return f
}

// hasChanged reports whether a method was redefined or removed.
func (t *Type) hasChanged() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.changed
}

func (t *Type) declaredAgain(name string) error {
	return RuntimeError("the method " + name + " of " + strings.ReplaceAll(t.Shown, "main.", "") + " was declared again since the interface got this value")
}

// acceptsCall reports whether a function with a receiver accepts these arguments and results;
// outs are pointers to the results, nil if any will do.
func acceptsCall(f reflect.Type, outs, args []any) bool {
	if f.NumIn() != 1+len(args) || outs != nil && f.NumOut() != len(outs) {
		return false
	}
	same := func(want reflect.Type, x any) bool {
		return x == nil || want.Kind() == reflect.Interface || reflect.TypeOf(x) == want
	}
	for i, a := range args {
		if !same(f.In(i+1), a) {
			return false
		}
	}
	for i, o := range outs {
		if o != nil && !same(reflect.PointerTo(f.Out(i)), o) && f.Out(i).Kind() != reflect.Interface {
			return false
		}
	}
	return true
}

func (t *Type) methodSet() *types.MethodSet {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.set == nil {
		t.set = types.NewMethodSet(t.T)
	}
	return t.set
}

// typeTable finds the descriptor of a part's type. It keeps alive those with a made type,
// of which there may be values that nothing leads to the descriptor from; another lives as
// long as a value of the type or code that mentions it.
type typeTable struct {
	sync.RWMutex
	descs map[uint32][]weak.Pointer[Type] // by the hash of the type
	cache map[types.Type]*Type            // nil for types without one
	// Those with a made type: a later cell could mention the current ones at the last sweep.
	current, retired []*Type
}

func (t *typeTable) keepDescriptor(d *Type) {
	t.Lock()
	defer t.Unlock()
	t.current = append(t.current, d)
}

// hashType is the same for identical types. A name doesn't do: a session may declare it again
// and again.
func hashType(t types.Type) uint32 { return typeutil.MakeHasher().Hash(t) }

// AddType makes a descriptor known to printing.
func (r *Runtime) AddType(t *Type) {
	r.types.Lock()
	defer r.types.Unlock()
	if r.types.descs == nil {
		r.types.descs = map[uint32][]weak.Pointer[Type]{}
	}
	h := hashType(t.T)
	r.types.descs[h] = append(r.types.descs[h], weak.Make(t))
	r.types.cache = nil
	t.rt = r
}

// Sweep forgets what can be found again: the functions of methods, and descriptors that
// nothing else refers to.
func (r *Runtime) Sweep() {
	r.memories.forgetAll()
	t := &r.types
	t.Lock()
	defer t.Unlock()
	t.cache = nil
	for h, descs := range t.descs {
		t.descs[h] = slices.DeleteFunc(descs, func(p weak.Pointer[Type]) bool {
			d := p.Value()
			if d != nil {
				d.forgetFunctions()
			}
			return d == nil
		})
		if len(t.descs[h]) == 0 {
			delete(t.descs, h)
		}
	}
}

// Retire tells which types no later cell can mention, and so give methods. It yields, once,
// each of them that a value may keep alive. What is known about methods no longer holds
// afterwards, so an engine can drop what it has compiled for them.
func (r *Runtime) Retire(dead func(types.Type) bool) iter.Seq[*Type] {
	return func(yield func(*Type) bool) {
		r.maker.Settle(dead)
		retired := r.types.retireDead(dead)
		if len(retired) == 0 {
			return
		}
		r.memories.forgetAll()
		defer r.memories.forgetAll()
		for _, d := range retired {
			if !yield(d) {
				return
			}
		}
	}
}

// retireDead makes the dead ones of the current types retired, and returns them.
func (t *typeTable) retireDead(dead func(types.Type) bool) (now []*Type) {
	t.Lock()
	defer t.Unlock()
	t.current = slices.DeleteFunc(t.current, func(d *Type) bool {
		old := dead(d.T)
		if old {
			now = append(now, d)
		}
		return old
	})
	t.retired = append(t.retired, now...)
	return now
}

// Of reports whether t, which may be nil, is a type of the session's.
func (t *Type) Of(r *Runtime) bool { return t != nil && t.rt == r }

// Symbols are what an engine calls the functions of the methods.
func (t *Type) Symbols() (all []any) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, m := range t.methods {
		all = append(all, m.symbol)
	}
	return all
}

// Replace changes what an engine calls the functions of the methods.
func (t *Type) Replace(by func(symbol any) any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, m := range t.methods {
		t.methods[i] = &method{name: m.name, symbol: by(m.symbol), find: m.find}
	}
}

// eachDescriptor yields the descriptors; the table is locked.
func (t *typeTable) eachDescriptor(yield func(*Type) bool) {
	for _, descs := range t.descs {
		for _, p := range descs {
			if d := p.Value(); d != nil && !yield(d) {
				return
			}
		}
	}
}

// Known is the descriptor of a type, nil if it has none.
func (r *Runtime) Known(t types.Type) *Type { return r.types.lookupType(t) }

// Descriptor is the descriptor of a type; one that no cell has used in an
// interface gets one without methods.
func (r *Runtime) Descriptor(t types.Type) *Type {
	if d := r.types.lookupType(t); d != nil {
		return d
	}
	d := NewType(t, typename.Go(t), true)
	r.AddType(d)
	return d
}

// lookupType is the descriptor of a type, nil if it has none.
func (t *typeTable) lookupType(gt types.Type) *Type {
	t.RLock()
	d, ok := t.cache[gt]
	t.RUnlock()
	if ok {
		return d
	}
	h := hashType(gt)
	t.Lock()
	defer t.Unlock()
	for _, p := range t.descs[h] {
		if c := p.Value(); c != nil && types.Identical(c.T, gt) {
			d = c
			break
		}
	}
	if t.cache == nil {
		t.cache = map[types.Type]*Type{}
	}
	t.cache[gt] = d
	return d
}

// PointerTo is the descriptor of the pointers to a type, nil if they have none.
func (r *Runtime) PointerTo(gt types.Type) *Type {
	t, to := &r.types, types.NewPointer(gt)
	t.RLock()
	defer t.RUnlock()
	for _, p := range t.descs[hashType(to)] {
		if c := p.Value(); c != nil && types.Identical(c.T, to) {
			return c
		}
	}
	return nil
}
