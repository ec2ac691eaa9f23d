//go:build !js

package machine

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/tetratelabs/wazero/api"

	"riffle/internal/engine/wasm/code"
)

// wazero leaves compiled code by returning to the loop that entered it, which calls the
// host function and jumps back. The processor mispredicts the returns, so that this takes
// 50 ns. An exit does it as a call: compiled code jumps to leave, which switches to Go's
// stack and calls hosted there, on top of the frame of wazero's loop. For Go that is a
// call like any other: its stack may be moved and walked, and a panic or a Goexit passes
// through to the loop, as ever. All that wazero needs to know in that case is where
// compiled code was left. If compiled code's stack has no room, leave has wazero enlarge it.
//
// Where a module finds its imported functions isn't part of wazero's interface. We search
// for it, and if we don't find it, or on a processor without leave, modules keep wazero's
// way.

// exit is what functions that compiled code calls in the host's place need: the machine,
// and the window's beginning.
type exit struct {
	m    *Machine
	base uintptr
}

// hosted is what exits call: a has the arguments and takes the results. Compiled code
// continues where it left, or at a point that is returned.
func hosted(x *exit, a *[MaxArguments]uint64, tc, sp, id uint32) (point uintptr) {
	c, over := x.m.contextOf(tc), false
	defer func() {
		if !over { // recovering takes longer than checking
			point = c.catchOrResume(recover(), sp, id)
		}
	}()
	x.m.site(id).Host(c, sp, a[:])
	over = true
	return 0
}

// atOnce makes a module leave by exits, and reports whether it could.
func (m *Machine) atOnce(b *code.Module, instance api.Module) bool {
	imports := b.Imports()
	if !m.leavesAtOnce() || len(imports) == 0 {
		return false
	}
	few, many := leaves()
	entries := m.importEntries(instance, len(imports))
	for i, at := range entries {
		at.module = uintptr(unsafe.Pointer(&m.exit))
		switch {
		case imports[i].Name == overwriteName:
			_, at.code = m.writers(few)
		case imports[i].Name == logName:
			at.code, _ = m.writers(few)
		case imports[i].Name == resumePointName:
			at.code = resumePoints()
		case len(imports[i].Params) > hostArguments+fewArguments:
			at.code = many
		default:
			at.code = few
		}
	}
	return len(entries) > 0
}

// leavesAtOnce reports whether compiled code leaves by exits here.
func (m *Machine) leavesAtOnce() bool {
	few, _ := leaves()
	return few != 0 && !m.Stress.Slow
}

// Resumes reports whether functions can be resumed here, see ResumePoint.
func (m *Machine) Resumes() bool { return m.leavesAtOnce() }

// importsResumePoint reports whether a module has functions that are resumed.
func importsResumePoint(b *code.Module) bool {
	return slices.ContainsFunc(b.Imports(), func(f *code.Func) bool { return f.Name == resumePointName })
}

// writers is the code of Log and of Overwrite: leave if the host has to do it, or one that
// breaks rule 2.
func (m *Machine) writers(leave uintptr) (log, overwrite uintptr) {
	log, overwrite, unlogged, unmarked := overwrites()
	switch {
	case m.Stress.Marking || m.Stress.Broken == 2:
		return leave, leave
	case m.Stress.Broken == BrokenLog:
		return log, unlogged
	case m.Stress.Broken == BrokenMarking:
		return log, unmarked
	}
	return log, overwrite
}

// fewArguments is how many arguments leave finds in registers.
const fewArguments = 4

// importEntry is wazero's record of an imported function.
type importEntry struct{ code, module, typ uintptr }

// importEntries finds the entries of a module's n imported functions, all of which are
// the host's: they are consecutive in the module's context, and share the host module's
// address. There are none if they aren't found.
func (m *Machine) importEntries(instance api.Module, n int) (es []*importEntry) {
	of := engineField(m.hosts, "opaquePtr")
	list := engineField(instance, "opaque")
	if of.Kind() != reflect.Pointer || list.Kind() != reflect.Slice || list.Type().Elem().Kind() != reflect.Uint8 {
		return nil
	}
	const size = unsafe.Sizeof(importEntry{})
	begin, length, host := list.UnsafePointer(), uintptr(list.Len()), of.Pointer()
	for at := uintptr(0); at+size <= length; {
		e := (*importEntry)(unsafe.Add(begin, at))
		switch {
		case e.module == host && host != 0:
			es = append(es, e)
			at += size
		case len(es) > 0 && len(es) < n:
			return nil
		default:
			at += unsafe.Sizeof(uintptr(0))
		}
	}
	if len(es) != n {
		return nil
	}
	return es
}

// engineField is a field of wazero's engine-side record of an instance. The host's
// instance is wrapped.
func engineField(instance api.Module, name string) reflect.Value {
	in := structOf(instance)
	if in.IsValid() && in.FieldByName("Module").IsValid() {
		in = structOf(in.FieldByName("Module").Interface())
	}
	e := field(in, "Engine")
	if e.Kind() != reflect.Interface || e.IsNil() {
		return reflect.Value{}
	}
	if e = reflect.Indirect(e.Elem()); e.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return e.FieldByName(name)
}
