package machine

import "unsafe"

// The numbers of sites and slots are reused when their module is gone.

func (m *Machine) takeSlot() uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return take(&m.freeSlots, &m.nextSlot)
}

// takeSite adds s to the table of sites. The table has only its address, so that it keeps
// no module alive; the module keeps s.
func (m *Machine) takeSite(s *Site) uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := take(&m.freeSites, &m.nextSite)
	table := *m.sites.Load()
	if int(id) >= len(table) {
		grown := make([]uintptr, max(256, 2*len(table)))
		copy(grown, table)
		m.sites.Store(&grown)
		table = grown
	}
	table[id] = uintptr(unsafe.Pointer(s))
	return id
}

func take(free *[]uint32, next *uint32) uint32 {
	if n := len(*free); n > 0 {
		id := (*free)[n-1]
		*free = (*free)[:n-1]
		return id
	}
	*next++
	return *next - 1
}

// site is the site of a number that running code passed, whose module is therefore alive.
func (m *Machine) site(id uint32) *Site {
	return (*Site)(pointer((*m.sites.Load())[id]))
}
