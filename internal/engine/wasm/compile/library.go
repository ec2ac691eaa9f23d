package compile

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	"riffle/internal/engine/wasm/machine"
)

// The library's signatures that aren't in callers are composed of codecs. That costs some
// nanoseconds more for each part.

// clock is laid out as a time.Time is.
type clock struct {
	wall, ext uint64
	loc       unsafe.Pointer
}

var (
	byteCodec  = numberCodec[uint8]()
	pixelCodec = wordCodec[pixel]{4,
		func(_ *machine.Context, a []uint64) pixel {
			return pixel{byte(a[0]), byte(a[1]), byte(a[2]), byte(a[3])}
		}, nil}
	intCodec     = numberCodec[uint64]()
	int32Codec   = numberCodec[uint32]()
	complexCodec = wordCodec[complex128]{2,
		func(_ *machine.Context, a []uint64) complex128 { return complexOf(a) },
		func(_ *machine.Context, x complex128, a []uint64) { complexWords(a, x) }}
	errorCodec = wordCodec[error]{2, takeError, func(c *machine.Context, x error, a []uint64) { giveError(c, a, x) }}
	clockCodec = wordCodec[clock]{3,
		func(c *machine.Context, a []uint64) clock { return clock{a[0], a[1], c.Ptr(a[2])} },
		func(c *machine.Context, x clock, a []uint64) { a[0], a[1], a[2] = x.wall, x.ext, c.Give(x.loc) }}
)

// pixel is laid out as a color.RGBA is.
type pixel struct{ r, g, b, a uint8 }

// isClock reports whether t is passed as a clock.
func isClock(t reflect.Type) bool { return t == reflect.TypeFor[time.Time]() }

type caller = func(p unsafe.Pointer) machine.HostFunc

// callerOf is the caller of natives with a signature, nil if there is none.
func callerOf(s signature) caller {
	if c := callers()[s]; c != nil {
		return c
	}
	return composed()[s]
}

