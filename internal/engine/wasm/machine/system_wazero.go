//go:build !js

package machine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"
	"golang.org/x/sys/cpu"

	"riffle/internal/engine/wasm/code"
)

// system is what runs modules here: wazero.
type system struct {
	ctx    context.Context // has the window as the memory of modules
	wazero wazero.Runtime
	root   api.Module
	hosts  api.Module // of the host functions
	table  []uintptr  // the entries of the table that all modules share
	blanks blanks
	exit   exit
}

// loaded is a module that wazero has compiled.
type loaded struct {
	compiled wazero.CompiledModule
	instance api.Module
	exits    bool // that its imported functions are, see atOnce
}

// supported says why wazero has no compiler here.
func supported() error {
	switch runtime.GOARCH {
	case "arm64":
	case "amd64":
		if !cpu.X86.HasSSE41 {
			return errors.New("the processor has no SSE4.1")
		}
	default:
		return fmt.Errorf("there is no compiler for %s", runtime.GOARCH)
	}
	switch runtime.GOOS {
	case "linux", "darwin", "windows", "freebsd", "netbsd":
		return nil
	}
	return fmt.Errorf("there is no compiler for %s", runtime.GOOS)
}

// start makes wazero's runtime with the modules that all others build on.
func (m *Machine) start() (err error) {
	m.ctx = experimental.WithMemoryAllocator(context.Background(), linearMemory{&m.window})
	m.wazero = wazero.NewRuntimeWithConfig(m.ctx, wazero.NewRuntimeConfigCompiler())
	m.table = make([]uintptr, maxSlots)
	m.exit = exit{m, m.base}
	if err = m.startHost(); err == nil {
		err = m.startRoot()
	}
	if err != nil {
		m.close()
	}
	return err
}

func (m *Machine) close() { m.wazero.Close(m.ctx) }

// startHost makes the module of host functions. All of them are one.
func (m *Machine) startHost() (err error) {
	b := m.wazero.NewHostModuleBuilder(HostModule)
	for n := 0; n <= MaxArguments; n++ {
		for r := 0; r <= MaxResults; r++ {
			s := hostSignature(n, r)
			b.NewFunctionBuilder().WithGoFunction(api.GoFunc(m.host), valueTypes(s.Params), valueTypes(s.Results)).Export(HostName(n, r))
		}
	}
	for name, n := range map[string]int{overwriteName: 3, logName: 1} {
		b.NewFunctionBuilder().WithGoFunction(api.GoFunc(m.host), valueTypes(hostSignature(n, 0).Params), nil).Export(name)
	}
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(nowhere), valueTypes(resumePointSignature.Params), valueTypes(resumePointSignature.Results)).Export(resumePointName)
	m.hosts, err = b.Instantiate(m.ctx)
	return err
}

// nowhere stands for an imported function that modules have another in place of.
func nowhere(context.Context, []uint64) { panic(&Fault{"a module has no resume points"}) }

func valueTypes(ts []code.Type) (vs []api.ValueType) {
	for _, t := range ts {
		vs = append(vs, api.ValueType(t))
	}
	return vs
}

// host is every host function that compiled code reaches through wazero. s has the
// arguments and takes the results.
func (m *Machine) host(_ context.Context, s []uint64) {
	c, sp, id := m.contextOf(uint32(s[0])), uint32(s[1]), uint32(s[2])
	copy(s, s[hostArguments:])
	defer func() { c.catch(recover(), sp, id) }()
	m.site(id).Host(c, sp, s)
}

// unwound is the panic that ends a call of wazero's; the original value is the context's
// failure. wazero returns such an error unchanged.
var unwound = sys.NewExitError(1)

// catch keeps the value of a panic in a host function, and its trace, for the entry
// that it is in: wazero can't pass it.
func (c *Context) catch(v any, sp, id uint32) {
	if v == nil {
		return // or runtime.Goexit, which goes through
	}
	c.failure = v
	c.leave(sp, id)
	panic(unwound)
}

// catchOrResume is catch; if a guard's deferred call stops the panic, it is over, and
// compiled code continues at the point that is returned.
func (c *Context) catchOrResume(v any, sp, id uint32) (point uintptr) {
	if v == nil || !c.mayResume(v) {
		c.catch(v, sp, id)
		return 0
	}
	c.leave(sp, id)
	next, record := c.unwind(c.entries[len(c.entries)-1].guard, v)
	if next == nil {
		return c.m.base + uintptr(record) + RecordSize
	}
	c.failure = next
	panic(unwound)
}

// startRoot makes the module that enters all others.
func (m *Machine) startRoot() error {
	b := rootModule()
	b.Memory(windowPages, windowPages)
	b.Table(ownSlots, ownSlots)
	compiled, err := m.wazero.CompileModule(m.ctx, b.Encode())
	if err != nil {
		return err
	}
	m.root, err = m.instantiate(compiled, []uint32{probeSlot, repeatSlot})
	return err
}

