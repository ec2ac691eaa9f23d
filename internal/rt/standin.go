package rt

import (
	"reflect"
	"sync"
	"time"
)

// StandIn is the function, with the receiver first, that cells get instead of a library's
// method: its wait ends on an interrupt, or it ends the cell where the method would end
// the process. It is invalid for other methods.
func (r *Runtime) StandIn(t reflect.Type, method string) reflect.Value {
	return reflect.ValueOf(r.standIns[t][method])
}

// makeStandIns lists them by the type of the receiver.
func (r *Runtime) makeStandIns() map[reflect.Type]map[string]any {
	return map[reflect.Type]map[string]any{
		reflect.TypeFor[*sync.Mutex]():   {"Lock": r.MutexLock, "Unlock": MutexUnlock},
		reflect.TypeFor[*sync.RWMutex](): {"Lock": r.RWMutexLock, "Unlock": RWMutexUnlock, "RLock": r.RWMutexRLock, "RUnlock": RWMutexRUnlock},
		readLocker: {
			"Lock":   func(l sync.Locker) { r.RWMutexRLock(lockOf(l)) },
			"Unlock": func(l sync.Locker) { RWMutexRUnlock(lockOf(l)) },
		},
		reflect.TypeFor[*sync.WaitGroup](): {"Wait": r.WaitGroupWait, "Go": r.WaitGroupGo},
		reflect.TypeFor[*sync.Cond]():      {"Wait": r.CondWait},
		reflect.TypeFor[*time.Timer]():     {"Stop": r.stopTimer, "Reset": r.resetTimer},
		reflect.TypeFor[*time.Ticker]():    {"Stop": r.stopTicker, "Reset": r.resetTicker},
	}
}

// AddStandIns adds stand-ins for the methods of another type.
func (r *Runtime) AddStandIns(t reflect.Type, methods map[string]any) { r.standIns[t] = methods }

// BoundMethod is the method value v.name of a native value.
func (r *Runtime) BoundMethod(v reflect.Value, name string) reflect.Value {
	m := v.MethodByName(name)
	f := r.StandIn(v.Type(), name)
	if !f.IsValid() {
		return m
	}
	call := f.Call
	if m.Type().IsVariadic() {
		call = f.CallSlice
	}
	return reflect.MakeFunc(m.Type(), func(in []reflect.Value) []reflect.Value {
		return call(append([]reflect.Value{v}, in...))
	})
}

// boundByReflection is what Method or MethodByName of a reflect.Value give where something
// stands in for the method; it is invalid for everything else.
func (r *Runtime) boundByReflection(recv any, call string, args []any) reflect.Value {
	v, ok := recv.(reflect.Value)
	if !ok || len(args) != 1 || !v.IsValid() || r.standIns[v.Type()] == nil {
		return reflect.Value{}
	}
	name, _ := args[0].(string)
	if i, ok := args[0].(int); ok && call == "Method" && i >= 0 && i < v.NumMethod() {
		name = v.Type().Method(i).Name
	}
	if call != "Method" && call != "MethodByName" || !v.CanInterface() || !r.StandIn(v.Type(), name).IsValid() {
		return reflect.Value{}
	}
	return r.BoundMethod(v, name)
}