// composed are callers by the signature.
var composed = sync.OnceValue(func() map[signature]caller {
	return map[signature]caller{
		// numbers
		"ddd:d": call3to1(floatCodec, floatCodec, floatCodec, floatCodec), "c:d": call1to1(complexCodec, floatCodec),
		"c:dd": call1to2(complexCodec, floatCodec, floatCodec), "c:c": call1to1(complexCodec, complexCodec),
		"c:1": call1to1(complexCodec, byteCodec), "cc:c": call2to1(complexCodec, complexCodec, complexCodec),
		"dd:c": call2to1(floatCodec, floatCodec, complexCodec), "d:dd": call1to2(floatCodec, floatCodec, floatCodec),
		"d:d8": call1to2(floatCodec, floatCodec, intCodec), "d8:d": call2to1(floatCodec, intCodec, floatCodec),
		"d8:1": call2to1(floatCodec, intCodec, byteCodec), "d:1": call1to1(floatCodec, byteCodec),
		"88:88":  call2to2(intCodec, intCodec, intCodec, intCodec),
		"888:88": call3to2(intCodec, intCodec, intCodec, intCodec, intCodec), "4:8": call1to1(int32Codec, intCodec),
		"48:4": call2to1(int32Codec, intCodec, int32Codec),
		// numbers and strings
		"88:s": call2to1(intCodec, intCodec, stringCodec), "1:s": call1to1(byteCodec, stringCodec),
		"s:1": call1to1(stringCodec, byteCodec), "s:48": call1to2(stringCodec, int32Codec, intCodec),
		"s:8e":  call1to2(stringCodec, intCodec, errorCodec),
		"s8:de": call2to2(stringCodec, intCodec, floatCodec, errorCodec),
		"ss:s":  call2to1(stringCodec, stringCodec, stringCodec),
		"sss:s": call3to1(stringCodec, stringCodec, stringCodec, stringCodec),
		"s8:s":  call2to1(stringCodec, intCodec, stringCodec), "s4:8": call2to1(stringCodec, int32Codec, intCodec),
		"s4:1": call2to1(stringCodec, int32Codec, byteCodec), "s1:8": call2to1(stringCodec, byteCodec, intCodec),
		// pointers and slices
		"p:s": call1to1(pointerCodec, stringCodec), "p4:4": call2to1(pointerCodec, int32Codec, int32Codec),
		"p8:p":  call2to1(pointerCodec, intCodec, pointerCodec),
		"pp:p":  call2to1(pointerCodec, pointerCodec, pointerCodec),
		"ppp:p": call3to1(pointerCodec, pointerCodec, pointerCodec, pointerCodec),
		"pp:8":  call2to1(pointerCodec, pointerCodec, intCodec), "8:p": call1to1(intCodec, pointerCodec),
		"88:p": call2to1(intCodec, intCodec, pointerCodec), "s:l": call1to1(stringCodec, sliceCodec),
		"ss:l": call2to1(stringCodec, stringCodec, sliceCodec), "ls:s": call2to1(sliceCodec, stringCodec, stringCodec),
		"l:": call1to0(sliceCodec), "l8:8": call2to1(sliceCodec, intCodec, intCodec),
		"p1:e":  call2to1(pointerCodec, byteCodec, errorCodec),
		"p4:8e": call2to2(pointerCodec, int32Codec, intCodec, errorCodec),
		"ps:8e": call2to2(pointerCodec, stringCodec, intCodec, errorCodec),
		// errors, strings, strconv, bytes, unicode
		"s:e": call1to1(stringCodec, errorCodec), "s:1e": call1to2(stringCodec, byteCodec, errorCodec),
		"s88:8e": call3to2(stringCodec, intCodec, intCodec, intCodec, errorCodec),
		"d188:s": call4to1(floatCodec, byteCodec, intCodec, intCodec, stringCodec),
		"l88:l":  call3to1(sliceCodec, intCodec, intCodec, sliceCodec),
		"ss8:l":  call3to1(stringCodec, stringCodec, intCodec, sliceCodec),
		"sss8:s": call4to1(stringCodec, stringCodec, stringCodec, intCodec, stringCodec),
		"ll:8":   call2to1(sliceCodec, sliceCodec, intCodec), "ll:1": call2to1(sliceCodec, sliceCodec, byteCodec),
		"l:l": call1to1(sliceCodec, sliceCodec), "ll:l": call2to1(sliceCodec, sliceCodec, sliceCodec),
		"l8:l": call2to1(sliceCodec, intCodec, sliceCodec), "l4:8": call2to1(sliceCodec, int32Codec, intCodec),
		"l1:8": call2to1(sliceCodec, byteCodec, intCodec), "l:8": call1to1(sliceCodec, intCodec),
		"l:1": call1to1(sliceCodec, byteCodec), "l:48": call1to2(sliceCodec, int32Codec, intCodec),
		"l4:l": call2to1(sliceCodec, int32Codec, sliceCodec), "ls:l": call2to1(sliceCodec, stringCodec, sliceCodec),
		"l1:l": call2to1(sliceCodec, byteCodec, sliceCodec), "l:s": call1to1(sliceCodec, stringCodec),
		"l48:l": call3to1(sliceCodec, int32Codec, intCodec, sliceCodec),
		"s4:l":  call2to1(stringCodec, int32Codec, sliceCodec),
		"ls:8":  call2to1(sliceCodec, stringCodec, intCodec), "ld:8": call2to1(sliceCodec, floatCodec, intCodec),
		// functions as arguments
		"fs:s": call2to1(pointerCodec, stringCodec, stringCodec), "sf:s": call2to1(stringCodec, pointerCodec, stringCodec),
		"sf:8": call2to1(stringCodec, pointerCodec, intCodec), "sf:1": call2to1(stringCodec, pointerCodec, byteCodec),
		"sf:l": call2to1(stringCodec, pointerCodec, sliceCodec), "8f:8": call2to1(intCodec, pointerCodec, intCodec),
		"8f:": call2to0(intCodec, pointerCodec), "8f:p": call2to1(intCodec, pointerCodec, pointerCodec),
		"p8f:": call3to0(pointerCodec, intCodec, pointerCodec), "f:": call1to0(pointerCodec),
		"pf:": call2to0(pointerCodec, pointerCodec),
		// readers, writers, locks, atomic operations
		"p:e": call1to1(pointerCodec, errorCodec), "ps:e": call2to1(pointerCodec, stringCodec, errorCodec),
		"pl:8e": call2to2(pointerCodec, sliceCodec, intCodec, errorCodec), "ps:": call2to0(pointerCodec, stringCodec),
		"pl:": call2to0(pointerCodec, sliceCodec), "p:1e": call1to2(pointerCodec, byteCodec, errorCodec),
		"p:l": call1to1(pointerCodec, sliceCodec), "pl:l": call2to1(pointerCodec, sliceCodec, sliceCodec), "ps:s": call2to1(pointerCodec, stringCodec, stringCodec),
		"ps:1": call2to1(pointerCodec, stringCodec, byteCodec), "ps:p": call2to1(pointerCodec, stringCodec, pointerCodec),
		"p88:1": call3to1(pointerCodec, intCodec, intCodec, byteCodec), "p44:1": call3to1(pointerCodec, int32Codec, int32Codec, byteCodec),
		"p11:1": call3to1(pointerCodec, byteCodec, byteCodec, byteCodec), "ppp:1": call3to1(pointerCodec, pointerCodec, pointerCodec, byteCodec),
		"p4:": call2to0(pointerCodec, int32Codec), "p1:": call2to0(pointerCodec, byteCodec), "pp:": call2to0(pointerCodec, pointerCodec),
		"p1:1": call2to1(pointerCodec, byteCodec, byteCodec), "pp:1": call2to1(pointerCodec, pointerCodec, byteCodec),
		// pixels
		"p881:": call4to0(pointerCodec, intCodec, intCodec, byteCodec), "p881111:": call4to0(pointerCodec, intCodec, intCodec, pixelCodec),
		"p88:8": call3to1(pointerCodec, intCodec, intCodec, intCodec),
		// anything
		"a:": call1to0(faceCodec), "pa:": call2to0(pointerCodec, faceCodec), "p:a": call1to1(pointerCodec, faceCodec),
		"paa:": call3to0(pointerCodec, faceCodec, faceCodec), "pa:a1": call2to2(pointerCodec, faceCodec, faceCodec, byteCodec),
		"pa:p": call2to1(pointerCodec, faceCodec, pointerCodec), "pp:a": call2to1(pointerCodec, pointerCodec, faceCodec),
		"pap:p": call3to1(pointerCodec, faceCodec, pointerCodec, pointerCodec), "ppp:": call3to0(pointerCodec, pointerCodec, pointerCodec),
		"e:e": call1to1(errorCodec, errorCodec), "ee:1": call2to1(errorCodec, errorCodec, byteCodec),
		"ea:1": call2to1(errorCodec, faceCodec, byteCodec), "e:p": call1to1(errorCodec, pointerCodec),
		"e:": call1to0(errorCodec), "e:1": call1to1(errorCodec, byteCodec), "e8:": call2to0(errorCodec, intCodec),
		"ea:": call2to0(errorCodec, faceCodec), "e:a": call1to1(errorCodec, faceCodec), "e8:a": call2to1(errorCodec, intCodec, faceCodec),
		"a:s": call1to1(faceCodec, stringCodec), "aa:1": call2to1(faceCodec, faceCodec, byteCodec), "a:a": call1to1(faceCodec, faceCodec),
		// generators
		"flg:":  call3to0(pointerCodec, sliceCodec, prngCodec),
		"88g:l": call3to1(intCodec, intCodec, prngCodec, sliceCodec), "g:p": call1to1(prngCodec, pointerCodec),
		"8v:p": call2to1(intCodec, prngsCodec, pointerCodec), "8n:p": call2to1(intCodec, noPRNGs, pointerCodec),
		"p88:l": call3to1(pointerCodec, intCodec, intCodec, sliceCodec),
		"v:p":   call1to1(prngsCodec, pointerCodec), "n:p": call1to1(noPRNGs, pointerCodec),
		// times, and random numbers
		":t": call0to1(clockCodec), "t:8": call1to1(clockCodec, intCodec), "tt:8": call2to1(clockCodec, clockCodec, intCodec),
		"tt:1": call2to1(clockCodec, clockCodec, byteCodec), "t8:t": call2to1(clockCodec, intCodec, clockCodec),
		"t:s": call1to1(clockCodec, stringCodec), "ts:s": call2to1(clockCodec, stringCodec, stringCodec),
		"t:1": call1to1(clockCodec, byteCodec), "t:d": call1to1(clockCodec, floatCodec), "t888:t": call4to1(clockCodec, intCodec, intCodec, intCodec, clockCodec),
		"t:t": call1to1(clockCodec, clockCodec), "88:t": call2to1(intCodec, intCodec, clockCodec), "8:t": call1to1(intCodec, clockCodec),
		"8:l": call1to1(intCodec, sliceCodec), "8:": call1to0(intCodec),
	}
})

