package protocol

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"riffle/internal/proto"
	"riffle/kernel/message"
)

// comms knows the comms that are open and the target of each.
type comms struct {
	mu   sync.Mutex
	open map[string]string
	// waiting says that a request is waiting to make the pending calls.
	waiting atomic.Bool
}

// noteComm records a message that opens or closes a comm.
func (c *comms) noteComm(m proto.Comm) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m.Kind {
	case "open":
		if c.open == nil {
			c.open = make(map[string]string)
		}
		c.open[m.ID] = m.Target
	case "close":
		delete(c.open, m.ID)
	}
}

func (c *comms) isOpen(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, open := c.open[id]
	return open
}

// commInfo lists the open comms, those of one target if the request names it.
func commInfo(k *Kernel, r *request) (any, error) {
	var req struct {
		Target string `json:"target_name"`
	}
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	k.comms.mu.Lock()
	defer k.comms.mu.Unlock()
	list := map[string]any{}
	for id, target := range k.comms.open {
		if req.Target == "" || req.Target == target {
			list[id] = map[string]string{"target_name": target}
		}
	}
	return map[string]any{"status": "ok", "comms": list}, nil
}

// commContent is the content of all three comm messages.
type commContent struct {
	ID     string         `json:"comm_id"`
	Target string         `json:"target_name,omitempty"`
	Data   map[string]any `json:"data"`
}

// decodeComm reads a comm message from the front end.
func (r *request) decodeComm(kind string) (proto.Comm, error) {
	var content commContent
	if err := r.decodeContent(&content); err != nil {
		return proto.Comm{}, err
	}
	var metadata map[string]any
	if err := json.Unmarshal(r.Metadata, &metadata); err != nil {
		return proto.Comm{}, err
	}
	return proto.Comm{Kind: kind, ID: content.ID, Target: content.Target, Data: content.Data, Metadata: metadata, Buffers: r.Buffers}, nil
}

func commOpen(k *Kernel, r *request) (any, error)  { return k.takeComm(r, "open") }
func commMsg(k *Kernel, r *request) (any, error)   { return k.takeComm(r, "msg") }
func commClose(k *Kernel, r *request) (any, error) { return k.takeComm(r, "close") }

// takeComm passes a comm message to the engine. Comm messages have no replies, so a
// faulty one is logged.
func (k *Kernel) takeComm(r *request, kind string) (any, error) {
	c, err := r.decodeComm(kind)
	if err != nil {
		k.Journal.Note("ignored a comm message", err.Error())
		return nil, nil
	}
	e, err := k.engine.waitEngine(k.ctx)
	if err != nil {
		k.Journal.Note("ignored a comm message", err.Error())
		return nil, nil
	}
	if kind != "open" && !k.comms.isOpen(c.ID) {
		if kind == "msg" { // the other end doesn't know yet
			k.publishComm(proto.Comm{Kind: "close", ID: c.ID}, r.RawHeader())
		}
		return nil, nil
	}
	k.comms.noteComm(c)
	if e.Comm(c, k.newOutput(k.ctx, r, false)) {
		k.makePendingCalls(e, r)
	}
	return nil, nil
}

// makePendingCalls lets the engine make the pending calls. If a cell runs they keep waiting for
// it, but this request doesn't: on a subshell, the messages after it move the widgets
// that the cell can see.
func (k *Kernel) makePendingCalls(e Engine, r *request) {
	if k.cells.turn.TryLock() {
		defer k.cells.turn.Unlock()
		k.runCallbacks(e, r)
		return
	}
	if k.comms.waiting.Swap(true) {
		return
	}
	k.wg.Go(func() {
		k.cells.turn.Lock()
		defer k.cells.turn.Unlock()
		k.comms.waiting.Store(false)
		k.status(r, busy, Vital)
		defer k.status(r, idle, Final)
		k.runCallbacks(e, r)
	})
}

// runCallbacks is a cell without a source. The turn is held.
func (k *Kernel) runCallbacks(e Engine, r *request) {
	ctx, end := k.cells.beginCell(k.ctx)
	defer end()
	res := e.Run(ctx, proto.Cell{Callbacks: true, Silent: true}, k.newOutput(ctx, r, false))
	if res.Err != nil && k.ctx.Err() == nil {
		k.publishMessage(k.Compose("error", r.RawHeader(), cellFault(res.Err)))
	}
}

// closeComms tells the front ends that the kernel's ends of all comms are gone.
func (k *Kernel) closeComms() {
	k.comms.mu.Lock()
	open := k.comms.open
	k.comms.open = nil
	k.comms.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(open)) {
		k.publishComm(proto.Comm{Kind: "close", ID: id}, nil)
	}
}

// publishComm sends a comm message to the front ends.
func (k *Kernel) publishComm(c proto.Comm, parent json.RawMessage) {
	m := k.Compose("comm_"+c.Kind, parent, commContent{c.ID, c.Target, orEmptyMap(c.Data)})
	m.Buffers = c.Buffers
	if metadata, err := message.Marshal(orEmptyMap(c.Metadata)); err == nil {
		m.Metadata = metadata
	}
	k.publishMessage(m)
}
