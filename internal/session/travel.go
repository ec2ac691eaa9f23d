package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"riffle/internal/blocks"
	"riffle/internal/cell"
	"riffle/internal/parts"
	"riffle/internal/rt"
	"riffle/shuffle/trials"
	"riffle/stdlib"
)

// After trials.On, workers play the experiments of cells. What a worker gets is a script:
// the declarations that the experiment's call leads to, the present values of the
// variables, and the call. Lowered code announces each call with its text
// (internal/lower/site.go); the compiler finds what the text mentions
// (internal/cell/travel.go); values are written as expressions (literal.go). The script is
// compiled here first, which finds what it lacks and what its trial changes.

// Workers play experiments elsewhere.
type Workers interface {
	// Play plays an experiment, described by job to the workers, and reports its progress
	// on log.
	Play(e *trials.Experiment, job *blocks.Job, log io.Writer) (*trials.Part, error)
	Close()
}

// Dial finds workers: those of a stream at a server, or of the default stream if the
// name is empty.
type Dial func(server, stream string) (Workers, error)

// Pool starts helpers for an experiment that is played here and lasts: each plays blocks
// of the job elsewhere. It returns nil if no helper is available.
type Pool func(job *blocks.Job) (helpers []Helper, over func())

// Helper plays blocks, from one up to another, and returns their part, encoded.
type Helper func(ctx context.Context, from, to int) ([]byte, error)

// travels is a session's state of experiments that are played elsewhere.
type travels struct {
	dial    Dial
	pool    Pool
	workers Workers        // nil if experiments are played here
	watched trials.Options // of the cell that runs

	mu      sync.Mutex
	sites   map[int64]*travel // the last announced call of each goroutine
	playing *trials.Plan      // the experiment under way
}

// travel is the call of an experiment, or of several one after the other.
type travel struct {
	moment                          int
	declarations, names, statements string
	values                          []any
	over                            bool // it has returned

	source   string // the script, once it is needed
	computes bool   // the script only computes
	helped   bool
	sequence parts.Sequence
	earlier  [][]byte
}

// announceCall records that the goroutine is about to call an experiment or, if the texts
// are empty, that the call has returned.
func (t *travels) announceCall(moment int, declarations, names, statements string, values []any) {
	if t.workers == nil && t.pool == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.sites == nil {
		t.sites = map[int64]*travel{}
	}
	if names == "" && statements == "" {
		if call := t.sites[rt.GoroutineID()]; call != nil {
			call.over = true
		}
		return
	}
	t.sites[rt.GoroutineID()] = &travel{moment: moment, declarations: declarations, names: names, statements: statements, values: values}
}

// forgetAnnounced drops the announced calls, so that their values can be collected.
func (t *travels) forgetAnnounced() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sites = nil
}

// announced is the call of an experiment that the calling goroutine is in, nil if none was
// announced.
func (t *travels) announced() *travel {
	if call := t.sites[rt.GoroutineID()]; call != nil && !call.over {
		return call
	}
	return nil
}

// beginCall is the call that a goroutine's experiment belongs to.
func (t *travels) beginCall(e *trials.Experiment) (*travel, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.playing != nil {
		return nil, fmt.Errorf("%v begins while %v is under way, in a goroutine or in one of its trials, and can't be played elsewhere: run them one after the other", e.Plan, *t.playing)
	}
	call := t.announced()
	if call == nil {
		return nil, fmt.Errorf("%v can't be played elsewhere: it isn't called by its name, as trials.Run(…) is", e.Plan)
	}
	t.playing = &e.Plan
	return call, nil
}

// endCall ends what beginCall began. An error ends the call, too: it panics.
func (t *travels) endCall(call *travel, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.playing = nil
	call.over = call.over || err != nil
}

// trialsOn is trials.On.
func (s *Session) trialsOn(server string, stream ...string) {
	if len(stream) > 1 {
		panic(fmt.Errorf("trials.On: %d streams, want at most one", len(stream)))
	}
	if s.player != nil && s.travels.workers == nil {
		panic(errors.New("trials.On: the experiments of this program are played elsewhere already, as its command line says"))
	}
	if s.travels.dial == nil && server != "" {
		panic(errors.New("trials.On: no server can be reached from here; use a terminal or a notebook"))
	}
	s.off()
	if server != "" {
		workers, err := s.travels.dial(server, strings.Join(stream, ""))
		if err != nil {
			panic(fmt.Errorf("trials.On: %w", err))
		}
		s.travels.workers, s.player = workers, s.playElsewhere
	}
	s.travels.watched.Player = s.player
	trials.Watch(s.travels.watched)
}

// off makes the session play its experiments itself again.
func (s *Session) off() {
	if s.travels.workers != nil {
		s.travels.workers.Close()
		s.travels.workers, s.player = nil, nil
	}
}

// playElsewhere has workers play an experiment.
func (s *Session) playElsewhere(e *trials.Experiment) (part *trials.Part, err error) {
	t := &s.travels
	call, err := t.beginCall(e)
	if err != nil {
		return nil, err
	}
	defer func() { t.endCall(call, err) }()
	if err := e.Divisible(); err != nil {
		return nil, err
	}
	if call.source == "" {
		if call.source, err = s.script(call); err != nil {
			return nil, fmt.Errorf("%v can't be played elsewhere: %w", e.Plan, err)
		}
	}
	if err := call.sequence.Begin(e, parts.Digest(call.source)); err != nil {
		return nil, err
	}
	defer call.sequence.End()
	job := &blocks.Job{Version: blocks.Version(), Name: s.cellName(), Source: call.source, Call: true, Plan: e.Plan, Earlier: call.earlier}
	part, err = t.workers.Play(e, job, s.stderr)
	if err != nil {
		return nil, inCells(err, job)
	}
	if part.Stopped() {
		return part, nil
	}
	text, err := part.Encode()
	call.earlier = append(call.earlier, text)
	return part, err
}

