package session

import (
	"context"
	"fmt"
	"reflect"
	"sync/atomic"

	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/stdlib/display/comm"
	"riffle/stdlib/display/widget"
)

// A comm message changes a widget at once, also while a cell runs. The user's functions
// that this calls wait until no cell runs, and then run as a cell does, with interrupts
// and output.

const commPath = "riffle/stdlib/display/comm"

// comms are the session's comms, and the widgets that use them.
type comms struct {
	hub *comm.Hub
	kit *widget.Kit
	// failed says that a failure was shown where the output went.
	failed *atomic.Bool
	bars   *bars
}

func (s *Session) newComms() comms {
	send := func(m comm.Message) { s.out.currentOutput().Comm(outgoing(m)) }
	c := comms{hub: comm.NewHub(send), failed: new(atomic.Bool), bars: &bars{shown: map[string]*bar{}}}
	c.hub.Where = func() any { return s.out.cellOutput() }
	c.kit = widget.NewKit(c.hub, send, canvas{s})
	return c
}

func (c comms) symbols() map[string]reflect.Value {
	out := map[string]reflect.Value{}
	for name, f := range c.hub.Funcs() {
		out[name] = reflect.ValueOf(f)
	}
	return out
}

func outgoing(m comm.Message) proto.Comm {
	return proto.Comm{Kind: m.Kind, ID: m.ID, Target: m.Target, Data: m.Data, Metadata: m.Metadata, Buffers: m.Buffers}
}

// Comm handles a comm message of the front end, and reports whether calls wait for a cell
// with Callbacks.
func (s *Session) Comm(c proto.Comm, out proto.Output) (pending bool) {
	m := comm.Message{Kind: c.Kind, ID: c.ID, Target: c.Target, Data: c.Data, Metadata: c.Metadata, Buffers: c.Buffers}
	s.comms.hub.Receive(m, func(m comm.Message) { out.Comm(outgoing(m)) })
	return s.comms.hub.Pending() > 0
}

// makeWaitingCalls makes the waiting calls. A failure is reported, and the next call follows; an
// interrupt drops those still waiting.
func (s *Session) makeWaitingCalls(ctx context.Context, out proto.Output) {
	before := s.out.newestOutput()
	defer s.out.setOutput(before) // for the goroutines that cells have left behind
	s.out.setOutput(out)
	if n := s.comms.hub.Dropped(); n > 0 {
		fmt.Fprintf(s.stderr, "note: %d messages came faster than they were dealt with, and were dropped\n", n)
	}
	for range s.comms.hub.Pending() {
		call, ok := s.comms.hub.Take()
		if !ok {
			return
		}
		where := out
		if w, ok := call.Where.(proto.Output); ok {
			where = w
		}
		s.out.setOutput(where)
		s.out.endDiversions()
		s.comms.failed.Store(false)
		cerr := s.perform(ctx, func(*rt.Run) { call.Run() })
		s.out.endDiversions()
		if cerr != nil && !s.comms.failed.Load() {
			fmt.Fprintln(s.stderr, ofCallback(cerr).Format())
		}
		if ctx.Err() != nil {
			s.comms.hub.Forget()
		}
	}
}

// ofCallback words an error of a cell for a function that a widget calls.
func ofCallback(e *proto.CellError) *proto.CellError {
	if e.Name != "interrupted" {
		return e
	}
	return &proto.CellError{Name: e.Name, Message: "a widget's function was stopped; the variables are kept"}
}

// canvas is what widgets need of the session.
type canvas struct{ s *Session }

// Draw makes the representations of a value.
func (d canvas) Draw(v any) (data, metadata map[string]any) {
	b := d.s.drawValue(v, d.s.formatValue(v))
	return b.Data, b.Metadata
}

// Into calls f with its output, and how it fails, in an area.
func (d canvas) Into(a *widget.Area, f func()) {
	defer a.Settle()
	defer d.s.out.divert(a)()
	if cerr := d.s.callGuarded(f); cerr != nil {
		d.s.comms.failed.Store(true)
		cerr = ofCallback(cerr)
		a.Fail(cerr.Name, cerr.Message, cerr.Format())
	}
}

// diverted is an Output whose text goes to an area.
type diverted struct {
	proto.Output              // of the cell, or of an enclosing area
	from         proto.Output // the cell's
	area         *widget.Area
}

func (d *diverted) Stream(name string, text []byte) { d.area.Write(name, string(text)) }
func (d *diverted) Clear(wait bool)                 { d.area.Clear(wait) }
func (d *diverted) Display(b proto.Bundle, update bool) {
	d.area.Show(b.Data, b.Metadata, b.ID, update)
}

// divert sends what the cell prints to an area until restore is called.
func (o *output) divert(a *widget.Area) (restore func()) {
	mine := &diverted{o.currentOutput(), o.cellOutput(), a}
	o.mu.Lock()
	defer o.mu.Unlock()
	before := o.aside
	o.aside = mine
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.aside == mine {
			o.aside = before
		}
	}
}

// endDiversions ends the diversions of a call that was left behind.
func (o *output) endDiversions() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.aside = nil
}
