// Package session is one user's live environment: variables, functions, types
// and imports that cells add to and use. New makes one; Run runs a cell in it.
//
// A Session compiles cells with package cell and runs them on the engine. It
// holds no front end: what a cell prints or asks for goes through proto.Output.
package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"io"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"riffle/internal/cell"
	"riffle/internal/core"
	"riffle/internal/debugger"
	"riffle/internal/display"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm"
	"riffle/internal/gotype"
	"riffle/internal/inline"
	"riffle/internal/lower"
	"riffle/internal/magic"
	"riffle/internal/parts"
	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/internal/rtype"
	"riffle/internal/shim"
	"riffle/shuffle/drawn"
	"riffle/shuffle/trials"
	"riffle/stdlib"
	stddisplay "riffle/stdlib/display"
	"riffle/stdlib/display/widget"
)

// Options configure a Session; the zero value is a session in this process.
type Options struct {
	// MemoryLimit bounds one make, in bytes; 0 is no bound.
	MemoryLimit int64
	// Alone makes the session itself watch the memory of its process: it ends a cell that
	// takes more than MemoryLimit, or whose stacks are too deep. Otherwise another
	// watcher calls TooDeep.
	Alone bool
	// Direct gives the cells this process's own streams and os.Exit, for
	// programs and scripts.
	Direct bool
	// Restart asks for a new process once the running cell is over, for %reset hard; nil
	// if there can't be one.
	Restart func()
	// Restarts counts the earlier sessions, whose variables and seed are lost.
	Restarts int
	// Hold, if set, makes the watcher watch the stacks of a goroutine that a cell starts,
	// for TooDeep, until release is called.
	Hold func() (release func())
	// Magics are those that cells can use; nil for all of riffle's.
	Magics magic.Table
	// Facts, if set, returns more rows for %config: names and their values.
	Facts func() [][2]string
	// DebugEvent, if set, gets the events of the debug adapter protocol.
	DebugEvent func(json.RawMessage)
	// Parts, unless nil, plays the experiments by files.
	Parts *parts.Options
	// Player, unless nil, plays the experiments.
	Player trials.Player
	// Dial, if set, finds the workers that trials.On names.
	Dial Dial
	// Pool, if set, helps with long experiments.
	Pool Pool
}

// Session is a live environment. Run is called by one goroutine at a time;
// Complete, Inspect and IsComplete may be called meanwhile.
type Session struct {
	mu         sync.Mutex // guards compiler
	compiler   *cell.Compiler
	importer   noting
	store      *engine.Store
	loaded     int // programs since the last sweep
	sweepEvery int // 0 for always
	engine     *wasm.Engine
	rt         *rt.Runtime
	library    *shim.Library
	forms      *gotype.Forms
	debugger   *debugger.Debugger
	out        output
	echo       echo
	comms      comms
	n          int  // the cell that runs
	partial    bool // an interrupt ended what ran last, with a result
	cancel     atomic.Pointer[context.CancelCauseFunc]
	busy       sync.Mutex // held while a cell runs
	running    sync.Mutex // held while no code may start
	stopped    atomic.Bool

	variables variables
	path      string // of the file that runs, as compiled Go names it

	stdout, stderr io.Writer // the streams of the cells
	history        *history
	random         random
	drawn          *drawn.Host
	drawnNatives   func() map[string]reflect.Value // of twins, made when a cell measures
	measures       bool                            // some cell has used a measure
	reached        []*core.Var                     // what the running cell can reach, if it measures
	grace          time.Duration                   // for a stopped cell
	alone          *alone                          // nil if another process watches the memory
	restart        func()
	restarted      bool // and the user doesn't know yet
	facts          func() [][2]string

	// what magics set and read
	magics        magic.Table
	memory        magic.Memory
	offer         string                       // for the front end to edit
	leaving       bool                         // the process ends with this cell
	reset         bool                         // this cell has reset the names
	view          atomic.Pointer[display.View] // what the front end can show; goroutines read it
	color         atomic.Bool                  // values may be painted; goroutines read it
	took          time.Duration                // what ran for %time
	player        trials.Player                // nil unless experiments are played by files
	flow          cell.Partial                 // of the running program, for the player
	travels       travels                      // for experiments that are played elsewhere
	printsLowered bool                         // for %lowered
}

