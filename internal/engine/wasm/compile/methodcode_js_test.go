package compile

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
	"unsafe"
)

// kept is what the collector looks through.
var kept reflect.Value

// TestMethodCode holds a method while nothing lies in the heap at the address of its code:
// the collector ends the program that keeps Method.Func.
func TestMethodCode(t *testing.T) {
	reach(addCode())
	for range 3 { // until what lay there is gone
		runtime.GC()
	}
	m, _ := reflect.TypeFor[*sync.WaitGroup]().MethodByName("Add")
	kept = funcOf(m)
	m = reflect.Method{}
	for range 2 {
		runtime.GC()
	}
	var wg sync.WaitGroup
	kept.Call([]reflect.Value{reflect.ValueOf(&wg), reflect.ValueOf(1)})
	wg.Done()
	wg.Wait()
}

// addCode is the address of the code of WaitGroup's Add. It keeps nothing of the method,
// which would hold what lies at that address.
//
//go:noinline
func addCode() uintptr {
	m, _ := reflect.TypeFor[*sync.WaitGroup]().MethodByName("Add")
	return *(*uintptr)(wordOf(m.Func))
}

// reach makes the heap so large that there has been something at an address.
//
//go:noinline
func reach(at uintptr) {
	var all [][]byte
	for last := uintptr(0); last < at+1<<20; {
		b := make([]byte, 128<<10)
		all, last = append(all, b), uintptr(unsafe.Pointer(&b[0]))
	}
	runtime.KeepAlive(all)
}
