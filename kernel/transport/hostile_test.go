package transport

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// rawPeer speaks ZMTP byte by byte, so that it can be slow, rude and wrong.
type rawPeer struct {
	t testing.TB
	*net.TCPConn
	in intake
}

// strangerAt connects and says nothing.
func strangerAt(t testing.TB, addr net.Addr) *rawPeer {
	t.Helper()
	conn, err := net.Dial("tcp", addr.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &rawPeer{t, conn.(*net.TCPConn), intake{Reader: bufio.NewReader(conn), limit: 1 << 30}}
}

// rawAt connects and shakes hands.
func rawAt(t testing.TB, addr net.Addr, typ, identity string) *rawPeer {
	t.Helper()
	p := strangerAt(t, addr)
	p.write(hello(typ, identity))
	p.SetReadDeadline(time.Now().Add(patience))
	if _, err := p.in.Discard(greetingSize); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.in.readMessage(); err != nil {
		t.Fatal(err)
	}
	return p
}

// hello is a client's side of the handshake.
func hello(typ, identity string) []byte {
	b := make([]byte, greetingSize)
	copy(b, "\xff\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x03\x00NULL")
	ready := "\x05READY" + property("Socket-Type", typ) + property("Identity", identity)
	return appendFrame(b, flagCommand, []byte(ready))
}

func property(name, value string) string {
	return string(rune(len(name))) + name + string(binary.BigEndian.AppendUint32(nil, uint32(len(value)))) + value
}

func (p *rawPeer) write(b []byte) {
	p.t.Helper()
	if _, err := p.Write(b); err != nil {
		p.t.Fatal(err)
	}
}

func (p *rawPeer) send(frames ...string) {
	p.t.Helper()
	var b [][]byte
	for _, f := range frames {
		b = append(b, []byte(f))
	}
	p.write(wireForm(b, 0))
}

func (p *rawPeer) subscribe(topic string) {
	p.t.Helper()
	p.send("\x01" + topic)
	p.want(topic, "welcome")
}

func (p *rawPeer) next() []string {
	p.t.Helper()
	p.SetReadDeadline(time.Now().Add(patience))
	frames, _, err := p.in.readMessage()
	if err != nil {
		p.t.Fatal(err)
	}
	return texts(frames)
}

func (p *rawPeer) want(frames ...string) {
	p.t.Helper()
	if got := p.next(); strings.Join(got, "|") != strings.Join(frames, "|") {
		p.t.Fatalf("got %.100q, want %.100q", got, frames)
	}
}

// wantEnd reads until the other side hangs up.
func (p *rawPeer) wantEnd() {
	p.t.Helper()
	p.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.Copy(io.Discard, p.in.Reader); errors.Is(err, os.ErrDeadlineExceeded) {
		p.t.Fatal("the connection stays open")
	}
}

// connected reports whether the other side has not hung up.
func (p *rawPeer) connected() bool {
	p.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	_, err := io.Copy(io.Discard, p.in.Reader)
	return errors.Is(err, os.ErrDeadlineExceeded)
}

// within fails the test when f does not come to an end.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("%s does not end", what)
	}
}

// until waits for a state that another goroutine brings about.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s does not come", what)
		}
	}
}

func (g *Group) holds() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.sum
}

func (s *server) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.peers)
}

func numbered(i, size int) [][]byte {
	return [][]byte{[]byte("a"), []byte(strconv.Itoa(i)), bytes.Repeat([]byte("x"), size)}
}

func TestNobodyWaitsForSubscribersThatNeverRead(t *testing.T) {
	g := &Group{Queue: 8 << 20, Memory: 20 << 20}
	p := publisher(t, g, local)
	for range 3 {
		rawAt(t, p.Addr(), "SUB", "").subscribe("")
	}
	reader := rawAt(t, p.Addr(), "SUB", "")
	reader.subscribe("")
	const bursts, size = 10, 300 << 10
	for burst := range bursts {
		within(t, "a burst", func() {
			for i := range 10 {
				p.Publish(numbered(burst*10+i, size), Bulk)
			}
		})
		for i := range 10 {
			if got := reader.next(); got[1] != strconv.Itoa(burst*10+i) || len(got[2]) != size {
				t.Fatalf("got message %s with %d bytes, want %d", got[1], len(got[2]), burst*10+i)
			}
		}
	}
	if g.holds() > g.memoryLimit() {
		t.Errorf("%d bytes are queued, want at most %d", g.holds(), g.memoryLimit())
	}
}