// environment are the packages whose names need no qualifier in a cell.
var environment = []string{"riffle/shuffle"}

// names are more unqualified names: Display as in gophernotes, Interact as in ipywidgets.
var names = map[string][2]string{
	"Display":  {"riffle/stdlib/display", "Display"},
	"Interact": {"riffle/stdlib/display/widget", "Interact"},
	"interact": {"riffle/stdlib/display/widget", "Interact"}, // named after Python's
	"In":       {historyPath, "In"},
	"Out":      {historyPath, "Out"},
}

// config is the configuration of a session's compiler.
func config(importer types.Importer, magics magic.Table) cell.Config {
	return withManual(cell.Config{
		Importer:    importer,
		Auto:        stdlib.Auto,
		Source:      stdlib.Source,
		Caller:      stdlib.IsCaller,
		Has:         hasNative,
		Missing:     stdlib.Missing,
		Environment: environment,
		Names:       names,
		Magics:      magics,
		Check:       programCheck(hasNative),
	})
}

// Supported says that this program was built with a Go whose types aren't known, if so: it
// can start no session.
func Supported() error {
	if err := rtype.Check(); err != nil {
		return fmt.Errorf("this program must be built with another Go: %w; build it by: GOTOOLCHAIN=%s go install .", err, rtype.Known)
	}
	return nil
}

// New starts a session.
func New(o Options) (*Session, error) {
	if err := Supported(); err != nil {
		return nil, err
	}
	if o.Magics == nil {
		o.Magics = Magics()
	}
	s := &Session{magics: o.Magics, history: newHistory(), restart: o.Restart, facts: o.Facts, restarted: o.Restarts > 0, grace: grace, sweepEvery: sweepEvery}
	s.random.heeds.Store(godebugHeeds())
	s.importer.Importer = stdlib.Importer()
	importer := newWithHistory(&s.importer)
	world := config(importer, o.Magics)
	world.Partial = o.Parts != nil || o.Player != nil
	s.compiler = cell.New(world)
	s.comms = s.newComms()
	config, library := s.runtimeConfig(o, importer)
	s.stdout, s.stderr = library.Stdout, config.Stderr
	s.travels.dial, s.travels.pool = o.Dial, o.Pool
	s.playParts(o.Parts, o.Player)
	s.debugger = s.newDebugger(o.DebugEvent)
	config.Debugger = s.debugger
	s.rt = rt.New(config)
	s.out.owner = s.rt.Owner
	s.library = shim.New(s.rt, library)
	s.drawn = s.newDrawn()
	s.drawnNatives = sync.OnceValue(s.makeDrawnNatives)
	own := s.ownNatives()
	s.variables.direct = o.Direct
	s.store = engine.NewStore(func(path, name string) (reflect.Value, bool) {
		if v, ok := own[path][name]; ok {
			return v, true
		}
		if path == drawnPath {
			v, ok := s.drawnNatives()[name]
			return v, ok
		}
		return s.variables.memberOf(path, name)
	})
	s.store.Interfaces(func(of any) reflect.Type { return s.rt.GoType(of.(types.Type)) })
	var err error
	if s.engine, err = newEngine(s.store); err != nil {
		return nil, err
	}
	if !o.Direct {
		s.library.LogsTo(writer{&s.out, "stderr"})
	}
	return s, nil
}

// runtimeConfig is how the code of cells is connected to the session.
func (s *Session) runtimeConfig(o Options, importer withHistory) (rt.Config, shim.Config) {
	s.forms = &gotype.Forms{Native: natives{}.nativeType, Named: importer.typeNamed}
	config := rt.Config{
		Stderr:   writer{&s.out, "stderr"},
		Var:      s.nativeVariable,
		Forms:    s.forms,
		Left:     func() any { return s.engine.Left() },
		Leaving:  s.repanicFrames,
		GoPanic:  s.goroutinePanic,
		Started:  o.Hold,
		MaxMake:  o.MemoryLimit,
		Deadlock: func() { s.endCell(deadlock("a channel, a lock or the other end of a pipe")) },
	}
	library := shim.Config{
		Stdout:   writer{&s.out, "stdout"},
		ReadLine: func() (string, error) { return s.question("", false) },
		Place:    s.placeOf,
		Calls:    s.userCalls,
		Random:   s.randomReader,
		Capture:  s.capture,
		Site:     s.travels.announceCall,
	}
	if o.Direct {
		s.connectStreams(&config, &library)
	}
	if o.Alone {
		s.alone = s.watchAlone(o.MemoryLimit)
		config.Started = s.alone.watchOutlasting
	}
	return config, library
}

