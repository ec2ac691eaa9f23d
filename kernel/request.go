package kernel

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"riffle/kernel/transport"
	"riffle/kernel/wire"
)

// request is a message from a front end.
type request struct {
	*wire.Message
	// socket is where the reply goes.
	socket *transport.Router
	// seq is the request's place in the order in which shell requests came,
	// and arrived the time.
	seq     uint64
	arrived time.Time
	// shell is the shell that answers it, nil on control.
	shell *shell
	// cell is what execute makes of it, as soon as that is known.
	cell *cell
}

// decode reads the content into v, which holds the defaults of absent fields.
func (r *request) decode(v any) error {
	if err := json.Unmarshal(r.Content, v); err != nil {
		return fmt.Errorf("%s: %w", r.Header.Type, err)
	}
	return nil
}

// handler answers one type of request. It returns the content of the reply,
// nil for none; an error becomes an error reply.
type handler func(k *kernel, r *request) (any, error)

// ok is a reply without further content.
type ok struct {
	Status string `json:"status"`
}

// errorReply is the reply of a request that failed, and the content of the
// error message on iopub.
type errorReply struct {
	Status    string   `json:"status"`
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// answer handles a request between the statuses busy and idle.
func (k *kernel) answer(r *request, handlers map[string]handler) {
	k.answering.RLock()
	defer k.answering.RUnlock()
	k.status(r, busy, transport.Vital)
	h, known := handlers[r.Header.Type]
	if !known {
		h = unknown
	}
	content, err := h(k, r)
	if err != nil {
		content = errorReply{Status: "error", Name: "bad request", Value: err.Error(), Traceback: []string{}}
	}
	if content != nil {
		k.reply(r, content)
	}
	k.status(r, idle, r.lastly())
}

// lastly is the class of a message behind which there will be none for a while, unless
// the next cell's follow.
func (r *request) lastly() transport.Class {
	if r.followed() {
		return transport.Vital
	}
	return transport.Final
}

// unknown answers requests without a handler; other messages of unknown type get
// no reply.
func unknown(k *kernel, r *request) (any, error) {
	if strings.HasSuffix(r.Header.Type, "_request") {
		return nil, fmt.Errorf("%s: this kernel knows no such request", r.Header.Type)
	}
	k.journal.note("ignored a message of unknown type", strconv.Quote(r.Header.Type))
	return nil, nil
}

// reply sends the answer to r back to where r came from.
func (k *kernel) reply(r *request, content any) {
	m := k.compose(strings.TrimSuffix(r.Header.Type, "_request")+"_reply", r.RawHeader(), content)
	m.Identities = r.Identities
	frames, err := k.codec.Encode(m)
	switch {
	case err != nil:
	case r.followed():
		r.socket.SendSoon(frames)
	default:
		r.socket.Send(frames)
	}
}

// The contents of the message status.
var (
	busy = json.RawMessage(`{"execution_state":"busy"}`)
	idle = json.RawMessage(`{"execution_state":"idle"}`)
)

func (k *kernel) status(r *request, state json.RawMessage, class transport.Class) {
	k.publishAs(k.message("status", r.RawHeader(), state), class)
}

// compose makes a message from the kernel. Content that isn't valid JSON, such as
// NaN, is sent empty and logged.
func (k *kernel) compose(typ string, parent json.RawMessage, content any) *wire.Message {
	raw, err := wire.Marshal(content)
	if err != nil {
		k.journal.note("sent an empty "+typ, err.Error())
	}
	return k.message(typ, parent, raw)
}

// message is compose for content that is encoded already.
func (k *kernel) message(typ string, parent, raw json.RawMessage) *wire.Message {
	return &wire.Message{
		Header: wire.Header{
			ID:       k.session + "_" + strconv.FormatUint(k.sent.Add(1), 10),
			Type:     typ,
			Session:  k.session,
			Username: "riffle",
			Date:     wire.Date(time.Now()),
			Version:  wire.Version,
		},
		Parent:  parent,
		Content: raw,
	}
}

// classes are how messages are published that aren't vital, or aren't just that.
var classes = map[string]transport.Class{
	"stream":              transport.Bulk,
	"display_data":        transport.Bulk,
	"update_display_data": transport.Bulk,
	"comm_msg":            transport.Bulk,
	// A cell's end: the reply and the status idle follow.
	"execute_result": transport.Joined,
	"error":          transport.Joined,
}

// publish sends a message to all subscribers of iopub.
func (k *kernel) publish(m *wire.Message) {
	class, ok := classes[m.Header.Type]
	if !ok {
		class = transport.Vital
	}
	k.publishAs(m, class)
}

func (k *kernel) publishAs(m *wire.Message, class transport.Class) {
	k.iopub.Publish(k.encode(k.topic(m), m), class)
}

func (k *kernel) topic(m *wire.Message) string { return "kernel." + k.session + "." + m.Header.Type }

func (k *kernel) encode(topic string, m *wire.Message) [][]byte {
	m.Identities = [][]byte{[]byte(topic)}
	frames, err := k.codec.Encode(m)
	if err != nil {
		k.journal.note("lost a message", err.Error())
	}
	return frames
}
