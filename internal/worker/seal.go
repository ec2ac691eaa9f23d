package worker

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"io"
)

// A worker shares its process, and so its pipes' descriptors, with its cells, even
// untrusted ones. So if Options.Sealed is set, everything after the hellos is sealed with
// a key that comes in the supervisor's, before any code of the user's runs: reading a
// pipe reveals nothing, and writing to it, or removing bytes from it, ends the session.

// keySize is the length of a seal's key, in bytes.
const keySize = 32

// sealStep bounds what one seal holds, so that a reader needn't wait for the end of a big
// frame, nor allocate what a broken length promises.
const sealStep = 256 << 10

// direction keeps what goes one way from being replayed the other way.
type direction byte

const (
	down direction = 1 + iota
	up
)

// seal is one direction of a pipe. Each piece is sealed with its number, so none can be
// left out, repeated or moved.
type seal struct {
	aead   cipher.AEAD
	nonce  [12]byte
	number uint64
}

func newKey() []byte {
	key := make([]byte, keySize)
	rand.Read(key) // never fails
	return key
}

func newSeal(key []byte, d direction) (*seal, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	s := &seal{aead: aead}
	s.nonce[0] = byte(d)
	return s, nil
}

// nextNonce is the nonce of the next piece.
func (s *seal) nextNonce() []byte {
	s.number++
	byteOrder.PutUint64(s.nonce[4:], s.number)
	return s.nonce[:]
}

// sealer writes what it gets in sealed pieces, each after its length. The length is
// sealed too: otherwise a reader would wait for as many bytes as a forged length
// promises.
type sealer struct {
	w io.Writer
	*seal
	buf []byte
}

// Write writes all of p in one call, as pieces.
func (s *sealer) Write(p []byte) (int, error) {
	b := s.buf[:0]
	for rest := p; len(rest) > 0; {
		n := min(len(rest), sealStep)
		b = s.aead.Seal(b, s.nextNonce(), byteOrder.AppendUint32(nil, uint32(n)), nil)
		b = s.aead.Seal(b, s.nextNonce(), rest[:n], nil)
		rest = rest[n:]
	}
	if _, err := s.w.Write(b); err != nil {
		return 0, err
	}
	if cap(b) <= 8*flushSize {
		s.buf = b // don't keep a big picture's memory
	}
	return len(p), nil
}

// opener reads what a sealer has written; anything else is errGarbage.
type opener struct {
	r io.Reader
	*seal
	rest []byte // of the last opened piece
	err  error  // the first; nothing is read after it
}

func (o *opener) Read(p []byte) (int, error) {
	if len(o.rest) == 0 && o.err == nil {
		o.err = o.piece()
	}
	if o.err != nil {
		return 0, o.err
	}
	n := copy(p, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

// piece opens the next piece; io.EOF is a clean end between two.
func (o *opener) piece() error {
	header, err := o.openSealed(4)
	if err != nil {
		return err
	}
	n := byteOrder.Uint32(header)
	if n == 0 || n > sealStep {
		return errGarbage
	}
	o.rest, err = o.openSealed(int(n))
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// openSealed reads n bytes that were sealed together.
func (o *opener) openSealed(n int) ([]byte, error) {
	b := make([]byte, n+o.aead.Overhead())
	if _, err := io.ReadFull(o.r, b); err != nil {
		return nil, err
	}
	text, err := o.aead.Open(b[:0], o.nextNonce(), b, nil)
	if err != nil {
		return nil, errGarbage
	}
	return text, nil
}

// sealWriter seals what goes to w from now on; without a key it returns w.
func sealWriter(w io.Writer, key []byte, d direction) (io.Writer, error) {
	if len(key) == 0 {
		return w, nil
	}
	s, err := newSeal(key, d)
	return &sealer{w: w, seal: s}, err
}

// unseal makes the decoder open what comes from now on, including what it has read ahead.
func (d *decoder) unseal(key []byte, from direction) error {
	if len(key) == 0 {
		return nil
	}
	s, err := newSeal(key, from)
	d.r = bufio.NewReaderSize(&opener{r: d.r, seal: s}, 64<<10)
	return err
}
