package yaegi

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// Yaegi makes a closure of each node of a program's trees; each returns the next. It
// binds the next closure when it makes one, with two exceptions: a function begins with
// whatever closure its first node has at that moment, and a loop goes back to whatever
// closure the node has where it continues. So if a node's closure is replaced later, the
// new one runs at those places and only there: just where others must get their turn.

// exec is yaegi's type of closures, except for the type of the frame.
type exec func(frame unsafe.Pointer) exec

// poller makes functions and loops yield.
type poller struct {
	turn, nested func() // nil for none
	exec         uintptr
	next         []uintptr // where a node continues
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

// polls makes a program's functions and loops poll. Its trees aren't stripped yet.
func (s *stripper) polls(p *interp.Program) {
	if s.poller.turn == nil {
		return
	}
	root := (&reacher{v: reflect.ValueOf(p).Elem()}).value("root", reflect.Pointer).UnsafePointer()
	came := map[unsafe.Pointer]int{}
	s.count(root, came)
	for n, times := range came {
		if times > 1 { // a loop is reached from before it too, unless a function begins with it
			s.poller.at(n, s.poller.turn)
		}
	}
	s.entries(root)
}

// count counts the nodes from which each is reached.
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

// entries makes functions poll at their entry.
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

// at makes a node's closure call f first.
func (p *poller) at(n unsafe.Pointer, f func()) {
	closure := (*exec)(unsafe.Add(n, p.exec))
	if run := *closure; run != nil {
		*closure = func(frame unsafe.Pointer) exec {
			f()
			return run(frame)
		}
	}
}
