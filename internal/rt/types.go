package rt

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"riffle/internal/typename"
)

// Type describes a type of the session to the run-time.
type Type struct {
	// T is the type as the user wrote it, Shown its name under %T.
	T     types.Type
	Shown string
	// Boxed says that values of it in an interface are boxes.
	Boxed bool

	lowered reflect.Type // of a struct

	rt      *Runtime
	mu      sync.RWMutex
	methods map[string]reflect.Value
	set     *types.MethodSet
	face    Face                    // of the methods so far
	native  map[string]reflect.Type // the types of its methods
}

// NewType describes a type; its methods come later, by Method.
func NewType(t types.Type, shown string, boxed bool) *Type {
	return &Type{T: t, Shown: shown, Boxed: boxed, methods: map[string]reflect.Value{}}
}

// SetLowered tells what a struct type is lowered to.
func (t *Type) SetLowered(l reflect.Type) { t.lowered = l }

// Method enters a method: a function with the receiver first.
func Method(t *Type, name string, fn any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.methods[name] = reflect.ValueOf(fn)
	t.set, t.face = nil, nil
}

// Func is a method as a function with the receiver first, invalid if there is
// none.
func (t *Type) Func(name string) reflect.Value {
	if name == exactKey {
		return reflect.Value{}
	}
	return t.method(name)
}

// method is a method of the table, invalid if there is none.
func (t *Type) method(name string) reflect.Value {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.methods[name]
}

func (t *Type) methodSet() *types.MethodSet {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.set == nil {
		t.set = types.NewMethodSet(t.T)
	}
	return t.set
}

// exactType is the Go type of an exact type's values.
func exactType(t *Type) reflect.Type {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if m := t.methods[exactKey]; m.IsValid() {
		return m.Type()
	}
	return nil
}

// exactKey holds the zero value of an exact type among the methods.
const exactKey = " exact"

// SetExact tells the Go type of an exact type.
func (t *Type) SetExact(rt reflect.Type) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.methods[exactKey] = reflect.Zero(rt)
}

// typeTable finds the descriptor of a part's type.
type typeTable struct {
	sync.RWMutex
	descs []*Type
	cache map[types.Type]*Type
}

// AddType makes a descriptor known to printing.
func (r *Runtime) AddType(t *Type) {
	r.types.Lock()
	defer r.types.Unlock()
	r.types.descs = append(r.types.descs, t)
	r.types.cache = nil
	t.rt = r
}

// Known is the descriptor of a type, nil if it has none.
func (r *Runtime) Known(t types.Type) *Type { return r.types.lookup(t) }

// Descriptor is the descriptor of a type; one that no cell has used in an
// interface gets one without methods.
func (r *Runtime) Descriptor(t types.Type) *Type {
	if d := r.types.lookup(t); d != nil {
		return d
	}
	d := NewType(t, typename.Go(t), true)
	r.AddType(d)
	return d
}

// lookup is the descriptor of a type, nil if it has none.
func (t *typeTable) lookup(gt types.Type) *Type {
	t.RLock()
	d, ok := t.cache[gt]
	t.RUnlock()
	if ok {
		return d
	}
	t.Lock()
	defer t.Unlock()
	for _, c := range t.descs {
		if types.Identical(c.T, gt) {
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

// rename puts the user's names for lowered structs into a type's text, larger
// structs first, which may contain others.
func (t *typeTable) rename(text string) string {
	t.RLock()
	defer t.RUnlock()
	var pairs [][2]string
	for _, d := range t.descs {
		if d.lowered != nil && strings.Contains(text, d.lowered.String()) {
			pairs = append(pairs, [2]string{d.lowered.String(), d.Shown})
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	for _, p := range pairs {
		text = strings.ReplaceAll(text, p[0], p[1])
	}
	return text
}

// PointerTo is the descriptor of the pointers to a type, nil if they have none.
func (r *Runtime) PointerTo(gt types.Type) *Type {
	t := &r.types
	t.RLock()
	defer t.RUnlock()
	for _, c := range t.descs {
		if p, ok := c.T.(*types.Pointer); ok && types.Identical(p.Elem(), gt) {
			return c
		}
	}
	return nil
}