func call0to1[R any](r wordCodec[R]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func() R](p)
		return func(c *machine.Context, _ uint32, w []uint64) { r.give(c, f(), w) }
	}
}

func call1to0[A any](a wordCodec[A]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A)](p)
		return func(c *machine.Context, _ uint32, w []uint64) { f(a.take(c, w)) }
	}
}

func call1to1[A, R any](a wordCodec[A], r wordCodec[R]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A) R](p)
		return func(c *machine.Context, _ uint32, w []uint64) { r.give(c, f(a.take(c, w)), w) }
	}
}

func call1to2[A, R, S any](a wordCodec[A], r wordCodec[R], s wordCodec[S]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A) (R, S)](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			x, y := f(a.take(c, w))
			r.give(c, x, w)
			s.give(c, y, w[r.words:])
		}
	}
}

func call2to0[A, B any](a wordCodec[A], b wordCodec[B]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B)](p)
		return func(c *machine.Context, _ uint32, w []uint64) { f(a.take(c, w), b.take(c, w[a.words:])) }
	}
}

func call2to1[A, B, R any](a wordCodec[A], b wordCodec[B], r wordCodec[R]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B) R](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			r.give(c, f(a.take(c, w), b.take(c, w[a.words:])), w)
		}
	}
}

func call2to2[A, B, R, S any](a wordCodec[A], b wordCodec[B], r wordCodec[R], s wordCodec[S]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B) (R, S)](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			x, y := f(a.take(c, w), b.take(c, w[a.words:]))
			r.give(c, x, w)
			s.give(c, y, w[r.words:])
		}
	}
}

