package transport

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"golang.org/x/crypto/nacl/box"
)

// The keys that ZeroMQ's manual gives for tests, zmq_curve(7).
const (
	serverPublic = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
	serverSecret = "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"
	clientPublic = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
	clientSecret = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"
)

func testKeys(t testing.TB) *Keys {
	t.Helper()
	k, err := ParseKeys(serverPublic, serverSecret)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// curveClient is the other side of the handshake, as the specification has it.
type curveClient struct {
	server, public, secret [32]byte // S, C' and c'
	longPublic, longSecret [32]byte // C and c
	transient              [32]byte // S'
	shared                 [32]byte
	cookie                 []byte
	sent                   uint64
}

func newCurveClient(server [32]byte) *curveClient {
	public, secret, _ := box.GenerateKey(rand.Reader)
	longPublic, longSecret, _ := box.GenerateKey(rand.Reader)
	return &curveClient{server: server, public: *public, secret: *secret, longPublic: *longPublic, longSecret: *longSecret}
}

func (c *curveClient) short() []byte {
	c.sent++
	return binary.BigEndian.AppendUint64(nil, c.sent)
}

func (c *curveClient) hello() []byte {
	short := c.short()
	b := append([]byte("\x05HELLO\x01\x00"), make([]byte, 72)...)
	b = append(append(b, c.public[:]...), short...)
	return box.Seal(b, make([]byte, 64), nonce("CurveZMQHELLO---", short), &c.server, &c.secret)
}

func (c *curveClient) welcomed(welcome []byte) bool {
	text, ok := box.Open(nil, welcome[24:], nonce("WELCOME-", welcome[8:24]), &c.server, &c.secret)
	if !ok || len(welcome) != 168 {
		return false
	}
	copy(c.transient[:], text)
	c.cookie = text[32:]
	box.Precompute(&c.shared, &c.transient, &c.secret)
	return true
}

func (c *curveClient) initiate(metadata []byte) []byte {
	vouch := bytes.Repeat([]byte{7}, 16)
	vouch = box.Seal(vouch, append(c.public[:], c.server[:]...), nonce("VOUCH---", vouch), &c.transient, &c.longSecret)
	short := c.short()
	b := append(append([]byte("\x08INITIATE"), c.cookie...), short...)
	text := append(append(c.longPublic[:], vouch...), metadata...)
	return box.SealAfterPrecomputation(b, text, nonce("CurveZMQINITIATE", short), &c.shared)
}

func (c *curveClient) message(flags byte, frame string) []byte {
	short := c.short()
	return box.SealAfterPrecomputation(append([]byte("\x07MESSAGE"), short...), append([]byte{flags}, frame...), nonce("CurveZMQMESSAGEC", short), &c.shared)
}

func (c *curveClient) opened(message []byte) (flags byte, frame string) {
	text, ok := box.OpenAfterPrecomputation(nil, message[16:], nonce("CurveZMQMESSAGES", message[8:16]), &c.shared)
	if !ok || string(message[:8]) != "\x07MESSAGE" {
		return 0xff, ""
	}
	return text[0], string(text[1:])
}

var dealerMetadata = appendProperty(appendProperty(nil, "Socket-Type", "DEALER"), "Identity", "me")

// curved is a courtship after its HELLO and WELCOME.
func curved(t testing.TB) (*courtship, *curveClient) {
	t.Helper()
	k := testKeys(t)
	client := newCurveClient(k.public)
	welcome, c, err := k.welcome(client.hello())
	if err != nil || !client.welcomed(welcome) {
		t.Fatalf("welcome: %v", err)
	}
	return c, client
}

// session is a connection on both sides.
func session(t testing.TB) (*curve, *curveClient) {
	t.Helper()
	c, client := curved(t)
	metadata, s, err := c.accept(client.initiate(dealerMetadata))
	if err != nil || !bytes.Equal(metadata, dealerMetadata) {
		t.Fatalf("accept: %q, %v", metadata, err)
	}
	return s, client
}

func TestCurve(t *testing.T) {
	s, client := session(t)
	for _, text := range []string{"", "a", strings.Repeat("long", 1000)} {
		flags, frame, err := s.openMessage(client.message(boxedMore, text))
		if err != nil || flags != flagMore || string(frame) != text {
			t.Errorf("open: %d %.20q, %v", flags, frame, err)
		}
		frames, _, err := intakeOf(s.seal(wireForm([][]byte{[]byte(text)}, flagCommand))).readMessage()
		if err != nil || len(frames) != 1 {
			t.Fatal(err)
		}
		if flags, got := client.opened(frames[0]); flags != boxedCommand || got != text {
			t.Errorf("sealed: %d %.20q", flags, got)
		}
	}
	replayed := client.message(0, "once")
	if _, _, err := s.openMessage(replayed); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.openMessage(replayed); !errors.Is(err, errMessage) {
		t.Errorf("the same message again: %v", err)
	}
}

// TestCurveRefuses changes each byte of each command.
func TestCurveRefuses(t *testing.T) {
	k := testKeys(t)
	hello := newCurveClient(k.public).hello()
	for i := range hello {
		if 8 <= i && i < 80 {
			continue // the padding, which says nothing
		}
		hello[i] ^= 1
		if _, _, err := k.welcome(hello); err == nil {
			t.Errorf("HELLO with another byte %d was taken", i)
		}
		hello[i] ^= 1
	}
	// With a point of low order as its key, a client that doesn't know S can make the box
	// too.
	var low, known [32]byte
	box.Precompute(&known, &low, &[32]byte{1})
	copy(hello[80:], low[:])
	forged := append(hello[:120:120], box.SealAfterPrecomputation(nil, make([]byte, 64), nonce(helloNonce, hello[112:120]), &known)...)
	if _, _, err := k.welcome(forged); err == nil {
		t.Error("HELLO by who doesn't know the server's key was taken")
	}
	c, client := curved(t)
	initiate := client.initiate(dealerMetadata)
	for i := range initiate {
		initiate[i] ^= 1
		if _, _, err := c.accept(initiate); err == nil {
			t.Errorf("INITIATE with another byte %d was taken", i)
		}
		initiate[i] ^= 1
	}
	s, client := session(t)
	message := client.message(0, "text")
	for i := range message {
		message[i] ^= 1
		if _, _, err := s.openMessage(message); err == nil {
			t.Errorf("MESSAGE with another byte %d was taken", i)
		}
		message[i] ^= 1
	}
	thief := newCurveClient(k.public)
	welcome, c, _ := k.welcome(thief.hello())
	thief.welcomed(welcome)
	thief.longPublic = client.longPublic
	if _, _, err := c.accept(thief.initiate(nil)); err == nil {
		t.Error("a client with another's long-term key was taken")
	}
}

func TestParseKeys(t *testing.T) {
	tests := []struct{ public, secret, want string }{
		{serverPublic, serverSecret, ""},
		{clientPublic, clientSecret, ""},
		{clientPublic, serverSecret, "doesn't belong to the secret key"},
		{serverPublic[:35], serverSecret, "public key: 35 characters, want 40"},
		{serverPublic, serverSecret[:39], "secret key: not Z85: 39 characters"},
		{serverPublic, serverSecret[:39] + "\"", `secret key: not Z85: character 40 is '"'`},
		{strings.Repeat("#", 40), serverSecret, "more than four bytes"},
	}
	for _, tt := range tests {
		if _, err := ParseKeys(tt.public, tt.secret); tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s %s: %v, want %q", tt.public, tt.secret, err, tt.want)
		}
	}
	// The specification's example.
	if got, err := decodeZ85("HelloWorld"); string(got) != "\x86\x4f\xd2\x6f\xb5\x59\xf7\x5b" || err != nil {
		t.Errorf("HelloWorld is %x, %v", got, err)
	}
}