// TestReaderMissesNothing publishes faster than anybody could read, for longer
// than a queue is, while another subscriber sleeps.
func TestReaderMissesNothing(t *testing.T) {
	p := publisher(t, &Group{Queue: 8 << 20}, local)
	rawAt(t, p.Addr(), "SUB", "").subscribe("")
	reader := rawAt(t, p.Addr(), "SUB", "")
	reader.subscribe("")
	const n, size = 400, 100 << 10
	go func() {
		for i := range n {
			p.Publish(numbered(i, size), Bulk)
		}
	}()
	for i := range n {
		if got := reader.next(); got[1] != strconv.Itoa(i) || len(got[2]) != size {
			t.Fatalf("got message %s with %d bytes, want %d", got[1], len(got[2]), i)
		}
	}
}

// TestSlowSubscriberMissesWhatIsNotVital sends more than fits in a queue to a
// subscriber that sleeps, and then wakes it.
func TestSlowSubscriberMissesWhatIsNotVital(t *testing.T) {
	const queue = 8 << 20
	p := publisher(t, &Group{Queue: queue}, local)
	slow := rawAt(t, p.Addr(), "SUB", "")
	slow.subscribe("")
	const n, size = 200, 200 << 10
	for i := range n {
		p.Publish(numbered(i, size), Bulk)
		p.Publish([][]byte{[]byte("vital"), []byte(strconv.Itoa(i))}, Vital)
	}
	p.Publish([][]byte{[]byte("last")}, Vital)
	received, gaps, vital, missing := 0, 0, 0, false
	for m := slow.next(); m[0] != "last"; m = slow.next() {
		switch {
		case m[0] == "vital":
			if m[1] != strconv.Itoa(vital) {
				t.Fatalf("vital message %s, want %d", m[1], vital)
			}
			vital++
		case m[1] == "gap":
			gaps++
			missing = true
		default:
			if i, _ := strconv.Atoi(m[1]); i != received && !missing {
				t.Fatalf("message %d after %d, and nothing was said of a gap", i, received)
			}
			received++
			missing = false
		}
	}
	if vital != n || gaps == 0 || received < queue/size || received == n {
		t.Errorf("received %d of %d messages and %d vital ones, with %d gaps", received, n, vital, gaps)
	}
	until(t, "an empty queue", func() bool { return p.group.holds() == 0 })
	p.Publish(numbered(n, 1), Bulk)
	slow.want("a", strconv.Itoa(n), "x")
}

func TestSubscriberThatLeavesNoRoomForVitalMessagesIsDisconnected(t *testing.T) {
	p := publisher(t, &Group{Queue: 8 << 20}, local)
	slow := rawAt(t, p.Addr(), "SUB", "")
	slow.subscribe("")
	text := bytes.Repeat([]byte("x"), 1<<20)
	within(t, "publishing", func() {
		for p.connections() > 0 {
			p.Publish([][]byte{[]byte("vital"), text}, Vital)
		}
	})
	until(t, "the end of what was queued", func() bool { return p.group.holds() == 0 })
	slow.wantEnd()
}

// TestUnreadAnswers sends what is answered and reads no answer: the other side
// must stop reading.
func TestUnreadAnswers(t *testing.T) {
	g := &Group{Queue: 4 << 20}
	r, p := echoRouter(t, g, local), publisher(t, g, local)
	e, err := g.ListenEcho(local)
	if err != nil {
		t.Fatal(err)
	}
	closeLater(t, e)
	tests := []struct {
		name string
		s    *server
		typ  string
		msg  []byte
	}{
		{"pings", &r.server, "DEALER", appendFrame(nil, flagCommand, []byte("\x04PING\x00\x01abcdefghijklmnop"))},
		{"junk", &r.server, "DEALER", wireForm([][]byte{[]byte("junk"), bytes.Repeat([]byte("x"), 1000)}, 0)},
		{"requests", &r.server, "DEALER", wireForm([][]byte{bytes.Repeat([]byte("x"), 1000)}, 0)},
		{"subscriptions", &p.server, "SUB", wireForm([][]byte{[]byte("\x01topic")}, 0)},
		{"pings of subscribers", &p.server, "SUB", appendFrame(nil, flagCommand, []byte("\x04PING\x00\x01abcdefghijklmnop"))},
		{"heartbeats", &e.server, "REQ", wireForm([][]byte{nil, bytes.Repeat([]byte("x"), 1000)}, 0)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			conn := rawAt(t, tt.s.Addr(), tt.typ, "")
			batch := bytes.Repeat(tt.msg, 1+(64<<10)/len(tt.msg))
			const most = 64 << 20
			sent := 0
			for ; sent < most; sent += len(batch) {
				conn.SetWriteDeadline(time.Now().Add(300 * time.Millisecond))
				if _, err := conn.Write(batch); err != nil {
					break
				}
			}
			pause := pauseReading
			if tt.name == "requests" {
				pause = g.queue() / 4
			}
			if held := tt.s.group.holds(); sent >= most || held > pause+64<<10 {
				t.Errorf("%d bytes were read, and %d of answers are queued", sent, held)
			}
			conn.Close()
			until(t, "the end of the connection", func() bool { return tt.s.connections() == 0 && tt.s.group.holds() == 0 })
		})
	}
}