// output is where the session's cells write.
type output struct {
	mu    sync.RWMutex
	out   proto.Output
	owner func() any   // of the calling goroutine
	aside *diverted    // nil while all goes to cells
	mute  atomic.Int64 // a goroutine whose text is dropped, 0 for none
}

// currentOutput is where the calling goroutine writes: the output of the cell that started it, or
// the area to which that is now diverted.
func (o *output) currentOutput() proto.Output {
	out := o.cellOutput()
	o.mu.RLock()
	defer o.mu.RUnlock()
	if o.aside != nil && o.aside.from == out {
		return o.aside
	}
	return out
}

// cellOutput is the output of the cell that started the calling goroutine.
func (o *output) cellOutput() proto.Output {
	if out, ok := o.owner().(proto.Output); ok {
		return out
	}
	return o.newestOutput()
}

// newestOutput is the output of the running or latest cell.
func (o *output) newestOutput() proto.Output {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if o.out == nil {
		return proto.Discard{}
	}
	return o.out
}

func (o *output) setOutput(out proto.Output) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.out = out
}

// writer is one stream of the output.
type writer struct {
	out  *output
	name string
}

func (w writer) Write(p []byte) (int, error) {
	if g := w.out.mute.Load(); g != 0 && g == rt.GoroutineID() {
		return len(p), nil
	}
	w.out.currentOutput().Stream(w.name, p)
	return len(p), nil
}

var _ io.Writer = writer{}

// Run runs a cell. A cancelled ctx interrupts it; its variables stay.
func (s *Session) Run(ctx context.Context, c proto.Cell, out proto.Output) proto.Result {
	s.busy.Lock()
	defer s.busy.Unlock()
	defer s.alone.watchCell()()
	if c.Callbacks {
		s.makeWaitingCalls(ctx, out)
		return proto.Result{Status: proto.OK}
	}
	s.out.setOutput(out)
	s.out.endDiversions()
	s.beginCell(c)
	res := proto.Result{Status: proto.OK, N: c.N, Token: c.Token}
	if c.Restore != nil {
		var cerr *proto.CellError
		if res.Restored, cerr = s.restoreCells(ctx, c.Restore, c.Anew); cerr != nil {
			res.Status, res.Err = proto.Error, cerr
		}
		return res
	}
	src := cell.Typed(c.Source, c.N)
	src.File, src.Apart, src.Sees = c.File, c.Apart, c.Sees
	if c.Apart {
		defer s.variables.original()()
	}
	value, cerr := s.runCell(ctx, src)
	s.debugger.CellEnded()
	s.history.endNumbered(c.N, cerr == nil)
	res.Offer, res.Reset = s.offer, s.reset
	if cerr != nil {
		res.Status, res.Err = proto.Error, cerr
		return res
	}
	if !c.Silent && !s.memory.Quiet {
		stamp(value)
		res.Value = value
	}
	res.Expressions = s.evalExpressions(ctx, c.Expressions)
	return res
}

// beginCell prepares for a cell.
func (s *Session) beginCell(c proto.Cell) {
	s.n, s.leaving, s.reset, s.offer = c.N, false, false, ""
	s.view.Store(&display.View{Width: c.Width, Limit: c.Limit})
	s.color.Store(c.Color)
	if c.N > 0 && !c.Silent {
		s.history.began(c.N, c.Source)
	}
	if s.restarted && !c.Silent {
		s.restarted = false
		fmt.Fprintln(s.stderr, "note: no seed is set in this new session; Seed(n) makes its numbers repeat")
	}
}