func call3to0[A, B, C any](a wordCodec[A], b wordCodec[B], d wordCodec[C]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B, C)](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			f(a.take(c, w), b.take(c, w[a.words:]), d.take(c, w[a.words+b.words:]))
		}
	}
}

func call3to1[A, B, C, R any](a wordCodec[A], b wordCodec[B], d wordCodec[C], r wordCodec[R]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B, C) R](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			r.give(c, f(a.take(c, w), b.take(c, w[a.words:]), d.take(c, w[a.words+b.words:])), w)
		}
	}
}

func call3to2[A, B, C, R, S any](a wordCodec[A], b wordCodec[B], d wordCodec[C], r wordCodec[R], s wordCodec[S]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B, C) (R, S)](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			x, y := f(a.take(c, w), b.take(c, w[a.words:]), d.take(c, w[a.words+b.words:]))
			r.give(c, x, w)
			s.give(c, y, w[r.words:])
		}
	}
}

func call4to0[A, B, C, D any](a wordCodec[A], b wordCodec[B], d wordCodec[C], e wordCodec[D]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B, C, D)](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			i := a.words + b.words
			f(a.take(c, w), b.take(c, w[a.words:]), d.take(c, w[i:]), e.take(c, w[i+d.words:]))
		}
	}
}

func call4to1[A, B, C, D, R any](a wordCodec[A], b wordCodec[B], d wordCodec[C], e wordCodec[D], r wordCodec[R]) caller {
	return func(p unsafe.Pointer) machine.HostFunc {
		f := as[func(A, B, C, D) R](p)
		return func(c *machine.Context, _ uint32, w []uint64) {
			i := a.words + b.words
			r.give(c, f(a.take(c, w), b.take(c, w[a.words:]), d.take(c, w[i:]), e.take(c, w[i+d.words:])), w)
		}
	}
}
