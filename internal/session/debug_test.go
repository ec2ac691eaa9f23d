package session

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"riffle/internal/debugger"
	"riffle/internal/proto"
	"riffle/internal/test/golden"
)

// TestDebug replays scripts of requests: testdata/debug/NAME.txt has cells, requests,
// and what comes of them. A script has lines
//
//	cell       begins a cell, up to a line "end"; its number counts from 1
//	run N      runs cell N in the background
//	dump N     tells the debugger of cell N, as a front end does
//	wait       waits until it stops or is over
//	…          any other line is a request: the command and its arguments in JSON, in
//	           which @N is the path of cell N, $frame the innermost frame, and
//	           $locals the reference of its variables
//
// and the answers, each after "= ".
func TestDebug(t *testing.T) {
	golden.Each(t, "testdata/debug/*.txt", replay)
}

// follow turns the debugger on in a session, where nothing stops.
func follow(t *testing.T, s *Session) {
	for _, request := range []string{
		`{"command": "attach"}`, `{"command": "dumpCell", "arguments": {"code": "nowhere()"}}`,
		fmt.Sprintf(`{"command": "setBreakpoints", "arguments": {"source": {"path": %q}, "breakpoints": [{"line": 1}]}}`, debugger.Path("nowhere()")),
	} {
		s.Debug(json.RawMessage(request))
	}
	if !s.debugger.Active() {
		t.Fatal("the debugger is off")
	}
}

// TestCellsFollowed: cells mean the same under the debugger.
func TestCellsFollowed(t *testing.T) {
	functions := 0
	golden.Each(t, "testdata/cells/*.txt", func(t *testing.T, text string) string {
		leaveChecks(t, true)
		s := newSession(t, Options{})
		follow(t, s)
		defer func() { functions += s.debugger.Followed() }()
		return transcript(t, s, text)
	})
	if functions < 400 {
		t.Errorf("only %d functions were followed", functions)
	}
}

// TestEndlessExpression: an expression without an end is given up, and ends.
func TestEndlessExpression(t *testing.T) {
	if testing.Short() {
		t.Skip("the debugger waits for five seconds")
	}
	s := newSession(t, Options{})
	follow(t, s)
	before := runtime.NumGoroutine()
	reply := s.Debug(json.RawMessage(`{"command": "evaluate", "arguments": {"expression": "func() int { for { } }()"}}`))
	if !strings.Contains(string(reply), "no answer within") {
		t.Errorf("the answer is %s", reply)
	}
	for range 2000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestFunctionsForgotten: what only a cell has needed is forgotten after it.
func TestFunctionsForgotten(t *testing.T) {
	s, out := newSession(t, Options{}), &recorder{}
	follow(t, s)
	for n := range 50 {
		s.Run(t.Context(), proto.Cell{N: n + 1, Source: fmt.Sprintf("x := %d", n)}, out)
	}
	if kept, all := s.debugger.Kept(), s.debugger.Followed(); kept > 0 || all < 50 {
		t.Errorf("%d functions of %d are kept", kept, all)
	}
}

// script is a session that is being debugged.
type script struct {
	t      *testing.T
	s      *Session
	cells  []string
	events chan string
	done   chan proto.Result
	out    *recorder
	cancel context.CancelFunc
	frame  int
	thread int
	b      strings.Builder
}

func replay(t *testing.T, text string) string {
	r := &script{t: t, events: make(chan string, 100), out: &recorder{}, done: make(chan proto.Result, 1)}
	r.s = newSession(t, Options{DebugEvent: func(raw json.RawMessage) { r.events <- r.event(raw) }})
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if strings.HasPrefix(line, "= ") {
			continue
		}
		r.b.WriteString(line + "\n")
		switch {
		case line == "" || line[0] == '#':
		case line == "cell":
			var code []string
			for i++; lines[i] != "end"; i++ {
				code = append(code, lines[i])
				r.b.WriteString(lines[i] + "\n")
			}
			r.b.WriteString("end\n")
			r.cells = append(r.cells, strings.Join(code, "\n"))
		default:
			r.line(line)
		}
	}
	return changing.ReplaceAllString(r.b.String(), "…")
}

// changing is what is printed differently each time: addresses and times.
var changing = regexp.MustCompile(`0x[0-9a-f]{6,}|time: [^|]*`)

func (r *script) say(format string, a ...any) { fmt.Fprintf(&r.b, "= "+format+"\n", a...) }

func (r *script) line(line string) {
	command, arguments, _ := strings.Cut(line, " ")
	switch command {
	case "run":
		var n int
		fmt.Sscan(arguments, &n)
		ctx, cancel := context.WithCancel(context.Background())
		r.cancel = cancel
		go func() {
			r.done <- r.s.Run(ctx, proto.Cell{N: n, Source: r.cells[n-1]}, r.out)
		}()
	case "wait":
		r.wait()
	case "dump":
		var n int
		fmt.Sscan(arguments, &n)
		code, _ := json.Marshal(r.cells[n-1])
		r.request("dumpCell", `{"code": `+string(code)+`}`)
	case "interrupt":
		r.cancel()
	default:
		r.request(command, arguments)
	}
}

