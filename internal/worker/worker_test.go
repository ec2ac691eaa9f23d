package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"riffle/internal/proto"
)

// record is an Output that records its calls.
type record struct {
	mu     sync.Mutex
	text   map[string]string
	events []string
	heard  chan struct{} // something came
	answer func(prompt string, password bool) (string, error)
	slow   func()
}

func newRecord() *record {
	return &record{text: map[string]string{}, heard: make(chan struct{}, 1)}
}

func (r *record) note(event string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, event)
	select {
	case r.heard <- struct{}{}:
	default:
	}
}

func (r *record) Stream(name string, text []byte) {
	if r.slow != nil {
		r.slow()
	}
	r.mu.Lock()
	r.text[name] += string(text)
	r.mu.Unlock()
	r.note(name + ":" + string(text))
}

func (r *record) Display(b proto.Bundle, update bool) {
	r.note(fmt.Sprintf("display %v %s %v", b.Data, b.ID, update))
}
func (r *record) Clear(wait bool) { r.note(fmt.Sprint("clear ", wait)) }
func (r *record) Comm(c proto.Comm) {
	r.note(fmt.Sprintf("comm %s %s %s %v %v", c.Kind, c.ID, c.Target, c.Data, c.Buffers))
}
func (r *record) Progress(p proto.Progress) {
	r.note(fmt.Sprintf("progress %s %d/%d", p.Label, p.Done, p.Total))
}
func (r *record) Input(prompt string, password bool) (string, error) {
	r.note("input " + prompt)
	if r.answer == nil {
		return "", proto.ErrNoInput
	}
	return r.answer(prompt, password)
}

func (r *record) get(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text[name]
}

func (r *record) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.events...)
}

// until waits for a state that somebody else brings about.
func (r *record) until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for limit := time.After(10 * time.Second); !ok(); {
		select {
		case <-r.heard:
		case <-limit:
			t.Fatalf("%s did not come; heard %q", what, r.all())
		}
	}
}

func start(t testing.TB, o Options) *Worker {
	t.Helper()
	w, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Close()
		if _, test := t.(*testing.T); test {
			goleak.VerifyNone(t)
		}
	})
	return w
}

func run(w *Worker, source string) (proto.Result, *record) {
	out := newRecord()
	return w.Run(context.Background(), proto.Cell{Source: source, N: 7, AllowInput: true}, out), out
}

func value(t testing.TB, w *Worker, source string) string {
	t.Helper()
	r, _ := run(w, source)
	if r.Status != proto.OK {
		t.Fatalf("%s: %+v", source, r)
	}
	return r.Value.Text()
}

func TestCell(t *testing.T) {
	w := start(t, Options{})
	if got := value(t, w, "echo hello"); got != "hello" {
		t.Errorf("got %q", got)
	}
	r, _ := run(w, "fail badly")
	want := proto.Result{Status: proto.Error, N: 7, Err: &proto.CellError{Name: "panic", Message: "badly"}}
	if d := cmp.Diff(want, r); d != "" {
		t.Error(d)
	}
	if r, _ := run(w, "nothing"); r.Status != proto.OK || r.Value != nil || r.Err != nil || r.N != 7 {
		t.Errorf("got %+v", r)
	}
	if value(t, w, "count"); value(t, w, "count") != "2" {
		t.Error("variables are not kept")
	}
	if w.Run(context.Background(), proto.Cell{Source: "mixed"}, nil).Status != proto.OK {
		t.Error("a nil Output is not accepted")
	}
}

func TestOutputOrder(t *testing.T) {
	w := start(t, Options{})
	r, out := run(w, "mixed")
	if r.Status != proto.OK {
		t.Fatalf("%+v", r)
	}
	var want strings.Builder
	for i := range 200 {
		fmt.Fprintf(&want, "a%d\nb%d\n", i, i)
	}
	want.WriteString("end\n")
	if d := cmp.Diff(want.String(), out.get("stdout")); d != "" {
		t.Error(d)
	}
	// A display stands right behind the escaped line before it.
	all := strings.Join(out.all(), "")
	for _, i := range []int{0, 50, 100, 150} {
		if s := fmt.Sprintf("b%d\ndisplay map[text/plain:d%d]  falsestdout:a%d\n", i, i, i+1); !strings.Contains(all, s) {
			t.Errorf("%q is missing", s)
		}
	}
}