func (s *Session) evalExpressions(ctx context.Context, exprs map[string]string) map[string]proto.Expression {
	if len(exprs) == 0 {
		return nil
	}
	out := map[string]proto.Expression{}
	for k, src := range exprs {
		v, err := s.runSource(ctx, &cell.Source{Text: src})
		if err == nil && v == nil {
			v = &proto.Bundle{Data: map[string]any{"text/plain": ""}}
		}
		out[k] = proto.Expression{Value: v, Err: err}
	}
	return out
}

// runSource compiles and executes one source.
func (s *Session) runSource(ctx context.Context, src *cell.Source) (*proto.Bundle, *proto.CellError) {
	unit, program, cerr := s.compileSource(ctx, src)
	if cerr != nil {
		return nil, cerr
	}
	s.noteBroken(unit)
	if cerr := s.executeCode(ctx, program); cerr != nil {
		return nil, cerr
	}
	if !unit.Shows {
		return nil, nil
	}
	if s.partial { // an interrupted experiment's result is shown too
		var free func()
		ctx, free = context.WithTimeout(context.WithoutCancel(ctx), drawing)
		defer free()
	}
	return s.valueBundle(ctx, unit)
}

// drawing is how long it may take to draw the value of an interrupted cell: a method of
// the user's may never end.
const drawing = 2 * time.Second

// noteBroken tells the user which earlier functions a cell has broken.
func (s *Session) noteBroken(unit *cell.Unit) {
	for _, n := range unit.Notes {
		fmt.Fprintf(s.stderr, "%s: %s\n", n.Place(), n.Message)
	}
	if s.printsLowered {
		fmt.Fprintln(s.stdout, strings.TrimRight(unit.Print()+inlined(unit.Program), "\n"))
	}
}

// inlined are the functions of a program as they are compiled to machine code, with calls
// replaced by bodies.
func inlined(p *core.Program) string {
	text, budget := "", inline.NewBudget(p.Funcs...)
	for _, f := range p.Funcs {
		if g := budget.Function(f); g != f && f.Symbol.Kind != core.Factory {
			text += core.FuncText(g)
		}
	}
	if text == "" {
		return ""
	}
	return "// What machine code is made of, with calls in line:\n" + text
}

// compileSource makes a program of a source, and its declarations the session's.
func (s *Session) compileSource(ctx context.Context, src *cell.Source) (*cell.Unit, engine.Code, *proto.CellError) {
	s.mu.Lock()
	s.sweepUnreachable()
	unit, errs := s.compiler.Compile(ctx, src)
	s.mu.Unlock()
	if errs != nil {
		cerr := notCompiled(ctx, errs)
		cerr.Larger = larger(s.importer.importError(errs))
		return nil, nil, cerr
	}
	s.flow = unit.Partial
	code, cerr := s.loadProgram(unit, s.followedProgram(unit))
	return unit, code, cerr
}

// notCompiled is the error of a source that didn't compile, or whose compilation
// was interrupted.
func notCompiled(ctx context.Context, errs cell.Errors) *proto.CellError {
	if ctx.Err() != nil {
		return interruptError(context.Cause(ctx))
	}
	return compileError(errs)
}

// loadProgram gives a unit's program, or a substitute, to the engine.
func (s *Session) loadProgram(unit *cell.Unit, program *core.Program) (engine.Code, *proto.CellError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history.publishVariables(unit.Imports)
	if unit.Wakes {
		s.rt.MayWake()
	}
	for _, d := range unit.Descs {
		t := s.describeType(d)
		d.Native.Made = &t
	}
	var full error
	found := s.findMethod
	for _, m := range unit.Methods {
		find := found
		if m.Func == nil {
			find = nil
		}
		full = cmp.Or(full, (*m.Type.Made.(**rt.Type)).SetMethod(m.Name, m.Func, find))
	}
	s.loaded++
	s.running.Lock() // the engine mustn't be stopped while it loads
	code, err := s.engine.Load(program)
	s.running.Unlock()
	if err != nil {
		return nil, engineError(err)
	}
	if full != nil {
		return func() { fmt.Fprintln(s.stderr, "note: in interfaces values don't have the new methods:", full); code() }, nil
	}
	return code, nil
}