// encryptedAt is a client that has shaken hands.
func encryptedAt(t *testing.T, addr net.Addr, server [32]byte, metadata []byte) (*rawPeer, *curveClient) {
	t.Helper()
	p := strangerAt(t, addr)
	p.write(greetingAs("CURVE", 0))
	c := newCurveClient(server)
	p.write(appendFrame(nil, flagCommand, c.hello()))
	p.SetReadDeadline(time.Now().Add(patience))
	if _, err := p.in.Discard(greetingSize); err != nil {
		t.Fatal(err)
	}
	frames, _, err := p.in.readMessage()
	if err != nil {
		return p, nil
	}
	if !c.welcomed(frames[0]) {
		t.Fatalf("WELCOME is %x", frames[0])
	}
	p.write(appendFrame(nil, flagCommand, c.initiate(metadata)))
	if frames, _, err = p.in.readMessage(); err != nil {
		return p, nil
	}
	if ready, ok := box.OpenAfterPrecomputation(nil, frames[0][14:], nonce("CurveZMQREADY---", frames[0][6:14]), &c.shared); !ok || !bytes.Contains(ready, []byte("ROUTER")) {
		t.Fatalf("READY is %x", frames[0])
	}
	return p, c
}

func TestCurveRouter(t *testing.T) {
	refused := make(chan error, 10)
	g := &Group{Keys: testKeys(t), Refused: func(r *Refusal) { refused <- r.Err }}
	r := echoRouter(t, g, local)
	p, c := encryptedAt(t, r.Addr(), g.Keys.public, dealerMetadata)
	long := strings.Repeat("x", 100_000)
	p.write(appendFrame(nil, 0, c.message(boxedMore, "a")))
	p.write(appendFrame(nil, 0, c.message(0, long)))
	for _, want := range []struct {
		flags byte
		text  string
	}{{boxedMore, "a"}, {0, long}} {
		frames, _, err := p.in.readMessage()
		if err != nil {
			t.Fatal(err)
		}
		if flags, text := c.opened(frames[0]); flags != want.flags || text != want.text {
			t.Fatalf("got %d %.20q", flags, text)
		}
	}
	p.send("in the open")
	p.wantEnd()

	refuse := func(what string, p *rawPeer, want error) {
		t.Helper()
		if p != nil {
			p.wantEnd()
		}
		select {
		case err := <-refused:
			if !errors.Is(err, want) {
				t.Errorf("%s: refused for %v", what, err)
			}
		case <-time.After(patience):
			t.Errorf("%s: nobody was told", what)
		}
	}
	wrong, _ := encryptedAt(t, r.Addr(), [32]byte{9}, dealerMetadata)
	refuse("a wrong key", wrong, errHello)
	open := strangerAt(t, r.Addr())
	open.write(hello("DEALER", ""))
	refuse("no encryption", open, errPlain)
	half := strangerAt(t, r.Addr())
	half.write(greetingAs("", 0)[:tillVersion])
	half.CloseWrite()
	refuse("half a greeting", half, errPlain)
	broken := strangerAt(t, r.Addr())
	broken.write(greetingAs("", 0)[:tillVersion])
	broken.Read(make([]byte, 1)) // of the router's greeting
	broken.Close()               // what wasn't read makes it a reset, as libzmq's
	refuse("half a greeting, and a reset", nil, errPlain)
	// One that resets the connection as soon as it knows the mechanism has told its own by
	// then, however late it is read.
	first := strangerAt(t, r.Addr())
	first.write(greetingAs("NULL", 0)[:tillVersion])
	if _, err := io.ReadFull(first, make([]byte, tillVersion)); err != nil {
		t.Fatal(err)
	}
	first.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, _ := first.Read(make([]byte, 1)); n > 0 {
		t.Error("the router tells its mechanism first")
	}
	first.write(greetingAs("NULL", 0)[tillVersion:])
	refuse("another mechanism", nil, errPlain)
	sub, _ := encryptedAt(t, r.Addr(), g.Keys.public, appendProperty(nil, "Socket-Type", "SUB"))
	sub.wantEnd()
	again, c := encryptedAt(t, r.Addr(), g.Keys.public, dealerMetadata)
	again.write(appendFrame(nil, flagCommand, c.message(boxedCommand, "\x04PING\x00\x10hi")))
	frames, _, err := again.in.readMessage()
	if err != nil {
		t.Fatal(err)
	}
	if flags, text := c.opened(frames[0]); flags != boxedCommand || text != "\x04PONGhi" {
		t.Errorf("PING is answered with %d %q", flags, text)
	}
}

