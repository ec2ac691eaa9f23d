package machine

// Number is a number for a name, the same for all modules: from 0 on, in the order in
// which names are first requested.
func (m *Machine) Number(name string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.numbers[name]
	if !ok {
		if m.numbers == nil {
			m.numbers = map[string]int{}
		}
		n = len(m.numbers)
		m.numbers[name] = n
	}
	return n
}