// functionOf returns a function of the user's that a native requests.
func (s *Session) functionOf(name *core.FuncName) reflect.Value {
	if s.stopped.Load() { // code loaded now could never run
		panic(rt.ErrInterrupted)
	}
	f, err := s.engine.Func(s.debugger.Func(name))
	if err != nil {
		panic(engineError(err))
	}
	return f
}

// findMethod is functionOf for the run-time, to which a function's name is opaque.
func (s *Session) findMethod(symbol any) reflect.Value { return s.functionOf(symbol.(*core.FuncName)) }

// describeType makes the run-time's descriptor of a type.
func (s *Session) describeType(d *lower.TypeDesc) *rt.Type {
	t := s.rt.Known(d.Type)
	known := t != nil // made by reflection
	if !known {
		t = rt.NewType(d.Type, d.Shown, d.Own)
	}
	if d.Own {
		t.SetMemory(s.store.Type(d.Lowered))
	}
	if !known {
		s.rt.AddType(t)
	}
	return t
}

// executeCode runs a program and waits for its end, or for an interrupt.
func (s *Session) executeCode(ctx context.Context, code engine.Code) *proto.CellError {
	start := time.Now()
	defer func() { s.took += time.Since(start) }()
	return s.perform(ctx, func(*rt.Run) { code() })
}

// perform runs f, which runs code of the user's, and waits for its end or for an
// interrupt.
func (s *Session) perform(ctx context.Context, f func(*rt.Run)) *proto.CellError {
	ctx, free := s.cancelable(ctx)
	defer free()
	_, stopped := trials.Running()
	restore := s.watchTrials(ctx)
	defer restore()
	defer s.watchChecks(ctx)()
	defer s.drawn.Leave()
	s.partial = false
	done := make(chan *proto.CellError, 1)
	run := rt.NewRun()
	run.Owner = s.out.cellOutput()
	go func() {
		if !s.rt.Start(run) {
			return
		}
		defer s.rt.End(run)
		ended := &proto.CellError{Name: "goexit", Message: "runtime.Goexit ended the cell; its variables are kept"}
		defer func() { done <- ended }() // a Goexit runs only this
		ended = s.callGuarded(func() { f(run) })
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	cerr := interruptError(context.Cause(ctx))
	tooDeep := cerr.Name == stackOverflow
	if !tooDeep {
		if cerr, ended := awaitTrials(done, stopped); ended {
			s.partial = cerr == nil
			return cerr
		}
	}
	s.running.Lock()
	s.stopCode()
	run.Interrupt()
	s.debugger.Release()
	s.awaitEnd(run, done, tooDeep)
	go s.resumeRun(run)
	return cerr
}

func interruptError(cause error) *proto.CellError {
	var ce *proto.CellError
	if errors.As(cause, &ce) {
		return ce
	}
	return &proto.CellError{Name: "interrupted", Message: "the cell was stopped; its variables are kept"}
}

// callGuarded calls f and makes its panic an error.
func (s *Session) callGuarded(f func()) (cerr *proto.CellError) {
	defer func() {
		if v := recover(); v != nil {
			cerr = s.addHint(s.panicError(v, s.engine.Left()), v)
			if cerr.Name == "panic" {
				s.debugger.Panicked(cerr.Message)
			}
		}
	}()
	s.engine.Left() // of an ended goroutine that had this one's number
	f()
	return nil
}

// repanicFrames puts back frames of a panic that continues.
func (s *Session) repanicFrames(left []any) {
	var frames []engine.Frame
	for _, l := range left {
		frames = append(frames, l.([]engine.Frame)...)
	}
	s.engine.Restore(frames)
}

// valueBundle is the bundle of what the cell displayed. Drawing it may run methods of
// the user's.
func (s *Session) valueBundle(ctx context.Context, unit *cell.Unit) (*proto.Bundle, *proto.CellError) {
	vs := s.rt.Shown()
	if len(vs) == 0 {
		return nil, nil
	}
	s.rememberShown(unit, vs)
	var b proto.Bundle
	if r, ok := vs[0].(rune); ok && unit.Rune {
		return &proto.Bundle{Data: map[string]any{stddisplay.MIMETypeText: fmt.Sprintf("%q (%[1]d)", r)}}, nil
	}
	if len(vs) == 1 && isPlain(vs[0]) {
		return new(s.drawValue(vs[0], s.formatValue(vs[0]))), nil
	}
	cerr := s.perform(ctx, func(*rt.Run) { b = s.bundles(vs) })
	if cerr != nil {
		return nil, cerr // and b may still be written
	}
	return &b, nil
}

// isPlain reports whether drawing a value is quick and calls no method: a number, a bool or
// a short string.
func isPlain(v any) bool {
	switch v := v.(type) {
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return true
	case string:
		return len(v) < 1<<10
	}
	return false
}

// bundles draws one value, or prints several on a line, or one below the other if any has
// several lines.
func (s *Session) bundles(vs []any) proto.Bundle {
	if len(vs) == 1 {
		return s.drawValue(vs[0], s.formatValue(vs[0]))
	}
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = s.fitted(v, display.Text(v, s.formatValue(v)))
	}
	all := strings.Join(texts, " ")
	if strings.Contains(all, "\n") {
		all = strings.Join(texts, "\n")
	}
	return proto.Bundle{Data: map[string]any{stddisplay.MIMETypeText: all}}
}