// Large messages are encrypted one at a time, so that a crowd of clients doesn't make
// copies of one message all at once; small ones don't wait for them.
func TestLargeMessagesAreSealedInTurn(t *testing.T) {
	g := &Group{Keys: testKeys(t)}
	r := echoRouter(t, g, local)
	patient, pc := encryptedAt(t, r.Addr(), g.Keys.public, dealerMetadata)
	quick, qc := encryptedAt(t, r.Addr(), g.Keys.public, dealerMetadata)
	g.sealing.Lock()
	patient.write(appendFrame(nil, 0, pc.message(0, strings.Repeat("x", heavy))))
	for writing := 0; writing == 0; time.Sleep(time.Millisecond) { // until its turn is waited for
		writing = r.writing()
	}
	quick.write(appendFrame(nil, 0, qc.message(0, "x")))
	if _, _, err := quick.in.readMessage(); err != nil {
		t.Error(err)
	}
	for writing := 2; writing != 1; time.Sleep(time.Millisecond) {
		writing = r.writing() // only the large one's: it would be in the socket by now
	}
	g.sealing.Unlock()
	if frames, _, err := patient.in.readMessage(); err != nil || len(frames[0]) < heavy {
		t.Error(err)
	}
}

// writing is the number of peers with a write under way.
func (s *server) writing() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.peers {
		p.mu.Lock()
		if p.writing {
			n++
		}
		p.mu.Unlock()
	}
	return n
}