func TestEscapes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("writes to descriptor 1")
	}
	w := start(t, Options{})
	r, out := run(w, "escapes")
	if r.Value.Text() != "0 EOF" {
		t.Errorf("os.Stdin: %q, %+v", r.Value.Text(), r)
	}
	if got := out.get("stdout"); got != "print descriptor child\n" {
		t.Errorf("stdout: %q", got)
	}
	if got := out.get("stderr"); got != "stderr" {
		t.Errorf("stderr: %q", got)
	}
	for _, text := range []string{"native words", "panic: only a joke"} {
		if _, out := run(w, "println "+text); out.get("stderr") != text+"\n" {
			t.Errorf("println %q: %q", text, out.get("stderr"))
		}
	}
	if r, _ := run(w, "exit"); r.Err == nil || r.Err.Exit != 3 {
		t.Errorf("words of the past are taken for the last ones: %+v", r.Err)
	}
}

func TestEverythingElse(t *testing.T) {
	w := start(t, Options{})
	_, out := run(w, "display")
	want := []string{
		"display map[application/json:9223372036854775809] d false",
		"clear true",
		"display map[application/json:9223372036854775809] d true",
		"stderr:cannot be shown: json: unsupported type: func()\n",
		"comm open c t map[] [[0 1 255]]",
	}
	got := out.all()
	if d := cmp.Diff(want, got[:min(len(got), len(want))]); d != "" {
		t.Error(d)
	}
	if last := got[len(got)-1]; last != "progress trials 0/0" {
		t.Errorf("the last event is %q", last)
	}
	if n := len(got); n > 200 {
		t.Errorf("%d events: progress isn't coalesced", n)
	}
}

func TestBigOutput(t *testing.T) {
	w := start(t, Options{})
	if _, out := run(w, "big"); len(out.get("stdout")) != 3<<20 {
		t.Errorf("%d bytes", len(out.get("stdout")))
	}
	_, out := run(w, "many")
	if out.get("stdout") != strings.Repeat("12345\n", 100_000) {
		t.Errorf("%d bytes", len(out.get("stdout")))
	}
	if n := len(out.all()); n > 100 {
		t.Errorf("100,000 lines came in %d pieces", n)
	}
	r, _ := run(w, "echo "+strings.Repeat("z", 5<<20))
	if len(r.Value.Text()) != 5<<20 {
		t.Errorf("a result of %d bytes", len(r.Value.Text()))
	}
	r, _ = run(w, "echo "+strings.Repeat("z", maxBody))
	if r.Err == nil || r.Err.Name != "no session" || r.Lost {
		t.Errorf("a cell that is too long: %+v", r.Err)
	}
}

func TestInput(t *testing.T) {
	w := start(t, Options{})
	for _, c := range []struct {
		line string
		err  error
		want string
	}{
		{"yes", nil, `"yes" <nil>`},
		{"", io.EOF, `"" EOF`},
		{"", errors.New("tongue-tied"), `"" tongue-tied`},
		{"", fmt.Errorf("at the prompt: %w", context.Canceled), `"" context canceled`},
	} {
		out := newRecord()
		out.answer = func(prompt string, password bool) (string, error) {
			if prompt != "password" || !password {
				t.Errorf("asked %q, %v", prompt, password)
			}
			return c.line, c.err
		}
		r := w.Run(context.Background(), proto.Cell{Source: "ask password", AllowInput: true}, out)
		if r.Value.Text() != c.want {
			t.Errorf("got %s, want %s", r.Value.Text(), c.want)
		}
	}
	r := w.Run(context.Background(), proto.Cell{Source: "ask"}, newRecord())
	if want := `"" ` + proto.ErrNoInput.Error(); r.Value.Text() != want {
		t.Errorf("without AllowInput: %s", r.Value.Text())
	}
}

// An interrupt ends a question too.
func TestInterruptInput(t *testing.T) {
	w := start(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	out := newRecord()
	out.answer = func(string, bool) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	}
	r := w.Run(ctx, proto.Cell{Source: "ask", AllowInput: true}, out)
	if r.Value.Text() != `"" context canceled` || r.Lost {
		t.Errorf("%+v", r)
	}
}

func TestInterrupt(t *testing.T) {
	w := start(t, Options{})
	value(t, w, "count")
	for _, source := range []string{"block", "spin", "flood"} {
		ctx, cancel := context.WithCancel(context.Background())
		out := newRecord()
		go func() {
			<-out.heard
			cancel()
		}()
		r := w.Run(ctx, proto.Cell{Source: source}, out)
		if r.Status != proto.OK || r.Lost {
			t.Errorf("%s: %+v", source, r)
		}
	}
	out := newRecord()
	go func() {
		<-out.heard
		w.Interrupt()
	}()
	if r := w.Run(context.Background(), proto.Cell{Source: "block"}, out); r.Value.Text() != "interrupted" {
		t.Errorf("Interrupt: %+v", r)
	}
	w.Interrupt() // of nothing
	if got := value(t, w, "count"); got != "2" {
		t.Errorf("the variable is %s", got)
	}
}

