package machine

import (
	"fmt"
	"runtime"
	"weak"

	"riffle/internal/engine/wasm/code"
)

// Module is compiled code with what it needs: sites, entries of the shared table, and
// what it keeps alive. It lives as long as something refers to it: a Func, a function
// object, another module that keeps it, or a frame of it. After that its code, sites and
// entries are freed.
type Module struct {
	m     *Machine
	sites []*Site
	keep  []any
	body  *body
}

// body is what is left to free when a Module is gone.
type body struct {
	sites, slots []uint32
	loaded       loaded
}

// maxSlots bounds the functions that are in the table at one time. The table's memory is
// touched only as far as it is used.
const maxSlots = 1 << 16

// NewModule returns an empty module.
func (m *Machine) NewModule() *Module {
	mod := &Module{m: m, body: new(body)}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bodies == nil {
		m.bodies = map[int]*body{}
	}
	m.lastBody++
	m.bodies[m.lastBody] = mod.body
	runtime.AddCleanup(mod, grave.bury, grave{weak.Make(m), m.lastBody})
	return mod
}

// grave says where the body of a module is. The runtime would keep a cleanup's argument
// for ever if it led to the module, as a machine does through its user.
type grave struct {
	m weak.Pointer[Machine]
	n int
}

func (g grave) bury() {
	if m := g.m.Value(); m != nil {
		m.bury(g.n)
	}
}

// Site adds a site, and returns the number by which code passes it. It is valid only in
// the module's own code.
func (mod *Module) Site(s Site) uint32 {
	s.module = mod
	s.Size = siteHeader + s.Raw + 8*uint32(len(s.Words))
	mod.sites = append(mod.sites, &s)
	id := mod.m.takeSite(&s)
	mod.body.sites = append(mod.body.sites, id)
	return id
}

// Slot reserves an entry of the table that all modules share, for a function that
// the code puts there: b.Element(slot, f).
func (mod *Module) Slot() uint32 {
	slot := mod.m.takeSlot()
	mod.body.slots = append(mod.body.slots, slot)
	return slot
}

// Keep keeps x alive as long as the module lives: constants, the memory of globals,
// other modules whose functions it calls.
func (mod *Module) Keep(x any) { mod.keep = append(mod.keep, x) }

// Redirect makes an entry of the module that of another function, which the module keeps
// alive from then on.
func (mod *Module) Redirect(slot uint32, to *Func) {
	mod.m.mu.Lock()
	defer mod.m.mu.Unlock()
	mod.Keep(to.Module)
	mod.m.redirect(slot, to.Slot)
}

// Load compiles b and makes its functions callable. Load itself gives b its memory
// and its table, of which b only names the entries (Slot). b may import host functions of
// the module "env": h{n}_{r}, for n from 0 to 8 and r from 0 to 3, takes the context and
// the frame's offset (i32), a site's number (i32) and n arguments (i64), and returns r
// results (i64), and the functions of Overwrite and Log. An error is a fault of the code's.
func (mod *Module) Load(b *code.Module) error {
	m := mod.m
	highest := uint32(0)
	for _, s := range mod.body.slots {
		if s >= maxSlots {
			return fmt.Errorf("more than %d functions", maxSlots-1)
		}
		highest = max(highest, s)
	}
	b.Table(highest+1, highest+1)
	var err error
	mod.body.loaded, err = m.load(b, mod.body.slots)
	return err
}

// bury frees what a module leaves. None of its code runs: its frames would have kept it
// alive.
func (m *Machine) bury(n int) {
	m.mu.Lock()
	b := m.bodies[n]
	delete(m.bodies, n)
	table := *m.sites.Load()
	for _, id := range b.sites {
		table[id] = 0
	}
	m.clear(b.slots)
	m.freeSites = append(m.freeSites, b.sites...)
	m.freeSlots = append(m.freeSlots, b.slots...)
	m.mu.Unlock()
	m.unload(b.loaded)
}
