package trials

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"riffle/shuffle/internal/prose"
)

// Shard is one of the parts that an experiment is split into, counted from 1. The
// zero value is the whole experiment.
type Shard struct{ Index, Of int }

// ParseShard reads a shard such as 3/100.
func ParseShard(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("shard %q, want one such as 3/100, counted from 1", text)
	}
	return Shard{i, n}, nil
}

// String returns the shard as ParseShard reads it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Part is what was counted in some blocks of an experiment.
type Part struct {
	Plan Plan
	// From and To are the blocks: the first, and the one after the last.
	From, To int
	// Made is how many trials were made.
	Made int
	// Shard says which shard it is, if it is one; it isn't written.
	Shard Shard

	witness string // how the first block went, "" if there is none
	tally   Tally
	text    []byte // of the tally, in a part that was decoded
	stopped bool   // so that blocks are incomplete
}

// Versions of what parts hold. Parts of different riffles can be merged if both are
// equal: format is that of the file, and streams of which trials make a block, and
// what numbers a block's generator draws.
const (
	partFormat  = 2
	partStreams = 1
)

// head is the first line of a part's file.
type head struct {
	Format  int  `json:"riffle-part"`
	Streams int  `json:"streams"`
	Plan    Plan `json:"plan"`
	From    int  `json:"from"`
	To      int  `json:"to"`
	Made    int  `json:"made"`
	// Witness is the SHA-256 of how the first block went.
	Witness string `json:"witness,omitempty"`
}

// foot is the last line: the SHA-256 of the lines before it.
type foot struct {
	Sum string `json:"sha256"`
}

// Encode writes the part as lines of JSON: what it is a part of, what was counted,
// and a checksum. The same blocks always give the same bytes.
func (p *Part) Encode() ([]byte, error) {
	if p.stopped {
		return nil, fmt.Errorf("%v was stopped, and is no complete part", p.Plan)
	}
	text := p.text
	if p.tally != nil {
		var err error
		if text, err = p.tally.MarshalText(); err != nil {
			return nil, fmt.Errorf("%v can't be split: %w", p.Plan, err)
		}
	}
	data, err := json.Marshal(head{partFormat, partStreams, p.Plan, p.From, p.To, p.Made, p.witness})
	if err != nil {
		return nil, err
	}
	data = append(append(data, '\n'), text...)
	if data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	return append(data, sumLine(data)...), nil
}

func sumLine(data []byte) []byte {
	sum := sha256.Sum256(data)
	line, _ := json.Marshal(foot{hex.EncodeToString(sum[:])})
	return append(line, '\n')
}

// DecodePart reads what Encode has written. It returns an error that says so if
// the part is truncated, altered, or made by a riffle whose parts are others.
func DecodePart(data []byte) (*Part, error) {
	first, _, whole := bytes.Cut(data, []byte("\n"))
	if begins := []byte(`{"riffle-part":`); !whole && bytes.HasPrefix(begins, data[:min(len(data), len(begins))]) {
		return nil, errors.New("this part is truncated: it has " + prose.Plural(len(data), "byte"))
	}
	var h head
	if err := json.Unmarshal(first, &h); err != nil || h.Format == 0 {
		return nil, errors.New("this is no part of an experiment")
	}
	if h.Format != partFormat || h.Streams != partStreams {
		return nil, fmt.Errorf("this part is of another version of riffle (format %d, streams %d; this one has %d and %d): play it again with this one",
			h.Format, h.Streams, partFormat, partStreams)
	}
	end := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1
	if !bytes.HasSuffix(data, []byte("}\n")) || !bytes.HasPrefix(data[end:], []byte(`{"sha256":`)) {
		return nil, errors.New("this part is truncated: its last line isn't a checksum")
	}
	if !bytes.Equal(data[end:], sumLine(data[:end])) {
		return nil, errors.New("this part was altered: its checksum is of other lines")
	}
	p := &Part{Plan: h.Plan, From: h.From, To: h.To, Made: h.Made, witness: h.Witness, text: bytes.TrimSuffix(data[len(first)+1:end], []byte("\n"))}
	return p, p.check()
}

// check refuses what no plan has.
func (p *Part) check() error {
	if p.Plan.Runs < 0 || p.From < 0 || p.To < p.From || p.To > p.Plan.Blocks() || p.Made != p.Plan.Trials(p.From, p.To) {
		return fmt.Errorf("this part has blocks %d to %d and %d trials, which %v has not", p.From, p.To, p.Made, p.Plan)
	}
	if (p.witness == "") != (p.From == p.To) {
		return fmt.Errorf("this part of %v doesn't say how its first block went", p.Plan)
	}
	return nil
}

