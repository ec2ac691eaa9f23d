package machine

// The shadow stack is a chain of segments, memory without pointers in the window. A
// context has its own, which is small until some recursion in this process was deep; the
// others are pooled.
const (
	segmentSize = 64 << 10

	// A recursion ends when it has taken this much memory: two million calls at
	// least, unless their frames are large. wazero's stack can't be measured; a
	// function takes about nativeFrame bytes of it.
	maxDepth    = 384 << 20
	nativeFrame = 128
)

type segment struct {
	block
	begin, size uint32
	below       int // bytes that a recursion had taken when it began, see taken
}

// limit is the highest offset at which a function's frame may begin.
func (s segment) limit() uint32 { return s.begin + s.size - Slack }

// newSegment takes a segment with room for need bytes.
func (m *Machine) newSegment(need uint32) segment {
	m.deep.Store(true)
	if need+Slack > segmentSize {
		return m.makeSegment(need + Slack)
	}
	if s, ok := m.segments.Get().(*segment); ok {
		return *s
	}
	return m.makeSegment(segmentSize)
}

func (m *Machine) makeSegment(size uint32) segment {
	b := m.nearBlock(int(size+7) / 8)
	return segment{block: b, begin: b.at, size: uint32(len(b.words) * 8)}
}

// freeSegment returns a segment to the pool.
func (m *Machine) freeSegment(s segment) {
	switch {
	case s.from != nil:
		s.give()
	case s.size == segmentSize:
		m.segments.Put(&s)
	}
}

// use makes s the segment that compiled code checks its frames against.
func (c *Context) use(s segment) {
	c.current = s
	*c.word(LimitAt) = s.limit()
}

// Deeper is the host function of a function f that finds too little room for its frame:
// it runs f again on a new segment, and in a new call of wazero's, whose stack is limited
// too. It is passed the frame's offset, where the caller's frame ends and f's arguments
// are as words; the results replace them. need is the room that f checks for.
func Deeper(f *Func, need uint32) HostFunc {
	return func(c *Context, sp uint32, a []uint64) {
		c.poll()
		c.onNewSegment(f, sp, sp, need)
	}
}

// taken estimates, from its first frames, how much memory the topmost entry's calls take.
func (c *Context) taken(sp uint32) int {
	const some = 16
	if len(c.entries) == 0 {
		return 0
	}
	base := c.entries[len(c.entries)-1].base
	at, n := base, 0
	for ; at < sp && n < some; n++ {
		at += c.frameAt(at).site.Size
	}
	if n == 0 {
		return 0
	}
	size := int(at-base) / n
	return int(sp-base) / size * (size + nativeFrame)
}

// onNewSegment runs f with its own segment. Its words are at at.
func (c *Context) onNewSegment(f *Func, sp, at, need uint32) {
	words := f.words()
	old := c.push(sp, need+8*words)
	defer c.pop(old)
	begin := c.current.begin
	c.move(begin, at, words)
	c.run(f, sp, begin)
	c.move(at, begin, words)
}

// push begins a new segment with room for need bytes, and returns the one before. The
// frames of the topmost entry end at sp.
func (c *Context) push(sp, need uint32) segment {
	old := c.current
	below := old.below + c.taken(sp)
	if below > maxDepth {
		panic(c.m.TooDeep)
	}
	c.use(c.m.newSegment(need))
	c.current.below = below
	return old
}

// pop returns to the previous segment.
func (c *Context) pop(old segment) {
	done := c.current
	c.use(old)
	c.m.freeSegment(done)
}

// move copies words between segments.
//
//go:nocheckptr
func (c *Context) move(to, from, words uint32) {
	for i := range words {
		*(*uint64)(c.m.at(to + 8*i)) = *(*uint64)(c.m.at(from + 8*i))
	}
}