// TestUnreadReplies sends many replies to a client that reads none: nobody
// waits, and the client is disconnected.
func TestUnreadReplies(t *testing.T) {
	r := echoRouter(t, &Group{Queue: 8 << 20}, local)
	greedy, good := rawAt(t, r.Addr(), "DEALER", "greedy"), rawAt(t, r.Addr(), "DEALER", "good")
	greedy.send("hello")
	greedy.want("hello")
	within(t, "replying", func() {
		for r.Send([][]byte{[]byte("greedy"), bytes.Repeat([]byte("x"), 1<<20)}) {
		}
	})
	greedy.wantEnd()
	good.send("hello")
	good.want("hello")
	until(t, "the end of what was queued", func() bool { return r.group.holds() == 0 })
}

func TestCommands(t *testing.T) {
	r := echoRouter(t, new(Group), local)
	p := publisher(t, new(Group), local)
	c := rawAt(t, r.Addr(), "DEALER", "c")
	c.write([]byte("\x04\x09\x04PING\x00\x01ab"))
	c.want("\x04PONGab")
	c.write([]byte("\x04\x05\x04PING"))
	c.want("\x04PONG")
	c.write([]byte("\x04\x08\x07UNKNOWN"))
	c.send("hello")
	c.want("hello")
	c.write(appendFrame(nil, flagCommand, []byte("\x04PING\x00\x01"+strings.Repeat("x", 17))))
	c.wantEnd()

	s := rawAt(t, p.Addr(), "SUB", "") // as ZMTP 3.1 subscribes
	s.write(appendFrame(nil, flagCommand, []byte("\x09SUBSCRIBEa")))
	s.want("a", "welcome")
	s.write(appendFrame(nil, flagCommand, []byte("\x06CANCELa")))
	s.subscribe("b")
	p.Publish([][]byte{[]byte("a")}, Vital)
	p.Publish([][]byte{[]byte("b")}, Vital)
	s.want("b")
}

func TestTooManyTopics(t *testing.T) {
	p := publisher(t, new(Group), local)
	tests := map[string]func(s *rawPeer){
		"many": func(s *rawPeer) {
			for i := range maxTopics {
				s.subscribe(strconv.Itoa(i))
			}
			s.send("\x01one more")
		},
		"long": func(s *rawPeer) { s.send("\x01" + strings.Repeat("x", 300)) },
		"huge": func(s *rawPeer) { s.write([]byte("\x02\x00\x00\x00\x00\x0c\x00\x00\x00\x01")) },
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			s := rawAt(t, p.Addr(), "SUB", "")
			f(s)
			s.wantEnd()
		})
	}
	s := rawAt(t, p.Addr(), "SUB", "") // the same ones again are no more
	for i := range 10 * maxTopics {
		s.subscribe(strconv.Itoa(i % maxTopics))
	}
}

