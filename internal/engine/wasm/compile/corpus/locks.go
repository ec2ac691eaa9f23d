package corpus

import (
	"runtime"
	"sync"

	"riffle/shuffle"
)

// Lists that go while variables hold them. Another goroutine takes them away under a lock:
// apart from locks the two have nothing to wait for each other by. Or a generator does when
// the library asks it for a number.

type book struct {
	next  *book
	n     int
	title string
}

func books(n int) (l *book) {
	for i := range n {
		l = &book{l, i, string(rune('a'+i)) + "k"}
	}
	return l
}

func (b *book) sum() (s int) {
	for ; b != nil; b = b.next {
		s += b.n + len(b.title) + int(b.title[0])
	}
	return s
}

// shred allocates enough for the log to be made anew.
func shred() (l *book) {
	for range 10 {
		l = books(20)
	}
	return l
}

type shelf struct {
	mu   sync.Mutex
	item *book

	// Held by whoever has the other turn, and released by it: a wait that is no loop.
	take, gone sync.Mutex
}

func (s *shelf) set(b *book) {
	s.mu.Lock()
	s.item = b
	s.mu.Unlock()
}

func (s *shelf) get() *book {
	s.mu.Lock()
	b := s.item
	s.mu.Unlock()
	return b
}

// Guarded holds books that are taken off a shelf.
func Guarded(n int) int {
	s := &shelf{}
	s.take.Lock()
	s.gone.Lock()
	go func() {
		for k := 0; k < n; k++ {
			s.take.Lock()
			s.set(nil)
			shred()
			s.gone.Unlock()
		}
	}()
	sum := 0
	for k := 0; k < n; k++ {
		s.set(books(5))
		shred()
		b := s.get()
		s.take.Unlock()
		s.gone.Lock()
		sum += b.sum()
	}
	return sum
}

type catalog struct {
	mu    sync.RWMutex
	pages []*book
	ended bool
}

// Looked holds pages that a writer replaces while others read.
func Looked(n int) int {
	c := &catalog{pages: make([]*book, 4)}
	for i := range c.pages {
		c.pages[i] = books(3)
	}
	var writer sync.WaitGroup
	writer.Add(1)
	go func() {
		defer writer.Done()
		for k := 0; ; k++ {
			c.mu.Lock()
			if c.ended {
				c.mu.Unlock()
				return
			}
			c.pages[k%4] = nil
			c.pages[k%4] = books(3)
			c.mu.Unlock()
		}
	}()
	sum := 0
	for k := 0; k < n; k++ {
		c.mu.RLock()
		p := c.pages[k%4]
		c.mu.RUnlock()
		shred()
		c.mu.RLock()
		q := c.pages[(k+1)%4]
		c.mu.RUnlock()
		sum += p.sum() + q.sum()
	}
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	writer.Wait()
	return sum
}

// thief is a generator that empties a shelf when it draws.
type thief struct {
	shelf *shelf
	state uint64
}

func (t *thief) Uint64() uint64 {
	if t.shelf.item != nil {
		t.shelf.item = nil
		runtime.GC()
		shred()
	}
	t.state = t.state*6364136223846793005 + 1442695040888963407
	return t.state >> 11
}

func (t *thief) Uint32() uint32   { return uint32(t.Uint64()) }
func (t *thief) Float64() float64 { return float64(t.Uint64()) / (1 << 53) }
func (t *thief) IntN(n int) int   { return int(t.Uint64() % uint64(n)) }
func (t *thief) Name() string     { return "thief" }
func (t *thief) Mark()            {}
func (t *thief) Rewind()          {}

// Robbed holds books that go while a deck is shuffled, by a shuffle in a variable.
func Robbed(n int) int {
	sum := 0
	for k := 0; k < n; k++ {
		s := &shelf{item: books(5)}
		shred()
		b := s.item
		deck := []int{1, 2, 3, 4, 5}
		shuffle.FisherYates(deck, &thief{s, uint64(k)})
		sum += b.sum() + deck[0]
	}
	return sum
}

// Cheated holds books that go while a dealer shuffles.
func Cheated(n int) int {
	sum := 0
	for k := 0; k < n; k++ {
		s := &shelf{item: books(5)}
		d := shuffle.NewDealer(&thief{s, uint64(k)})
		shred()
		b := s.item
		d.Shuffle()
		card, _ := d.DealOne()
		sum += b.sum() + int(card.Rank)
	}
	return sum
}
