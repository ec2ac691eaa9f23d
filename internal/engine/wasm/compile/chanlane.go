package compile

import (
	"sync"
	"unsafe"

	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// A lane passes the elements of channels without reflection, as values of a Go type of
// the same size with pointers at the same places: a channel stores its element type
// itself, and the type that a channel operation is compiled for determines only how many
// bytes there are and how they are laid out on the stack.

// lane is for the elements of one shape.
type lane interface {
	send(c *machine.Context, ch unsafe.Pointer, ss []slot, words []uint64, waiting func() rt.Wait)
	receive(c *machine.Context, ch unsafe.Pointer, ss []slot, words []uint64, waiting func() rt.Wait) (ok bool)
	trySend(c *machine.Context, ch unsafe.Pointer, ss []slot, words []uint64) (done bool)
	tryReceive(c *machine.Context, ch unsafe.Pointer, ss []slot, words []uint64) (ok, done bool)
}

// shape is a size in bytes, and the words of it that are pointers.
type shape struct {
	size     uintptr
	pointers string
}

func shapeOf(l *layout) shape {
	s := shape{size: l.typ.Size()}
	if l.big || s.size > 3*8 {
		return shape{size: 1 << 20} // has no lane
	}
	mask := make([]byte, 0, 3)
	for at := uint32(0); at < uint32(s.size); at += 8 {
		k := byte('w')
		for _, p := range l.slots {
			if p.off == at && p.class != number {
				k = 'p'
			}
		}
		mask = append(mask, k)
	}
	s.pointers = string(mask)
	return s
}

// The words of lanes. A pointer isn't unsafe.Pointer: were there a type *chan unsafe.Pointer
// in the program, reflect.ChanOf would give every type that it makes a pointer type
// that is none (it copies that of chan unsafe.Pointer).
type (
	word8  = uint8
	word16 = uint16
	word32 = uint32
	word64 = uint64
	ptr    = *byte
	none   = struct{}

	two[A, B any] struct {
		a A
		b B
	}
	three[A, B, C any] struct {
		a A
		b B
		c C
	}
)

// lanes are the existing lanes, by shape.
var lanes = sync.OnceValue(func() map[shape]lane {
	return map[shape]lane{
		{0, ""}:     laneFor[none]{},
		{1, "w"}:    laneFor[word8]{},
		{2, "w"}:    laneFor[word16]{},
		{4, "w"}:    laneFor[word32]{},
		{8, "w"}:    laneFor[word64]{},
		{8, "p"}:    laneFor[ptr]{},
		{16, "ww"}:  laneFor[two[word64, word64]]{},
		{16, "pw"}:  laneFor[two[ptr, word64]]{},
		{16, "wp"}:  laneFor[two[word64, ptr]]{},
		{16, "pp"}:  laneFor[two[ptr, ptr]]{},
		{24, "www"}: laneFor[three[word64, word64, word64]]{},
		{24, "pww"}: laneFor[three[ptr, word64, word64]]{},
		{24, "wpw"}: laneFor[three[word64, ptr, word64]]{},
		{24, "wwp"}: laneFor[three[word64, word64, ptr]]{},
		{24, "ppw"}: laneFor[three[ptr, ptr, word64]]{},
		{24, "pwp"}: laneFor[three[ptr, word64, ptr]]{},
		{24, "wpp"}: laneFor[three[word64, ptr, ptr]]{},
		{24, "ppp"}: laneFor[three[ptr, ptr, ptr]]{},
	}
})

// laneFor is the lane for elements of T's shape.
type laneFor[T any] struct{}

// as is the channel at ch as one of T.
func (laneFor[T]) as(ch unsafe.Pointer) chan T { return *(*chan T)(unsafe.Pointer(&ch)) }

func (l laneFor[T]) send(c *machine.Context, p unsafe.Pointer, ss []slot, words []uint64, waiting func() rt.Wait) {
	var x T
	takeWords(c, unsafe.Pointer(&x), ss, words)
	ch := l.as(p)
	select {
	case ch <- x:
		return
	default:
	}
	w := waiting()
	select {
	case ch <- x:
	case <-w.Brief:
		sendLater(ch, x, &w)
	}
}

func (l laneFor[T]) trySend(c *machine.Context, p unsafe.Pointer, ss []slot, words []uint64) (done bool) {
	var x T
	takeWords(c, unsafe.Pointer(&x), ss, words)
	select {
	case l.as(p) <- x:
		return true
	default:
		return false
	}
}

func (l laneFor[T]) tryReceive(c *machine.Context, p unsafe.Pointer, ss []slot, words []uint64) (ok, done bool) {
	select {
	case x, ok := <-l.as(p):
		giveWords(c, unsafe.Pointer(&x), ss, words)
		return ok, true
	default:
		return false, false
	}
}

func sendLater[T any](ch chan T, x T, w *rt.Wait) {
	w.Long(ch)
	defer w.End()
	for {
		select {
		case ch <- x:
			return
		case <-w.Done:
			w.Interrupted()
		case <-w.Dead:
			select {
			case ch <- x:
				return
			default:
				w.Asleep()
			}
		}
	}
}

func (l laneFor[T]) receive(c *machine.Context, p unsafe.Pointer, ss []slot, words []uint64, waiting func() rt.Wait) (ok bool) {
	x, ok := receive(l.as(p), waiting)
	giveWords(c, unsafe.Pointer(&x), ss, words)
	return ok
}

func receive[T any](ch chan T, waiting func() rt.Wait) (x T, ok bool) {
	select {
	case x, ok = <-ch:
		return x, ok
	default:
	}
	w := waiting()
	select {
	case x, ok = <-ch:
		return x, ok
	case <-w.Brief:
	}
	w.Long(ch)
	defer w.End()
	for {
		select {
		case x, ok = <-ch:
			return x, ok
		case <-w.Done:
			w.Interrupted()
		case <-w.Dead:
			select {
			case x, ok = <-ch:
				return x, ok
			default:
				w.Asleep()
			}
		}
	}
}