// inCells is an error that a worker reports of a job, with places in the user's cells.
func inCells(err error, job *blocks.Job) error {
	place := regexp.MustCompile(regexp.QuoteMeta(job.Name) + `:(\d+):(\d+)`)
	text := place.ReplaceAllStringFunc(err.Error(), func(sent string) string {
		m := place.FindStringSubmatch(sent)
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		return cmp.Or(cell.SentFrom(job.Source, line, column), sent)
	})
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

func (s *Session) cellName() string {
	if s.n > 0 {
		return fmt.Sprintf("cell %d as sent", s.n)
	}
	return "a cell as sent"
}

// script is a program that plays the experiments of a call.
func (s *Session) script(call *travel) (string, error) {
	if call.statements == "" {
		return "", errors.New(call.names)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.newWriter()
	text, err := w.writeScript(call)
	if err != nil {
		return "", err
	}
	unit, err := w.checkScript(text)
	call.computes = err == nil && computes(unit.Program)
	return text, err
}

func (s *Session) newWriter() *scriptWriter { return &scriptWriter{s: s, lacks: map[string]error{}} }

// scriptWriter writes a script. It has the session's compiler to itself meanwhile.
type scriptWriter struct {
	s        *Session
	bundle   *cell.Bundle
	literals *literals
	lacks    map[string]error // variables whose values can't be sent
}

func (w *scriptWriter) writeScript(call *travel) (string, error) {
	var names []string
	for line := range strings.Lines(call.names) {
		name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		names = append(names, name)
	}
	body := call.declarations + "\n" + call.statements
	w.bundle = w.s.compiler.Bundle(body, names, call.moment)
	w.literals = &literals{s: w.s, bundle: w.bundle, met: map[uintptr]bool{}}
	locals := ""
	i := 0
	for line := range strings.Lines(call.names) {
		_, typ, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		text, err := w.declareLocal(names[i], typ, call.values[i])
		if err != nil {
			w.lacks[names[i]] = err
		}
		locals, i = locals+text, i+1
	}
	globals, err := w.globalDecls()
	if err != nil {
		return "", err
	}
	return w.bundle.Program(globals, call.declarations+"\n"+locals+call.statements), nil
}

// declareLocal declares a local variable.
func (w *scriptWriter) declareLocal(name, typ string, v any) (string, error) {
	if v == nil {
		return fmt.Sprintf("var %s %s\n", name, typ), nil
	}
	t := w.s.dynamicType(v)
	if t == nil {
		return "", fmt.Errorf("%s holds a value of type %T, which can't be sent", name, rt.Unbox(v))
	}
	w.bundle.Type(t)
	text, err := w.literals.literalOf(name, t, reflect.ValueOf(rt.Unbox(v)))
	if err != nil {
		return "", err
	}
	if typ == "" {
		typ = w.bundle.TypeText(t)
	}
	return fmt.Sprintf("var %s %s = %s\n", name, typ, text), nil
}

// globalDecls are the declarations of the session's variables.
func (w *scriptWriter) globalDecls() (list []string, err error) {
	for {
		v, err := w.bundle.Next()
		if v == nil || err != nil {
			return list, err
		}
		memory := w.s.compiler.Memory(v)
		if memory == nil {
			w.lacks[v.Name()] = fmt.Errorf("%s has no value", v.Name())
			continue
		}
		text, err := w.literals.literalOf(v.Name(), v.Type(), w.s.store.Global(memory))
		if err != nil {
			w.lacks[v.Name()] = err
			continue
		}
		list = append(list, fmt.Sprintf("var %s %s = %s\n", v.Name(), w.bundle.TypeText(v.Type()), text))
	}
}

// undefined matches the compiler's error for a name that was left out.
var undefined = regexp.MustCompile(`^undefined: ([^\s.]+)`)

// checkScript compiles the script as a worker will.
func (w *scriptWriter) checkScript(text string) (*cell.Unit, error) {
	world := config(newWithHistory(stdlib.Importer()), w.s.magics)
	world.Partial = true
	unit, errs := cell.New(world).Compile(context.Background(), &cell.Source{Text: text})
	for _, d := range errs {
		if m := undefined.FindStringSubmatch(d.Message); m != nil && w.lacks[m[1]] != nil {
			return nil, w.lacks[m[1]]
		}
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("its call means nothing outside of this session: %s", errs[0].Message)
	}
	if at := unit.Partial.Aside; at != "" {
		return nil, fmt.Errorf("its trial changes %s, which this session doesn't see: let it return what it counts", nameAt(text, at))
	}
	if at := unit.Partial.Draws; at != "" {
		return nil, fmt.Errorf("its trial draws from %s, and so the same numbers on every machine: let it draw from the generator that it is given", nameAt(text, at))
	}
	if at := unit.Partial.Hidden; at != "" {
		return nil, fmt.Errorf("its trial is or calls %s, a function of which only the value is known: declare it with func, or write it in the call", nameAt(text, at))
	}
	return unit, nil
}

// nameAt returns the name at a place in a text, or the beginning of a longer expression.
func nameAt(text, place string) string {
	fields := strings.Split(place, ":")
	if len(fields) < 2 {
		return "a variable"
	}
	line, _ := strconv.Atoi(fields[len(fields)-2])
	column, _ := strconv.Atoi(fields[len(fields)-1])
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1]) {
		return "a variable"
	}
	rest := lines[line-1][column-1:]
	end := strings.IndexFunc(rest, func(r rune) bool {
		return !(r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127)
	})
	if end < 0 {
		end = len(rest)
	}
	if end == 0 {
		return "a variable"
	}
	return rest[:end]
}
