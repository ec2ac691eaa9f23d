package lower

// A cell that can't be lowered leaves no trace in the session: each entry that its
// lowering makes in a table of the session is logged, and removed if it fails. All that
// stays is knowledge that would have come later anyway, such as which types are
// recursive.

// undo is a log of changes, reverted latest first.
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

// drop removes k from a table of the session.
func drop[K comparable, V any](u *undo, table map[K]V, k K) {
	old, had := table[k]
	if !had {
		return
	}
	delete(table, k)
	*u = append(*u, func() { table[k] = old })
}

// back reverts all logged changes.
func (u *undo) back() {
	for i := len(*u) - 1; i >= 0; i-- {
		(*u)[i]()
	}
	*u = nil
}