// Stopped reports whether the experiment was stopped before the part was complete.
func (p *Part) Stopped() bool { return p.stopped }

// Name returns a name for the part's file, made of what it holds: the number of the
// experiment, a hash of its plan, and the blocks.
func (p *Part) Name() string {
	plan, _ := json.Marshal(p.Plan)
	sum := sha256.Sum256(plan)
	width := len(strconv.Itoa(p.Plan.Blocks()))
	return fmt.Sprintf("%d-%x-%0*d-%0*d.part", p.Plan.Number, sum[:6], width, p.From, width, p.To)
}

// String names the experiment, as in "experiment 2 (games of Battle, 1,000 runs)".
func (p Plan) String() string {
	what := p.Label
	if what == "" {
		what = p.Call
	}
	s := fmt.Sprintf("%s, %s", what, prose.Plural(p.Runs, "run"))
	if p.Number > 0 {
		return fmt.Sprintf("experiment %d (%s)", p.Number, s)
	}
	return s
}

// Differs says in which field another plan differs, "" if it doesn't.
func (p Plan) Differs(other Plan) string {
	for _, f := range []struct {
		name        string
		this, other any
	}{
		{"program", p.Program, other.Program}, {"number", p.Number, other.Number}, {"call", p.Call, other.Call},
		{"label", p.Label, other.Label}, {"runs", p.Runs, other.Runs}, {"seed", p.Seed, other.Seed},
		{"outcomes", p.Outcomes, other.Outcomes},
	} {
		if f.this != f.other {
			return fmt.Sprintf("its %s is %v, want %v", f.name, f.other, f.this)
		}
	}
	return ""
}

// join adds what was counted in the blocks that come next.
func (p *Part) join(t Tally, made int) {
	p.Made += made
	if p.tally == nil {
		p.tally = t
		return
	}
	p.tally.Join(t)
}

// of makes sure that the part is of an experiment, and returns a tally of what was
// counted that is the caller's.
func (p *Part) of(e *Experiment) (Tally, error) { return p.into(e, e.empty()) }

// into is of for a tally that is new.
func (p *Part) into(e *Experiment, t Tally) (Tally, error) {
	if differs := e.Plan.Differs(p.Plan); differs != "" {
		return nil, fmt.Errorf("%s is of another experiment than %v: %s", p.Name(), e.Plan, differs)
	}
	text := p.text
	if p.tally != nil {
		var err error
		if text, err = p.tally.MarshalText(); err != nil {
			return nil, fmt.Errorf("%v can't be split: %w", p.Plan, err)
		}
	}
	if err := t.UnmarshalText(text); err != nil {
		return nil, fmt.Errorf("%s holds what %v can't: %w", p.Name(), e.Plan, err)
	}
	return t, nil
}

// resume returns the part with which an experiment goes on that plays these
// blocks.
func (p *Part) resume(e *Experiment, from, to int) (*Part, error) {
	if p.From != from || p.To > to || p.stopped {
		return nil, fmt.Errorf("what was saved has blocks %d to %d of %v, want some from %d to %d", p.From, p.To, e.Plan, from, to)
	}
	t, err := p.of(e)
	return &Part{Plan: e.Plan, From: from, To: p.To, Made: p.Made, witness: p.witness, tally: t}, err
}

// Divisible returns an error that says why, if the experiment can't be split over
// several processes.
func (e *Experiment) Divisible() error {
	_, err := (&Part{Plan: e.Plan, tally: e.empty()}).Encode()
	return err
}

// Check returns an error unless a part is of the experiment.
func (e *Experiment) Check(p *Part) error {
	_, err := p.of(e)
	return err
}

// MissingError says which blocks no part has: pairs of the first and the one after
// the last.
type MissingError struct {
	Plan   Plan
	Blocks [][2]int
}

// Error tells the first of them.
func (m *MissingError) Error() string {
	if len(m.Blocks) == 0 {
		return "no blocks are missing"
	}
	first := m.Blocks[0]
	s := fmt.Sprintf("%v: blocks %d to %d of %d are missing", m.Plan, first[0], first[1]-1, m.Plan.Blocks())
	if more := len(m.Blocks) - 1; more > 0 {
		s += fmt.Sprintf(", and %s more", prose.Plural(more, "stretch"))
	}
	return s
}

// Shards lists which of some number of shards have a missing block.
func (m *MissingError) Shards(of int) (list []Shard) {
	for i := 1; i <= of; i++ {
		s := Shard{i, of}
		from, to := s.Blocks(m.Plan)
		if slices.ContainsFunc(m.Blocks, func(b [2]int) bool { return b[0] < to && from < b[1] }) {
			list = append(list, s)
		}
	}
	return list
}
