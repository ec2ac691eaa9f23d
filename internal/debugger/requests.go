package debugger

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"riffle/internal/rt"
)

// handler answers one request with the body of the response, nil for none.
type handler func(d *Debugger, arguments json.RawMessage) (any, error)

// decoding is a handler that decodes its arguments.
func decoding[A any](f func(*Debugger, A) (any, error)) handler {
	return func(d *Debugger, raw json.RawMessage) (any, error) {
		var a A
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &a); err != nil {
				return nil, err
			}
		}
		return f(d, a)
	}
}

// handlers are the supported requests: those of the protocol that Jupyter's front ends
// send, and those that Jupyter adds.
var handlers = map[string]handler{
	"initialize":              decoding(initialize),
	"attach":                  decoding(attach),
	"configurationDone":       decoding(nothingToDo),
	"disconnect":              decoding(disconnect),
	"terminate":               decoding(disconnect),
	"setBreakpoints":          decoding(setBreakpoints),
	"setExceptionBreakpoints": decoding(setExceptionBreakpoints),
	"threads":                 decoding(threads),
	"stackTrace":              decoding(stackTrace),
	"scopes":                  decoding(scopes),
	"variables":               decoding(variablesRequest),
	"setVariable":             decoding(setVariable),
	"evaluate":                decoding(evaluate),
	"source":                  decoding(sourceRequest),
	"continue":                decoding(goOn),
	"next":                    decoding(stepping("over")),
	"stepIn":                  decoding(stepping("in")),
	"stepOut":                 decoding(stepping("out")),
	"pause":                   decoding(pause),

	"debugInfo":            decoding(debugInfo),
	"dumpCell":             decoding(dumpCell),
	"inspectVariables":     decoding(inspectVariables),
	"richInspectVariables": decoding(richInspectVariables),
	"copyToGlobals":        decoding(copyToGlobals),
	"modules":              decoding(modules),
}

// none is the arguments of a request that has none, or whose arguments don't matter.
type none struct{}

// Handle answers a request.
func (d *Debugger) Handle(request json.RawMessage) json.RawMessage {
	var r struct {
		dap.Request
		Arguments json.RawMessage `json:"arguments"`
	}
	var body any
	err := json.Unmarshal(request, &r)
	if err == nil {
		body, err = d.answerRequest(r.Command, r.Arguments)
	}
	out := dap.Response{
		ProtocolMessage: dap.ProtocolMessage{Seq: int(d.seq.Add(1)), Type: "response"},
		RequestSeq:      r.Seq, Command: r.Command, Success: err == nil,
	}
	if err != nil {
		out.Message, body = err.Error(), struct{}{}
	}
	raw, _ := json.Marshal(struct {
		dap.Response
		Body any `json:"body,omitempty"`
	}{out, body})
	return raw
}

// answerRequest runs a handler, which may draw values with methods of the user's.
func (d *Debugger) answerRequest(command string, arguments json.RawMessage) (body any, err error) {
	h := handlers[command]
	switch {
	case h == nil:
		return nil, fmt.Errorf("this debugger knows no request %q", command)
	case !d.on.Load() && !slices.Contains(always, command):
		return nil, errors.New("the debugger is not attached")
	}
	type reply struct {
		body any
		err  error
	}
	done := make(chan reply, 1)
	late := d.quietly(func() {
		b, err := h(d, arguments)
		done <- reply{b, err}
	})
	if late != nil {
		return nil, late
	}
	r := <-done
	return r.body, r.err
}

// always are the requests that don't need an attached debugger.
var always = []string{"initialize", "attach", "debugInfo", "dumpCell", "inspectVariables", "richInspectVariables", "variables", "disconnect", "terminate", "modules", "configurationDone"}

// event tells the front ends.
func (d *Debugger) event(name string, body any) {
	raw, err := json.Marshal(struct {
		dap.Event
		Body any `json:"body,omitempty"`
	}{dap.Event{ProtocolMessage: dap.ProtocolMessage{Seq: int(d.seq.Add(1)), Type: "event"}, Event: name}, body})
	if err == nil {
		d.emit(raw)
	}
}

func initialize(*Debugger, none) (any, error) {
	return dap.Capabilities{
		SupportsConfigurationDoneRequest: true, SupportsConditionalBreakpoints: true, SupportsHitConditionalBreakpoints: true,
		SupportsLogPoints: true, SupportsEvaluateForHovers: true, SupportsSetVariable: true, SupportsTerminateRequest: true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{{Filter: "uncaught", Label: "Panics that nothing recovers"}},
	}, nil
}

