package trials

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"riffle/shuffle/internal/turn"
)

// Merge adds parts up to the whole experiment, in any order. It returns an error
// that says which unless they are all of this experiment and have each of its
// blocks once; if some are missing, it is a *MissingError.
//
// Merge plays the first block of the first and of the last part again, or of all if
// there are at most three, and refuses the parts if another comes of it: the trials
// then depend on more than their generator. If it is stopped meanwhile, it returns a
// part without trials.
func (e *Experiment) Merge(parts ...*Part) (*Part, error) {
	blocks := make([][2]int, len(parts))
	for i, p := range parts {
		if differs := e.Plan.Differs(p.Plan); differs != "" {
			return nil, fmt.Errorf("%s is of another experiment than %v: %s", p.Name(), e.Plan, differs)
		}
		if p.stopped {
			return nil, fmt.Errorf("%s was stopped, and is no complete part", p.Name())
		}
		blocks[i] = [2]int{p.From, p.To}
	}
	return e.MergeRead(blocks, func(i int) (*Part, error) { return parts[i], nil })
}

// MergeRead is Merge for parts that needn't all be in memory: each has blocks from one
// up to another, and is read when it is added. Several goroutines call read, perhaps
// twice for one part. It returns read's error, if there is one.
func (e *Experiment) MergeRead(blocks [][2]int, read func(i int) (*Part, error)) (*Part, error) {
	order := make([]int, len(blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(blocks[a][:], blocks[b][:]) })
	sorted := make([][2]int, len(blocks))
	for at, i := range order {
		sorted[at] = blocks[i]
	}
	if err := e.complete(sorted); err != nil {
		return nil, err
	}
	m := &merger{Experiment: e, blocks: sorted, read: func(at int) (*Part, error) { return read(order[at]) }}
	// First, as some tallies stop their experiment when they have read enough.
	if stopped, err := m.verify(); err != nil {
		return nil, err
	} else if stopped {
		return &Part{Plan: e.Plan, tally: e.empty(), stopped: true}, nil
	}
	return m.addUp()
}

// complete returns an error unless sorted stretches have each block once.
func (e *Experiment) complete(sorted [][2]int) error {
	missing := &MissingError{Plan: e.Plan}
	next := 0
	for i, b := range sorted {
		switch {
		case b[0] == b[1]:
			continue
		case b[0] < next:
			return overlap(sorted, i)
		case b[0] > next:
			missing.Blocks = append(missing.Blocks, [2]int{next, b[0]})
		}
		next = b[1]
	}
	if all := e.Plan.Blocks(); next < all {
		missing.Blocks = append(missing.Blocks, [2]int{next, all})
	}
	if len(missing.Blocks) > 0 {
		return missing
	}
	return nil
}

// overlap is the error of stretch i, whose blocks another one has too.
func overlap(sorted [][2]int, i int) error {
	b, before := sorted[i], sorted[:i]
	other := before[slices.IndexFunc(before, func(o [2]int) bool { return o[0] <= b[0] && b[0] < o[1] })]
	if other == b {
		return fmt.Errorf("blocks %d to %d are there twice", b[0], b[1]-1)
	}
	return fmt.Errorf("blocks %d to %d and %d to %d overlap: they are of two ways to split the experiment; remove one's parts",
		other[0], other[1]-1, b[0], b[1]-1)
}

// merger adds up parts that have all blocks of an experiment, by their order.
type merger struct {
	*Experiment
	blocks [][2]int
	read   func(i int) (*Part, error)

	next   atomic.Int64 // part to add
	mu     sync.Mutex
	failed int // the first part that can't be added, with its error
	err    error
	crash  any
	sums   []*Part
}

// part reads a part and makes sure that it has the blocks that it is to have.
func (m *merger) part(i int) (*Part, error) {
	p, err := m.read(i)
	switch {
	case err != nil:
		return nil, err
	case m.Plan.Differs(p.Plan) != "":
		return nil, fmt.Errorf("%s is of another experiment than %v: %s", p.Name(), m.Plan, m.Plan.Differs(p.Plan))
	case p.stopped:
		return nil, fmt.Errorf("%s was stopped, and is no complete part", p.Name())
	case p.From != m.blocks[i][0] || p.To != m.blocks[i][1]:
		return nil, fmt.Errorf("%s has blocks %d to %d, want %d to %d", p.Name(), p.From, p.To-1, m.blocks[i][0], m.blocks[i][1]-1)
	}
	return p, nil
}

// partsEach is how many parts an adder has at least: fewer are added faster than
// others begin.
const partsEach = 32

// addUp adds all parts, with a sum of its own for each adder: nothing depends on which
// part goes into which.
func (m *merger) addUp() (*Part, error) {
	m.sums = make([]*Part, max(1, min(m.options.Workers, len(m.blocks)/partsEach)))
	if turn.OneThread || len(m.sums) == 1 {
		m.sums = m.sums[:1]
		m.add(0)
	} else {
		var wg sync.WaitGroup
		for worker := range m.sums {
			wg.Go(func() {
				defer m.recover()
				m.add(worker)
			})
		}
		wg.Wait()
	}
	switch {
	case m.crash != nil:
		panic(m.crash)
	case m.err != nil:
		return nil, m.err
	case m.meter.Stopped():
		return &Part{Plan: m.Plan, tally: m.empty(), stopped: true}, nil
	}
	whole := m.sums[0]
	for _, s := range m.sums[1:] {
		whole.join(s.tally, s.Made)
		whole.witness = cmp.Or(whole.witness, s.witness)
	}
	whole.To = m.Plan.Blocks()
	return whole, nil
}

// recover keeps a panic for the caller.
func (m *merger) recover() {
	if v := recover(); v != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.crash = v
	}
}

// add adds parts until none is left.
func (m *merger) add(worker int) {
	sum := &Part{Plan: m.Plan, tally: m.newTally()}
	m.sums[worker] = sum
	for !m.meter.Stopped() && !m.over() {
		i := int(m.next.Add(1)) - 1
		if i >= len(m.blocks) {
			return
		}
		p, err := m.part(i)
		var t Tally
		if err == nil {
			t, err = p.into(m.Experiment, m.newTally())
		}
		if err != nil {
			m.fail(i, err)
			return
		}
		if p.From == 0 && p.To > 0 {
			sum.witness = p.witness
		}
		sum.join(t, p.Made)
	}
}

// newTally makes a tally. One is made after the other, as Count promises.
func (m *merger) newTally() Tally {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.empty()
}

func (m *merger) over() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err != nil || m.crash != nil
}

func (m *merger) fail(i int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil || i < m.failed {
		m.failed, m.err = i, err
	}
}