// wait tells the events until the cell stops or is over.
func (r *script) wait() {
	for {
		select {
		case e := <-r.events:
			if r.tell(e) {
				return
			}
		case res := <-r.done:
			for len(r.events) > 0 { // that came before the end
				r.tell(<-r.events)
			}
			if text := r.out.taken(); text != "" {
				r.say("printed %s", strings.ReplaceAll(text, "\n", " | "))
			}
			switch {
			case res.Err != nil:
				r.say("ended: %s", strings.ReplaceAll(res.Err.Format(), "\n", " | "))
			default:
				r.say("ended: %s", res.Value.Text())
			}
			return
		case <-time.After(20 * time.Second):
			r.t.Fatalf("nothing happens after\n%s", r.b.String())
		}
	}
}

// tell says what an event is, and where the cell stands if it says that it stopped.
func (r *script) tell(event string) (stopped bool) {
	if event != "continued" {
		r.say("%s", event)
	}
	if stopped = strings.HasPrefix(event, "stopped"); stopped {
		r.where()
	}
	return stopped
}

// taken returns the output since its last call.
func (r *recorder) taken() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.out.Reset()
	return strings.TrimSuffix(r.out.String(), "\n")
}

// where tells the stack.
func (r *script) where() {
	body, _ := r.send("stackTrace", fmt.Sprintf(`{"threadId": %d}`, r.thread))
	frames, _ := body["stackFrames"].([]any)
	var all []string
	for i, f := range frames {
		f := f.(map[string]any)
		if i == 0 {
			r.frame = int(f["id"].(float64))
		}
		if i == 8 {
			all = append(all, fmt.Sprintf("… (%d)", len(frames)))
			break
		}
		path, _ := f["source"].(map[string]any)["path"].(string)
		all = append(all, fmt.Sprintf("%s %s:%v", f["name"], r.named(path), f["line"]))
	}
	r.say("at %s", strings.Join(all, " < "))
}

// named is a text with the numbers of cells in the place of their paths.
func (r *script) named(text string) string {
	for i, c := range r.cells {
		text = strings.ReplaceAll(text, debugger.Path(c), fmt.Sprintf("@%d", i+1))
	}
	return text
}

func (r *script) event(raw json.RawMessage) string {
	var e struct {
		Event string `json:"event"`
		Body  struct {
			Reason, Text string
			ThreadID     int `json:"threadId"`
		} `json:"body"`
	}
	json.Unmarshal(raw, &e)
	if e.Event == "stopped" {
		r.thread = e.Body.ThreadID
	}
	return strings.TrimSpace(strings.Join([]string{e.Event, e.Body.Reason, e.Body.Text}, " "))
}

func (r *script) send(command, arguments string) (body map[string]any, message string) {
	for i, c := range r.cells {
		arguments = strings.ReplaceAll(arguments, fmt.Sprintf("@%d", i+1), debugger.Path(c))
	}
	if arguments == "" {
		arguments = "{}"
	}
	reply := r.s.Debug(json.RawMessage(fmt.Sprintf(`{"seq": 1, "type": "request", "command": %q, "arguments": %s}`, command, arguments)))
	var a struct {
		Success bool
		Message string
		Body    map[string]any
	}
	if err := json.Unmarshal(reply, &a); err != nil {
		r.t.Fatalf("%s: %v", reply, err)
	}
	return a.Body, a.Message
}

// request sends a request and tells what is told of its answer.
func (r *script) request(command, arguments string) {
	arguments = strings.ReplaceAll(arguments, "$frame", fmt.Sprint(r.frame))
	arguments = strings.ReplaceAll(arguments, "$thread", fmt.Sprint(r.thread))
	for i, name := range []string{"$locals", "$globals"} {
		if strings.Contains(arguments, name) {
			arguments = strings.ReplaceAll(arguments, name, fmt.Sprint(r.scope(i)))
		}
	}
	if command == "locals" || command == "globals" {
		r.tree(r.scope(map[string]int{"locals": 0, "globals": 1}[command]), "", 4)
		return
	}
	body, message := r.send(command, arguments)
	switch {
	case message != "":
		r.say("refused: %s", r.named(message))
	case body["breakpoints"] != nil:
		for _, b := range body["breakpoints"].([]any) {
			b := b.(map[string]any)
			r.say("line %v, verified %v %v", b["line"], b["verified"], orNothing(b["message"]))
		}
	case len(body) == 0 || body["allThreadsContinued"] != nil:
	default:
		raw, _ := json.Marshal(body)
		r.say("%s", r.named(string(raw)))
	}
}

// scope is the reference of the innermost frame's variables, or of the session's.
func (r *script) scope(i int) any {
	body, _ := r.send("scopes", fmt.Sprintf(`{"frameId": %d}`, r.frame))
	if scopes, ok := body["scopes"].([]any); ok {
		return scopes[i].(map[string]any)["variablesReference"]
	}
	return 0
}

func orNothing(v any) any {
	if v == nil {
		return ""
	}
	return v
}

// tree tells variables with their parts.
func (r *script) tree(reference any, indent string, depth int) {
	body, message := r.send("variables", fmt.Sprintf(`{"variablesReference": %v}`, reference))
	if message != "" {
		r.say("refused: %s", message)
		return
	}
	for _, v := range body["variables"].([]any) {
		v := v.(map[string]any)
		r.say("%s%s %s = %s", indent, v["name"], orNothing(v["type"]), v["value"])
		if ref := v["variablesReference"].(float64); ref > 0 && depth > 0 {
			r.tree(ref, indent+"  ", depth-1)
		}
	}
}
