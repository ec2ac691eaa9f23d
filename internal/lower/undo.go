package lower

// A cell that can't be lowered leaves no trace in the session: each entry that
// its lowering makes in a table of the session is noted, and taken out again if
// it fails. What stays is only known sooner than it would have been, such as
// which types are recursive.

// undo takes back what was noted since it was made, the latest first.
type undo []func()

// put enters k in a table of the session.
func put[K comparable, V any](u *undo, table map[K]V, k K, v V) {
	old, had := table[k]
	table[k] = v
	*u = append(*u, func() {
		if had {
			table[k] = old
		} else {
			delete(table, k)
		}
	})
}

// drop takes k out of a table of the session.
func drop[K comparable, V any](u *undo, table map[K]V, k K) {
	old, had := table[k]
	if !had {
		return
	}
	delete(table, k)
	*u = append(*u, func() { table[k] = old })
}

// back takes back all that was noted.
func (u *undo) back() {
	for i := len(*u) - 1; i >= 0; i-- {
		(*u)[i]()
	}
	*u = nil
}