// fitted is a value's text in colours, if the front end shows them, and cut to its width,
// unless all of it should be shown.
func (s *Session) fitted(v any, text string) string {
	view := s.looks()
	if view.Limit <= 0 {
		view.Width = 0
	}
	return display.Fit(v, text, view.Width, s.color.Load())
}

// formatValue is a value as text.
func (s *Session) formatValue(v any) string {
	return s.library.TextUpTo(v, s.looks().Limit) + s.outdated(v)
}

// outdated says which cell declared a value's type, if that was redeclared since.
func (s *Session) outdated(v any) string {
	t := rt.TypeOf(v)
	if t == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if name, n, old := s.compiler.Outdated(t.T); old && n > 0 {
		return fmt.Sprintf(" (%s of cell %d)", name, n)
	}
	return ""
}

// looks is what the front end can show.
func (s *Session) looks() display.View {
	if v := s.view.Load(); v != nil {
		return *v
	}
	return display.View{}
}

// drawValue draws one value.
func (s *Session) drawValue(v any, text string) (b proto.Bundle) {
	if w, ok := v.(widget.Widget); ok && !reflect.ValueOf(w).IsNil() {
		return proto.Bundle{Data: s.comms.kit.View(w, s.out.cellOutput())}
	}
	b = display.Of(v, text)
	if text, ok := b.Data[stddisplay.MIMETypeText].(string); ok {
		b.Data[stddisplay.MIMETypeText] = s.fitted(v, text)
	}
	view := s.looks()
	if len(b.Data) == 1 {
		view.AddNodes(&b, s.library.Nodes(v, view.Limit), s.outdated(v))
		view.AddNodes(&b, s.library.Elements(v), "")
		view.AddTable(&b, s.library.Table(v))
		view.AddHeap(&b, s.library.Heap(v))
	}
	view.Bound(&b)
	return b
}

// screen is where display.Display draws.
type screen struct{ s *Session }

// Display shows a value apart from the cell's result.
func (d screen) Display(value any, id string, update bool) error {
	b := d.s.drawValue(value, d.s.formatValue(value))
	if d.s.variables.direct {
		_, err := fmt.Fprintln(os.Stdout, b.Text())
		return err
	}
	b.ID = id
	d.s.out.currentOutput().Display(b, update)
	return nil
}

// Clear clears the cell's output.
func (d screen) Clear(wait bool) error {
	d.s.out.currentOutput().Clear(wait)
	return nil
}

// Lowered is the normal form of a source, as the engine gets it.
func (s *Session) Lowered(source string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	unit, errs := s.compiler.Compile(context.Background(), &cell.Source{Text: source})
	if errs != nil {
		return "", compileError(errs)
	}
	return unit.Print(), nil
}