// A cell that doesn't stop is killed, after the grace and the patience.
func TestGrace(t *testing.T) {
	var asked []time.Duration
	w := start(t, Options{
		Grace: 30 * time.Millisecond,
		Patience: func(d time.Duration) time.Duration {
			asked = append(asked, d)
			return []time.Duration{20 * time.Millisecond, 0}[len(asked)-1]
		},
	})
	ctx, cancel := context.WithCancel(context.Background())
	out := newRecord()
	go func() {
		<-out.heard
		cancel()
	}()
	r := w.Run(ctx, proto.Cell{Source: "stubborn"}, out)
	want := &proto.CellError{Name: "interrupted", Message: "the cell did not stop within 50ms, so its process was ended" + lost}
	if d := cmp.Diff(want, r.Err); d != "" || !r.Lost {
		t.Error(d, r.Lost)
	}
	if d := cmp.Diff([]time.Duration{30 * time.Millisecond, 50 * time.Millisecond}, asked); d != "" {
		t.Error(d)
	}
	if value(t, w, "echo on") != "on" {
		t.Error("no successor")
	}
}

// A slow front end is no reason to kill a cell that has stopped.
func TestGraceWithSlowOutput(t *testing.T) {
	w := start(t, Options{Grace: 20 * time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	out := newRecord()
	var once sync.Once
	out.slow = func() {
		once.Do(func() {
			// Until the pipe and both queues are full.
			for w.child.queue.mu.Lock(); w.child.queue.bytes <= queueMost; w.child.queue.mu.Lock() {
				w.child.queue.mu.Unlock()
				runtime.Gosched()
			}
			w.child.queue.mu.Unlock()
			cancel()
			<-time.After(100 * time.Millisecond) // five graces
		})
	}
	if r := w.Run(ctx, proto.Cell{Source: "flood"}, out); r.Value.Text() != "stopped" || r.Lost {
		t.Errorf("%+v", r)
	}
}

func TestCancelledBeforeItRuns(t *testing.T) {
	w := start(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	out, done := newRecord(), make(chan proto.Result)
	go func() {
		done <- w.Run(context.Background(), proto.Cell{Source: "block"}, out)
	}()
	<-out.heard
	cancel()
	if r := w.Run(ctx, proto.Cell{Source: "count", N: 3}, nil); r.Status != proto.Aborted || r.N != 3 {
		t.Errorf("%+v", r)
	}
	w.Interrupt()
	<-done
	if r := w.Run(ctx, proto.Cell{Source: "count"}, nil); r.Status == proto.OK && r.Value.Text() != "1" {
		t.Errorf("%+v", r)
	}
}

func TestQuestions(t *testing.T) {
	w := start(t, Options{AnswerTimeout: 100 * time.Millisecond})
	out, done := newRecord(), make(chan proto.Result)
	go func() {
		done <- w.Run(context.Background(), proto.Cell{Source: "gate"}, out)
	}()
	<-out.heard // the cell runs, until the last of these
	if got := w.Inspect("x", 1, 2).Value.Data["text/plain"]; got != "x1 2" {
		t.Errorf("inspect: %q", got)
	}
	if got := w.Signature("f(", 2); got.Name != "f(" || got.Active != 2 {
		t.Errorf("signature: %+v", got)
	}
	if got := w.IsComplete("{"); got != (proto.Completeness{Status: "incomplete", Indent: "\t"}) {
		t.Errorf("is complete: %+v", got)
	}
	if got := w.Complete("panic", 5); got.Start != 5 || got.End != 5 || got.Items != nil {
		t.Errorf("a panic in completion: %+v", got)
	}
	want := proto.Completion{End: 4, Items: []proto.Candidate{{Text: "openln", Kind: "function"}}}
	if d := cmp.Diff(want, w.Complete("open the gate", 4)); d != "" {
		t.Error(d)
	}
	if r := <-done; r.Value.Text() != "opened" {
		t.Errorf("%+v", r)
	}
	if got := w.Complete("hang", 2); got.Start != 2 || got.End != 2 {
		t.Errorf("a completion that hangs: %+v", got)
	}
	if value(t, w, "echo on") != "on" {
		t.Error("a completion that hangs stops cells")
	}
}

func TestComm(t *testing.T) {
	w := start(t, Options{})
	out := newRecord()
	for range 3 {
		w.Comm(proto.Comm{Kind: "msg", ID: "c", Data: map[string]any{"value": 1.5}}, out)
	}
	want := []string{}
	for range 3 {
		want = append(want, "stdout:handling c", "comm msg c  map[seen:2.5 value:1.5] []")
	}
	if d := cmp.Diff(want, out.all()); d != "" {
		t.Error(d)
	}
	for _, pending := range []bool{false, true} {
		if got := w.Comm(proto.Comm{Kind: "msg", ID: "c", Data: map[string]any{"value": 1, "pending": pending}}, out); got != pending {
			t.Errorf("pending is %v, want %v", got, pending)
		}
	}
	out = newRecord()
	w.Comm(proto.Comm{Kind: "msg", ID: "bad"}, out)
	if got := out.get("stderr"); got != "comm handler: panic: handler\n" {
		t.Errorf("a handler that panics: %q", got)
	}
}

func TestLateOutput(t *testing.T) {
	w := start(t, Options{})
	_, out := run(w, "late")
	out.until(t, "late output", func() bool { return out.get("stdout") == "late escaped late" })
	// An Output that was kept speaks for its cell.
	_, out = run(w, "keep")
	if _, newer := run(w, "useKept"); out.get("stdout") != "kept" || newer.get("stdout") != "" {
		t.Errorf("heard %q, and %q in the newer cell", out.all(), newer.all())
	}
	for range pastMost {
		run(w, "nothing")
	}
	if _, newest := run(w, "useKept"); newest.get("stdout") != "kept" {
		t.Errorf("the newest cell heard %q of one long past", newest.all())
	}
}

// TestIdle: Idle is called when no cell follows another for a while.
func TestIdle(t *testing.T) {
	w := start(t, Options{})
	_, out := run(w, "rest")
	out.until(t, "Idle", func() bool { return out.get("stdout") == "idle" })
}

func TestSpareKinds(t *testing.T) {
	if got := value(t, start(t, Options{}), "spare"); got != "skipped" {
		t.Errorf("got %q", got)
	}
}

func TestRestart(t *testing.T) {
	w := start(t, Options{})
	if got := value(t, w, "restarts"); got != "0" {
		t.Errorf("%s restarts", got)
	}
	pid := w.PID()
	if err := w.Restart(); err != nil {
		t.Fatal(err)
	}
	if w.PID() == pid {
		t.Error("the same process")
	}
	if got := value(t, w, "restarts"); got != "1" {
		t.Errorf("%s restarts", got)
	}
	r, _ := run(w, "restart")
	if r.Value.Text() != "asked" || !r.Lost || r.Status != proto.OK {
		t.Errorf("%+v", r)
	}
	if got := value(t, w, "restarts"); got != "2" {
		t.Errorf("%s restarts", got)
	}
	out, done := newRecord(), make(chan proto.Result)
	go func() { done <- w.Run(context.Background(), proto.Cell{Source: "stubborn"}, out) }()
	<-out.heard
	if err := w.Restart(); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.Err == nil || r.Err.Name != "restarted" || !r.Lost {
		t.Errorf("%+v", r)
	}
}

func TestClose(t *testing.T) {
	w := start(t, Options{})
	out, done := newRecord(), make(chan proto.Result)
	go func() { done <- w.Run(context.Background(), proto.Cell{Source: "stubborn"}, out) }()
	<-out.heard
	w.Close()
	if r := <-done; r.Err == nil || r.Err.Name != "closed" {
		t.Errorf("%+v", r)
	}
	if r, _ := run(w, "echo x"); r.Status != proto.Error || !strings.HasPrefix(r.Err.Message, errClosed.Error()) {
		t.Errorf("%+v", r)
	}
	if w.Restart() == nil || w.PID() != 0 {
		t.Error("a closed worker restarts")
	}
	w.Close()
}

func TestStartFails(t *testing.T) {
	for command, want := range map[string]string{
		"otherVersion": fmt.Sprintf("speaks protocol %d and this program %d", version+1, version),
		"noWorker":     `not a frame: it begins with "usage: something else"`,
		"diesAtStart":  "no hello: EOF; it said: panic: no luck today",
		"silent":       "within 200ms",
	} {
		o := Options{Command: []string{os.Args[0], command}}
		if command == "silent" {
			o.StartTimeout = 200 * time.Millisecond
		}
		w, err := Start(o)
		if err == nil || !strings.Contains(err.Error(), want) || w != nil {
			t.Errorf("%s: %v", command, err)
		}
		l := Launch(o)
		for range 2 { // the second tries again
			if r, _ := run(l, "echo x"); r.Err == nil || r.Err.Name != "no session" || !strings.Contains(r.Err.Message, want) {
				t.Errorf("%s: %+v", command, r)
			}
		}
		l.Close()
	}
	if _, err := Start(Options{Command: []string{"/no/such/file"}}); err == nil {
		t.Error("no error for a program that isn't there")
	}
	goleak.VerifyNone(t)
}
