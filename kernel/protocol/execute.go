package protocol

import (
	"context"
	"errors"
	"strings"

	"riffle/internal/proto"
)

// executeRequest is the content of an execute_request.
type executeRequest struct {
	Code         string            `json:"code"`
	Silent       bool              `json:"silent"`
	StoreHistory bool              `json:"store_history"`
	Expressions  map[string]string `json:"user_expressions"`
	AllowStdin   bool              `json:"allow_stdin"`
	StopOnError  bool              `json:"stop_on_error"`
}

// executeInput is the content of an execute_input.
type executeInput struct {
	Code  string `json:"code"`
	Count int    `json:"execution_count"`
}

// executeReply is the reply to a cell that succeeded.
type executeReply struct {
	Status      string         `json:"status"`
	Count       int            `json:"execution_count"`
	Expressions map[string]any `json:"user_expressions"`
	Payload     []any          `json:"payload"`
}

// failedReply is the reply to a cell that ended in an error.
type failedReply struct {
	errorReply
	Count       int            `json:"execution_count"`
	Expressions map[string]any `json:"user_expressions"`
	Payload     []any          `json:"payload"`
}

// cell is a cell on its way through the kernel.
type cell struct {
	executeRequest
	sent proto.Sent // nil unless the engine has it before its turn
	// ctx is how an interrupt reaches a running cell; end cancels it.
	ctx context.Context
	end func()
}

// execution decodes an execute_request, once.
func (r *request) execution() (*cell, error) {
	if r.cell == nil {
		c := &cell{executeRequest: executeRequest{StoreHistory: true, AllowStdin: true, StopOnError: true}}
		if err := r.decodeContent(&c.executeRequest); err != nil {
			return nil, err
		}
		r.cell = c
	}
	return r.cell, nil
}

// storesCell reports whether the cell gets a number.
func (r executeRequest) storesCell() bool { return r.StoreHistory && !r.Silent && !isBlank(r.Code) }

// executeCell runs a cell.
func executeCell(k *Kernel, r *request) (any, error) {
	c, err := r.execution()
	if err != nil {
		return nil, err
	}
	if c.sent == nil {
		if r.shell.failure.aborts(r) {
			return ok{"aborted"}, nil
		}
		c.ctx, c.end = k.cells.beginCell(k.ctx)
		k.cells.turn.Lock()
	}
	defer k.endTurn(r.shell)
	defer func() { c.end() }()

	n := k.history.numberCell(c.Code, c.storesCell())
	if !c.Silent {
		k.publishAs(k.Compose("execute_input", r.RawHeader(), executeInput{c.Code, k.history.last()}), r.lastly())
	}
	if page := k.pageReply(c.ctx, c.executeRequest); page != nil {
		return executeReply{Status: "ok", Count: k.history.last(), Expressions: map[string]any{}, Payload: []any{page}}, nil
	}
	res := k.passCell(r, n)
	return k.conclude(c.ctx, r, c.executeRequest, res), nil
}

// passCell passes the cell to the engine. A blank one has nothing to run.
func (k *Kernel) passCell(r *request, n int) proto.Result {
	c := r.cell
	if isBlank(c.Code) && len(c.Expressions) == 0 {
		return proto.Result{Status: proto.OK}
	}
	e, err := k.engine.waitEngine(c.ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return proto.Result{Status: proto.Error, Err: &proto.CellError{Name: "interrupted", Message: "the session was still starting"}}
	case err != nil:
		return proto.Result{Status: proto.Error, Err: &proto.CellError{Name: "no session", Message: err.Error()}}
	}
	out := k.newOutput(c.ctx, r, c.AllowStdin)
	var res proto.Result
	if c.sent == nil {
		res = e.Run(c.ctx, c.forEngine(n), out)
	} else {
		k.sendMore(r.shell)
		res = c.sent.Run(c.ctx, out)
		k.followCell(r, res.Next)
	}
	out.endCell(res.Status == proto.Error || res.Value != nil && !c.Silent)
	return res
}

// forEngine is the cell as an Engine takes it.
func (r executeRequest) forEngine(n int) proto.Cell {
	return proto.Cell{
		Source:      r.Code,
		N:           n,
		Silent:      r.Silent,
		AllowInput:  r.AllowStdin,
		Expressions: r.Expressions,
		Limit:       shownLimit,
	}
}

// shownLimit is how many bytes of a value's text a notebook shows: a page is slow with
// a megabyte of it.
const shownLimit = 10_000

func isBlank(code string) bool { return strings.TrimSpace(code) == "" }

// conclude publishes how a cell ended and makes the reply.
func (k *Kernel) conclude(ctx context.Context, r *request, req executeRequest, res proto.Result) any {
	count := k.history.last()
	if res.Lost && res.Err != nil {
		lost := *res.Err
		lost.Message += ", so run the cells again that define them"
		res.Err = &lost
	}
	switch {
	case res.Status == proto.Aborted:
		return ok{"aborted"}
	case res.Status == proto.Error:
		fault := cellFault(res.Err)
		k.publishMessage(k.Compose("error", r.RawHeader(), fault))
		if res.Err.Unsolved() { // graders see the error, and the cells behind it run
			return executeReply{"ok", count, map[string]any{}, []any{}}
		}
		if req.StopOnError && !req.Silent {
			r.shell.failure = k.failureOf(ctx)
		}
		return failedReply{failedBy(fault), count, map[string]any{}, []any{}}
	}
	if res.Value != nil && !req.Silent {
		k.history.recordOutput(res.N, res.Value.Text())
		k.publishBundle("execute_result", r.RawHeader(), *res.Value, map[string]any{"execution_count": count})
	}
	payload := []any{}
	if res.Offer != "" {
		payload = append(payload, map[string]any{"source": "set_next_input", "text": res.Offer, "replace": true})
	}
	return executeReply{"ok", count, expressionsReply(res.Expressions), payload}
}

// expressionsReply are the answers to user_expressions in the protocol's form.
func expressionsReply(answers map[string]proto.Expression) map[string]any {
	out := make(map[string]any, len(answers))
	for key, a := range answers {
		if a.Value == nil {
			out[key] = failedBy(cellFault(a.Err))
			continue
		}
		out[key] = bundleContent(*a.Value, map[string]any{"status": "ok"})
	}
	return out
}