// TestUnfinishedFrames begins many long messages and ends none.
func TestUnfinishedFrames(t *testing.T) {
	const connections, size = 40, 10 << 20
	g := &Group{Memory: 32 << 20}
	r := echoRouter(t, g, local)
	good := rawAt(t, r.Addr(), "DEALER", "good")
	good.send("hello")
	good.want("hello")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	header := append([]byte{flagLong}, binary.BigEndian.AppendUint64(nil, 15<<20)...)
	half := make([]byte, size)
	for range connections {
		p := rawAt(t, r.Addr(), "DEALER", "")
		p.write(header)
		p.Write(half) // it may be disconnected meanwhile
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if g.holds() > g.Memory {
		t.Errorf("%d bytes are held, want at most %d", g.holds(), g.Memory)
	}
	if grown := int(after.HeapAlloc) - int(before.HeapAlloc); grown > 3*g.Memory {
		t.Errorf("the heap has grown by %d bytes for %d", grown, g.Memory)
	}
	good.send("still here")
	good.want("still here")
	long := strings.Repeat("x", 4<<20)
	late := rawAt(t, r.Addr(), "DEALER", "late")
	late.send(long)
	late.want(long)
}

// TestLongMessages: a stranger may send less than a client that has proved
// itself.
func TestLongMessages(t *testing.T) {
	r := echoRouter(t, new(Group), local)
	long := strings.Repeat("x", maxStranger+1)
	stranger := rawAt(t, r.Addr(), "DEALER", "")
	stranger.send("junk")
	stranger.want("junk")
	stranger.Write(wireForm([][]byte{[]byte(long)}, 0))
	stranger.wantEnd()
	good := rawAt(t, r.Addr(), "DEALER", "")
	good.send("hello")
	good.want("hello")
	good.send(long)
	good.want(long)
	good.write([]byte{flagLong, 0, 0, 0, 0, 0x04, 0, 0, 1})
	good.wantEnd()
}

func TestFirstKeepsIdentity(t *testing.T) {
	r := echoRouter(t, new(Group), local)
	first := rawAt(t, r.Addr(), "DEALER", "x")
	first.send("1")
	first.want("1")
	second := rawAt(t, r.Addr(), "DEALER", "x")
	second.send("2")
	second.want("2")
	third := rawAt(t, r.Addr(), "DEALER", "x")
	third.send("3")
	third.want("3")
	for i := range 20 {
		r.Send([][]byte{[]byte("x"), []byte(strconv.Itoa(i))})
		first.want(strconv.Itoa(i))
	}
	// When the first is dead the second has the identity, which it need not ask for.
	first.SetLinger(0)
	first.Close()
	until(t, "the end of the first", func() bool { return r.connections() == 2 })
	r.Send([][]byte{[]byte("x"), []byte("yours")})
	second.want("yours")
	third.Close()
	until(t, "the end of the third", func() bool { return r.connections() == 1 })
	second.Close()
	until(t, "the end of the second", func() bool { return r.connections() == 0 })
	if r.Send([][]byte{[]byte("x"), []byte("nobody")}) || len(r.claims) > 0 {
		t.Errorf("%d identities are left", len(r.claims))
	}
}

// TestIdentityIsFreeAgain comes back at once, after each kind of end.
func TestIdentityIsFreeAgain(t *testing.T) {
	r := echoRouter(t, new(Group), local)
	for i := range 50 {
		c := rawAt(t, r.Addr(), "DEALER", "y")
		c.send("hello", strconv.Itoa(i))
		c.want("hello", strconv.Itoa(i))
		until(t, "the identity", func() bool {
			p := r.holderOf("y")
			return p != nil && p.conn.RemoteAddr().String() == c.LocalAddr().String()
		})
		if i%2 == 0 {
			c.SetLinger(0) // ends with a reset
		}
		c.Close()
	}
}

// TestPlaces fills a socket with each kind of idle connection. Clients that were
// there before keep their places, and new ones get one.
func TestPlaces(t *testing.T) {
	crowd := map[string]func(t *testing.T, s *server, typ string){
		"silence":   func(t *testing.T, s *server, _ string) { strangerAt(t, s.Addr()) },
		"handshake": func(t *testing.T, s *server, typ string) { rawAt(t, s.Addr(), typ, "") },
		"junk":      func(t *testing.T, s *server, typ string) { rawAt(t, s.Addr(), typ, "").send("junk") },
		"subscription": func(t *testing.T, s *server, typ string) {
			if typ == "SUB" {
				rawAt(t, s.Addr(), typ, "").send("\x01")
			}
		},
	}
	for name, join := range crowd {
		t.Run(name, func(t *testing.T) {
			g := &Group{Places: 8}
			r, p := echoRouter(t, g, local), publisher(t, g, local)
			old, sub := rawAt(t, r.Addr(), "DEALER", "old"), rawAt(t, p.Addr(), "SUB", "")
			old.send("hello")
			old.want("hello")
			sub.subscribe("")
			for range 50 {
				join(t, &r.server, "DEALER")
				join(t, &p.server, "SUB")
			}
			fresh, late := rawAt(t, r.Addr(), "DEALER", "fresh"), rawAt(t, p.Addr(), "SUB", "")
			fresh.send("hello")
			fresh.want("hello")
			old.send("hello")
			old.want("hello")
			late.subscribe("")
			p.Publish([][]byte{[]byte("news")}, Vital)
			sub.want("news")
			late.want("news")
			for _, s := range []*server{&r.server, &p.server} {
				if n := s.connections(); n > g.Places {
					t.Errorf("%d connections, want at most %d", n, g.Places)
				}
			}
		})
	}
}

func TestProvenClientsLoseNoPlace(t *testing.T) {
	r := echoRouter(t, &Group{Places: 4}, local)
	var clients []*rawPeer
	for i := range 4 {
		c := rawAt(t, r.Addr(), "DEALER", "")
		c.send("hello", fmt.Sprint(i))
		c.want("hello", fmt.Sprint(i))
		clients = append(clients, c)
	}
	// The answer may arrive before what it proves is noted.
	until(t, "the proof of all", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return leastPlaced(r.peers) == nil
	})
	for range 3 {
		strangerAt(t, r.Addr()).wantEnd()
	}
	for _, c := range clients {
		if !c.connected() {
			t.Error("a client was disconnected")
		}
	}
	clients[0].Close()
	until(t, "a free place", func() bool { return r.connections() < 4 })
	c := rawAt(t, r.Addr(), "DEALER", "")
	c.send("hello")
	c.want("hello")
}