// FuzzCurveHandshake checks that no bytes crash the handshake.
func FuzzCurveHandshake(f *testing.F) {
	f.Add(greetingAs("CURVE", 0), newCurveClient(testKeys(f).public).hello(), dealerMetadata)
	f.Add(greetingAs("NULL", 0), []byte("\x05READY"), []byte("\x05Color\xff\xff\xff\xff"))
	f.Add([]byte("\xff"), make([]byte, helloSize), []byte{200})
	f.Fuzz(func(t *testing.T, greeting, hello, initiate []byte) {
		g := &Group{Keys: testKeys(t)}
		b := append(greeting, appendFrame(nil, flagCommand, hello)...)
		p := newPeer(g, stranger{r: bytes.NewReader(appendFrame(b, flagCommand, initiate))})
		if err := p.shake(zmq4.Router); err == nil || p.standing() == silent {
			t.Error("a client without the secrets was let in")
		}
		c, client := curved(t)
		c.accept(append(append([]byte(initiateName), client.cookie...), initiate...))
		parseProperties(initiate)
		decodeZ85(string(hello))
	})
}

// FuzzCurveMessage checks that only what a client sealed is opened, whatever it holds.
func FuzzCurveMessage(f *testing.F) {
	f.Add([]byte("\x07MESSAGE12345678"), byte(1), "text")
	f.Add([]byte{}, byte(4), "")
	f.Fuzz(func(t *testing.T, junk []byte, flags byte, text string) {
		s, client := session(t)
		if _, _, err := s.openMessage(junk); err == nil {
			t.Error("junk was opened")
		}
		if _, frame, err := s.openMessage(client.message(flags, text)); err == nil && string(frame) != text || (err == nil) != (flags < 4) {
			t.Errorf("flags %d: %q, %v", flags, frame, err)
		}
		in := intakeOf(junk)
		in.open, in.boxed = s.openMessage, boxedFrame
		if _, _, err := in.readMessage(); err == nil {
			t.Error("a message of junk was read")
		}
	})
}
