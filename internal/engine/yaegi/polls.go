package yaegi

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// Yaegi makes a closure of each node of a program's trees; one returns the next. Those
// that come next it has when it makes a closure, except for two: a function begins with
// what its first node has at that moment, and a loop goes back to what the node has where
// it goes on. So what takes the place of a node's closure later runs there, and only
// there: where others have to be given their turn.

// exec is yaegi's type of closures, but for the type of the frame.
type exec func(frame unsafe.Pointer) exec

// poller has functions and loops call what lets others run.
type poller struct {
	turn, nested func() // nil for none
	exec         uintptr
	next         []uintptr // where a node goes on
}

// newPoller finds the fields of a node.
func newPoller(node reflect.Type, turn, nested func()) (p poller, err error) {
	p.turn, p.nested = turn, nested
	if turn == nil {
		return p, nil
	}
	if p.exec, err = offset(node, "exec", reflect.Func); err != nil {
		return p, err
	}
	f, _ := node.FieldByName("exec")
	if t := f.Type; t.NumIn() != 1 || t.In(0).Kind() != reflect.Pointer || t.NumOut() != 1 || t.Out(0) != t {
		return p, fmt.Errorf("this version of yaegi has closures of the type %s", t)
	}
	for _, name := range []string{"tnext", "fnext"} {
		next, err := offset(node, name, reflect.Pointer)
		if err != nil {
			return p, err
		}
		p.next = append(p.next, next)
	}
	return p, nil
}

// polls has a program's functions and loops poll. Its trees aren't stripped yet.
func (s *stripper) polls(p *interp.Program) {
	if s.poller.turn == nil {
		return
	}
	root := (&reacher{v: reflect.ValueOf(p).Elem()}).value("root", reflect.Pointer).UnsafePointer()
	came := map[unsafe.Pointer]int{}
	s.count(root, came)
	for n, times := range came {
		if times > 1 { // a loop is come to from before it too, unless a function begins with it
			s.poller.at(n, s.poller.turn)
		}
	}
	s.entries(root)
}

// count counts from how many nodes each is come to.
func (s *stripper) count(n unsafe.Pointer, came map[unsafe.Pointer]int) {
	for _, next := range s.poller.next {
		if to := *at(n, next); to != nil {
			came[to]++
		}
	}
	for _, c := range *s.children(n) {
		s.count(c, came)
	}
}

// entries has functions poll where they begin.
func (s *stripper) entries(n unsafe.Pointer) {
	children := *s.children(n)
	if s.functions[s.kindOf(n)] {
		if body := children[len(children)-1]; *at(body, s.start) != nil {
			s.poller.at(*at(body, s.start), s.poller.nested)
		}
	}
	for _, c := range children {
		s.entries(c)
	}
}

// at has a node's closure call f first.
func (p *poller) at(n unsafe.Pointer, f func()) {
	closure := (*exec)(unsafe.Add(n, p.exec))
	if run := *closure; run != nil {
		*closure = func(frame unsafe.Pointer) exec {
			f()
			return run(frame)
		}
	}
}
