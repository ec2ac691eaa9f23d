package kernel

import (
	"encoding/json"
	"sync"

	"riffle/internal/proto"
	"riffle/kernel/wire"
)

// comms knows the comms that are open and the target of each.
type comms struct {
	mu   sync.Mutex
	open map[string]string
}

// note follows a message that opens or closes a comm.
func (c *comms) note(m proto.Comm) {
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
func commInfo(k *kernel, r *request) (any, error) {
	var req struct {
		Target string `json:"target_name"`
	}
	if err := r.decode(&req); err != nil {
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

// comm reads a comm message from the front end.
func (r *request) comm(kind string) (proto.Comm, error) {
	var content commContent
	if err := r.decode(&content); err != nil {
		return proto.Comm{}, err
	}
	var metadata map[string]any
	if err := json.Unmarshal(r.Metadata, &metadata); err != nil {
		return proto.Comm{}, err
	}
	return proto.Comm{Kind: kind, ID: content.ID, Target: content.Target, Data: content.Data, Metadata: metadata, Buffers: r.Buffers}, nil
}

// commOpen opens a comm to one of the engine's targets, and closes it at once if
// the engine has no such target.
func commOpen(k *kernel, r *request) (any, error) {
	return k.takeComm(r, "open", func(e Engine, c proto.Comm) bool {
		if targets, has := e.(CommTargets); has && targets.HasCommTarget(c.Target) {
			k.comms.note(c)
			return true
		}
		k.publishComm(proto.Comm{Kind: "close", ID: c.ID}, r.RawHeader())
		return false
	})
}

func commMsg(k *kernel, r *request) (any, error) {
	return k.takeComm(r, "msg", func(_ Engine, c proto.Comm) bool { return k.comms.isOpen(c.ID) })
}

func commClose(k *kernel, r *request) (any, error) {
	return k.takeComm(r, "close", func(_ Engine, c proto.Comm) bool {
		open := k.comms.isOpen(c.ID)
		k.comms.note(c)
		return open
	})
}

// takeComm gives a comm message to the engine if it is admitted. Comm messages
// have no replies, so a faulty one is logged.
func (k *kernel) takeComm(r *request, kind string, admit func(Engine, proto.Comm) bool) (any, error) {
	c, err := r.comm(kind)
	if err != nil {
		k.journal.note("ignored a comm message", err.Error())
		return nil, nil
	}
	e, err := k.engine.get(k.ctx)
	if err != nil {
		k.journal.note("ignored a comm message", err.Error())
		return nil, nil
	}
	if admit(e, c) {
		e.Comm(c, k.newOutput(k.ctx, r, false))
	}
	return nil, nil
}

// publishComm sends a comm message to the front ends.
func (k *kernel) publishComm(c proto.Comm, parent json.RawMessage) {
	m := k.compose("comm_"+c.Kind, parent, commContent{c.ID, c.Target, orEmpty(c.Data)})
	m.Buffers = c.Buffers
	if metadata, err := wire.Marshal(orEmpty(c.Metadata)); err == nil {
		m.Metadata = metadata
	}
	k.publish(m)
}