// load compiles a module and makes its instance.
func (m *Machine) load(b *code.Module, slots []uint32) (l loaded, err error) {
	b.Memory(windowPages, windowPages)
	if l.compiled, err = m.wazero.CompileModule(m.ctx, b.Encode()); err != nil {
		return l, err
	}
	if l.instance, err = m.instantiate(l.compiled, slots); err == nil {
		if l.exits = m.atOnce(b, l.instance); !l.exits && importsResumePoint(b) {
			return l, errors.New("wazero keeps imported functions in a place that isn't known")
		}
		m.blanks.strip(l.instance)
	}
	return l, err
}

// unload frees what load has made.
func (m *Machine) unload(l loaded) {
	if l.instance != nil {
		l.instance.Close(m.ctx)
	}
	if l.compiled != nil {
		l.compiled.Close(m.ctx)
	}
}

// clear empties entries of the table.
func (m *Machine) clear(slots []uint32) {
	for _, s := range slots {
		m.table[s] = 0
	}
}

// redirect makes an entry of the table a copy of another, while code may be calling it.
func (m *Machine) redirect(slot, to uint32) { atomic.StoreUintptr(&m.table[slot], m.table[to]) }

// instantiate makes a module's instance, which has the functions of others in its
// table.
func (m *Machine) instantiate(compiled wazero.CompiledModule, slots []uint32) (api.Module, error) {
	instance, err := m.wazero.InstantiateModule(m.ctx, compiled, plain())
	if err != nil {
		return nil, err
	}
	forgetSystem(instance)
	return instance, m.share(instance, slots)
}

// plain is the configuration of instances. The source of random numbers that wazero
// makes for each otherwise has 5 KB and takes 10 µs.
func plain() wazero.ModuleConfig {
	return wazero.NewModuleConfig().WithName("").WithRandSource(rand.Reader)
}

// share puts a module's functions into the table that all modules share, and gives the
// module that table in place of its own. An imported table would keep all modules for
// ever, in a list that wazero appends to; so they have tables of their own, whose entries
// are one array.
func (m *Machine) share(instance api.Module, slots []uint32) error {
	entries, err := tableEntries(instance)
	if err != nil {
		return err
	}
	own := entries.Interface().([]uintptr)
	for _, s := range slots {
		m.table[s] = own[s]
	}
	entries.Set(reflect.ValueOf(m.table))
	return nil
}

// tableEntries finds the entries of an instance's table, an exported field of an
// exported field of wazero's instance. New tries it, so that a changed version of wazero
// is noticed.
func tableEntries(instance api.Module) (reflect.Value, error) {
	v := reflect.ValueOf(instance)
	for _, name := range []string{"Tables", "References"} {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}, fmt.Errorf("wazero's %s is no struct", v.Type())
		}
		if v = v.FieldByName(name); v.Kind() != reflect.Slice {
			return reflect.Value{}, fmt.Errorf("wazero's instances have no list %s", name)
		}
		if name == "Tables" && v.Len() == 1 {
			v = v.Index(0)
		}
	}
	if v.Type() != reflect.TypeFor[[]uintptr]() || !v.CanSet() {
		return reflect.Value{}, fmt.Errorf("the entries of wazero's tables are %s", v.Type())
	}
	return v, nil
}

// calls are what a context needs to enter compiled code.
type calls struct {
	engines []api.Function // for each level of entries
	stack   [4]uint64      // wazero's arguments
}

// enter calls an entry function of the table, in the context whose control block lies
// at tc.
func (cs *calls) enter(m *Machine, level int, tc, at, entry, slot uint32, _ bool) (how outcome, err error) {
	if level == len(cs.engines) {
		cs.engines = append(cs.engines, nil)
	}
	enter := cs.engines[level]
	if enter == nil {
		enter = m.root.ExportedFunction(enterName)
	}
	cs.engines[level] = nil // after a Goexit or a fault it is unusable
	cs.stack = [4]uint64{uint64(tc), uint64(at), uint64(entry), uint64(slot)}
	err = enter.CallWithStack(context.Background(), cs.stack[:])
	if err != nil && !errors.Is(err, unwound) {
		return faulted, err
	}
	cs.engines[level] = enter
	if err != nil {
		return panicked, nil
	}
	return returned, nil
}

// left says that the entry of a level has ended.
func (cs *calls) left(level int) {
	if len(cs.engines) > level+1 && level > 2 {
		cs.engines = slices.Delete(cs.engines, level+1, len(cs.engines)) // they may be large
	}
}

// rest says that the context isn't used for now.
func (cs *calls) rest() {
	if len(cs.engines) > 1 {
		clear(cs.engines[1:])
		cs.engines = cs.engines[:1]
	}
}

// linearMemory makes the window the memory of every module.
type linearMemory struct{ *window }

// Allocate reserves nothing.
func (m linearMemory) Allocate(cap, max uint64) experimental.LinearMemory { return m }

// Reallocate returns the window's beginning as a slice.
//
//go:nocheckptr
func (m linearMemory) Reallocate(size uint64) []byte {
	return unsafe.Slice((*byte)(m.at(0)), size)
}

// Free does nothing, as nothing was reserved.
func (m linearMemory) Free() {}