func attach(d *Debugger, _ none) (any, error) {
	d.on.Store(true)
	d.world.Changed()
	d.event("initialized", nil)
	return nil, nil
}

func nothingToDo(*Debugger, none) (any, error) { return nil, nil }

// disconnect ends the debugger. What is stopped continues.
func disconnect(d *Debugger, _ none) (any, error) {
	d.on.Store(false)
	d.uncaught.Store(false)
	d.pausing.Store(false)
	d.mu.Lock()
	paths := slices.Collect(maps.Keys(d.breakpoints))
	clear(d.breakpoints)
	for _, p := range paths {
		d.arm(p)
	}
	d.twins = nil
	d.mu.Unlock()
	d.Release()
	d.world.Changed()
	return nil, nil
}

func dumpCell(d *Debugger, a struct {
	Code string `json:"code"`
}) (any, error) {
	path := Path(a.Code)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sources[path] = a.Code
	return map[string]string{"sourcePath": path}, nil
}

func debugInfo(d *Debugger, _ none) (any, error) {
	type line struct {
		Line int `json:"line"`
	}
	type set struct {
		Source      string `json:"source"`
		Breakpoints []line `json:"breakpoints"`
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	sets := []set{}
	for _, path := range slices.Sorted(maps.Keys(d.breakpoints)) {
		s := set{Source: path}
		for _, n := range slices.Sorted(maps.Keys(d.breakpoints[path])) {
			s.Breakpoints = append(s.Breakpoints, line{n})
		}
		sets = append(sets, s)
	}
	stopped := []int{}
	if d.stopped != nil {
		stopped = append(stopped, d.stopped.id)
	}
	return map[string]any{
		"isStarted": d.on.Load(), "hashMethod": hashMethod, "hashSeed": hashSeed, "tmpFilePrefix": prefix(), "tmpFileSuffix": suffix,
		"breakpoints": sets, "stoppedThreads": stopped, "richRendering": true, "copyToGlobals": true, "exceptionPaths": []string{},
	}, nil
}

// setBreakpoints replaces the breakpoints of a source. One on a line without a statement
// moves to the next line that has one.
func setBreakpoints(d *Debugger, a dap.SetBreakpointsArguments) (any, error) {
	path := a.Source.Path
	d.mu.Lock()
	code, known := d.sources[path]
	d.mu.Unlock()
	var lines []int
	why := "the kernel doesn't know this cell: run it once"
	if known {
		var err error
		if lines, err = d.world.Lines(code); err != nil {
			why = "the cell doesn't compile: " + err.Error()
		} else {
			why = "no statement begins on this line or after it"
		}
	}
	set := map[int]*breakpoint{}
	answers := []dap.Breakpoint{}
	for _, b := range a.Breakpoints {
		answer := dap.Breakpoint{Source: &a.Source, Line: b.Line, Message: why}
		if i, _ := slices.BinarySearch(lines, b.Line); i < len(lines) {
			answer = dap.Breakpoint{Source: &a.Source, Line: lines[i], Verified: true}
			set[lines[i]] = &breakpoint{condition: b.Condition, hit: b.HitCondition, log: b.LogMessage}
		}
		answers = append(answers, answer)
	}
	d.mu.Lock()
	if d.breakpoints[path] = set; len(set) == 0 {
		delete(d.breakpoints, path)
	}
	d.arm(path)
	d.mu.Unlock()
	d.world.Changed()
	return dap.SetBreakpointsResponseBody{Breakpoints: answers}, nil
}

func setExceptionBreakpoints(d *Debugger, a dap.SetExceptionBreakpointsArguments) (any, error) {
	d.uncaught.Store(slices.Contains(a.Filters, "uncaught"))
	d.world.Changed()
	return nil, nil
}

// threads are the stopped goroutines.
func threads(d *Debugger, _ none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := []dap.Thread{}
	for _, th := range d.threads {
		if th.parked == nil || d.gate.Load() == nil {
			continue
		}
		name := fmt.Sprintf("goroutine %d", th.id)
		if th.id == cellThread {
			name = "the cell"
		}
		all = append(all, dap.Thread{Id: th.id, Name: name})
	}
	slices.SortFunc(all, func(a, b dap.Thread) int { return a.Id - b.Id })
	return dap.ThreadsResponseBody{Threads: all}, nil
}

// stackTrace are the calls of a stopped goroutine, the innermost first.
func stackTrace(d *Debugger, a dap.StackTraceArguments) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var calls []*rt.Frame
	for _, th := range d.threads {
		if th.id == a.ThreadId && th.parked != nil && d.gate.Load() != nil {
			for f := th.parked; f != nil; f = f.Parent {
				if f.Site.Load() >= 0 {
					calls = append(calls, f)
				}
			}
		}
	}
	total := len(calls)
	calls = calls[min(max(a.StartFrame, 0), total):]
	if a.Levels > 0 && a.Levels < len(calls) {
		calls = calls[:a.Levels]
	}
	frames := []dap.StackFrame{}
	for _, f := range calls {
		fn := d.funcs[f.Func]
		s := dap.StackFrame{Id: d.view.frame(f), Name: fn.name, Column: 1}
		if fn.main {
			s.Name = "the cell"
		}
		s.Name = strings.TrimPrefix(s.Name, ".")
		at := fn.sites[f.Site.Load()]
		s.Line, s.Source = at.line, &dap.Source{Name: "cell", Path: at.path}
		frames = append(frames, s)
	}
	return dap.StackTraceResponseBody{StackFrames: frames, TotalFrames: total}, nil
}

