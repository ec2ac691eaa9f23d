package notebook

// keeper passes the states of a running notebook to Options.Store, one at a time, while
// the notebook continues. A newer state replaces one that hasn't been stored yet.
type keeper struct {
	newest chan *Notebook
	done   chan struct{}
}

// newKeeper starts a keeper; closeKeeper ends it. One without store does nothing.
func newKeeper(store func(*Notebook)) *keeper {
	k := &keeper{newest: make(chan *Notebook, 1), done: make(chan struct{})}
	go func() {
		defer close(k.done)
		for nb := range k.newest {
			if store != nil {
				store(nb)
			}
		}
	}()
	return k
}

// keepState takes a state, which must not change afterwards.
func (k *keeper) keepState(nb *Notebook) {
	k.dropState()
	k.newest <- nb
}

// dropState drops a state that hasn't been stored.
func (k *keeper) dropState() {
	select {
	case <-k.newest:
	default:
	}
}

// closeKeeper waits until what is being stored is stored.
func (k *keeper) closeKeeper() {
	k.dropState()
	close(k.newest)
	<-k.done
}

// snapshot is a copy of the notebook with what its cells have said so far.
func (p *page) snapshot(nb *Notebook) *Notebook {
	p.mu.Lock()
	defer p.mu.Unlock()
	said := make(map[*Cell][]Output, len(p.recorders))
	for _, r := range p.recorders {
		said[r.cell] = r.outputs()
	}
	state := *nb
	state.Cells = make([]*Cell, len(nb.Cells))
	for i, c := range nb.Cells {
		cell := *c
		if outs, ran := said[c]; ran {
			cell.Outputs = outs
		}
		state.Cells[i] = &cell
	}
	p.widgets.storeStates(&state)
	return &state
}