// scopes are the variables of a call and those of the session. For the cell itself, the
// former are all that it declares.
func scopes(d *Debugger, a dap.ScopesArguments) (any, error) {
	f, err := d.frameOf(a.FrameId)
	if err != nil {
		return nil, err
	}
	fn := d.functionOf(f)
	if fn == nil {
		return nil, errRunning // it was left behind, and its cell has ended
	}
	own, all := d.world.Globals()
	locals := func() []node { return d.nodesOf(f, d.visibleVariables(f)) }
	if fn.main {
		locals = func() []node { return append(d.nodesOf(f, own), d.nodesOf(f, d.visibleVariables(f))...) }
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return dap.ScopesResponseBody{Scopes: []dap.Scope{
		{Name: "Locals", PresentationHint: "locals", VariablesReference: d.view.numberNode(f, locals)},
		{Name: "Globals", VariablesReference: d.view.numberNode(nil, func() []node { return d.nodesOf(nil, all) })},
	}}, nil
}

func (d *Debugger) listNodes(nodes []node) []dap.Variable {
	out := []dap.Variable{}
	for _, n := range nodes {
		out = append(out, d.dapVariable(n))
	}
	return out
}

// maxListed is how many parts of a value are sent unless fewer are asked for.
const maxListed = 1000

func (d *Debugger) partsOf(reference int) (nodes []node, f *rt.Frame, err error) {
	d.mu.Lock()
	if reference < 1 || reference > len(d.view.nodes) {
		d.mu.Unlock()
		return nil, nil, errRunning
	}
	l := d.view.nodes[reference-1]
	d.mu.Unlock()
	return l.parts(), l.frame, nil
}

func variablesRequest(d *Debugger, a dap.VariablesArguments) (any, error) {
	nodes, _, err := d.partsOf(a.VariablesReference)
	if err != nil {
		return nil, err
	}
	if a.Count <= 0 || a.Count > maxListed {
		a.Count = maxListed
	}
	return dap.VariablesResponseBody{Variables: d.listNodes(pageOf(nodes, a.Start, a.Count))}, nil
}

// setVariable assigns what the user has typed, as Go. Parts of a value are named by
// their path from the variable.
func setVariable(d *Debugger, a dap.SetVariableArguments) (any, error) {
	nodes, f, err := d.partsOf(a.VariablesReference)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		if n.name != a.Name {
			continue
		}
		if f != nil && d.isCopy(f, n.path) {
			return nil, fmt.Errorf("%s is shared with the enclosing function: change it there", n.name)
		}
		if _, err := d.eval(n.path+" = "+a.Value, f); err != nil {
			return nil, err
		}
		nodes, _, _ = d.partsOf(a.VariablesReference)
		for _, m := range nodes {
			if m.name == a.Name {
				v := d.dapVariable(m)
				return dap.SetVariableResponseBody{Value: v.Value, Type: v.Type, VariablesReference: v.VariablesReference}, nil
			}
		}
	}
	return nil, fmt.Errorf("there is no variable %s", a.Name)
}

// isCopy reports whether a path begins with a copy of a variable.
func (d *Debugger) isCopy(f *rt.Frame, path string) bool {
	fn := d.functionOf(f)
	if fn == nil {
		return false
	}
	for _, l := range fn.locals {
		if l.fixed && l.name == path {
			return true
		}
	}
	return false
}

// frame is the call that a request names; 0 is the session.
func (d *Debugger) frame(id int) (*rt.Frame, error) {
	if id == 0 {
		return nil, nil
	}
	return d.frameOf(id)
}

func evaluate(d *Debugger, a dap.EvaluateArguments) (any, error) {
	f, err := d.frame(a.FrameId)
	if err != nil {
		return nil, err
	}
	v, err := d.eval(a.Expression, f)
	if err != nil {
		return nil, err
	}
	if !v.IsValid() {
		return dap.EvaluateResponseBody{}, nil
	}
	out := d.dapVariable(node{a.Expression, "(" + a.Expression + ")", v, f})
	return dap.EvaluateResponseBody{
		Result: out.Value, Type: out.Type, VariablesReference: out.VariablesReference, NamedVariables: out.NamedVariables, IndexedVariables: out.IndexedVariables,
	}, nil
}

func sourceRequest(d *Debugger, a dap.SourceArguments) (any, error) {
	path := ""
	if a.Source != nil {
		path = a.Source.Path
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	text, ok := d.sources[path]
	if !ok {
		return nil, errors.New("the kernel doesn't know this source")
	}
	return dap.SourceResponseBody{Content: text, MimeType: "text/x-go"}, nil
}

func goOn(d *Debugger, _ none) (any, error) {
	if !d.goOn(nil) {
		return nil, errRunning
	}
	return dap.ContinueResponseBody{AllThreadsContinued: true}, nil
}

// stepping lets everything continue until the goroutine that stopped has made a step.
func stepping(kind string) func(*Debugger, none) (any, error) {
	return func(d *Debugger, _ none) (any, error) {
		d.mu.Lock()
		th := d.stopped
		var f *rt.Frame
		if th != nil {
			f = th.parked
		}
		d.mu.Unlock()
		if f == nil || !d.goOn(&step{thread: th, kind: kind, depth: f.Depth}) {
			return nil, errRunning
		}
		return nil, nil
	}
}

// pause stops the first goroutine to reach its next statement.
func pause(d *Debugger, _ none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.gate.Load() != nil:
		return nil, errors.New("the cell has already stopped")
	case len(d.threads) == 0 || !d.isTracking():
		return nil, errors.New("nothing runs that can be paused: cells can while they run with a breakpoint set somewhere; otherwise interrupt the kernel")
	}
	d.pausing.Store(true)
	return nil, nil
}

// isTracking reports whether a tracked function is running; d.mu is held.
func (d *Debugger) isTracking() bool {
	for _, th := range d.threads {
		if !th.quiet {
			return true
		}
	}
	return false
}

// inspectVariables lists the session's variables.
func inspectVariables(d *Debugger, _ none) (any, error) {
	_, all := d.world.Globals()
	return dap.VariablesResponseBody{Variables: d.listNodes(d.nodesOf(nil, all))}, nil
}

func richInspectVariables(d *Debugger, a struct {
	Name    string `json:"variableName"`
	FrameID int    `json:"frameId"`
}) (any, error) {
	if !token.IsIdentifier(a.Name) {
		return map[string]any{"data": struct{}{}, "metadata": struct{}{}}, nil
	}
	f, err := d.frame(a.FrameID)
	if err != nil {
		return nil, err
	}
	v, err := d.eval(a.Name, f)
	if err != nil {
		return nil, err
	}
	data, metadata := d.world.Show(heldValue(v))
	if metadata == nil {
		metadata = map[string]any{}
	}
	return map[string]any{"data": data, "metadata": metadata}, nil
}

// copyToGlobals copies a variable of a call into a new variable of the session.
func copyToGlobals(d *Debugger, a struct {
	From    string `json:"srcVariableName"`
	To      string `json:"dstVariableName"`
	FrameID int    `json:"srcFrameId"`
}) (any, error) {
	if !token.IsIdentifier(a.From) || !token.IsIdentifier(a.To) {
		return nil, errors.New("copyToGlobals needs two names")
	}
	f, err := d.frame(a.FrameID)
	if err != nil {
		return nil, err
	}
	_, err = d.eval(a.To+" := "+a.From, f)
	return map[string]any{"value": a.From}, err
}

// modules are the cells that the debugger knows.
func modules(d *Debugger, _ none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := []dap.Module{}
	for i, path := range slices.Sorted(maps.Keys(d.sources)) {
		first, _, _ := strings.Cut(d.sources[path], "\n")
		list = append(list, dap.Module{Id: i, Name: first, Path: path})
	}
	return dap.ModulesResponseBody{Modules: list, TotalModules: len(list)}, nil
}
