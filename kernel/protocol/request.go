package protocol

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"riffle/kernel/message"
)

// request is a message from a front end.
type request struct {
	*message.Message
	// channel is where the reply goes.
	channel Channel
	// seq is the request's place in the order in which shell requests came,
	// and arrived the time.
	seq     uint64
	arrived time.Time
	// shell is the shell that answers it, nil on control.
	shell *shell
	// cell is the cell that executeCell makes of it, nil before.
	cell *cell
}

// decodeContent reads the content into v, which holds the defaults of absent fields.
func (r *request) decodeContent(v any) error {
	if err := json.Unmarshal(r.Content, v); err != nil {
		return fmt.Errorf("%s: %w", r.Header.Type, err)
	}
	return nil
}

// handler answers one type of request. It returns the content of the reply,
// nil for none; an error becomes an error reply.
type handler func(k *Kernel, r *request) (any, error)

// ok is a reply without further content.
type ok struct {
	Status string `json:"status"`
}

// fault is an error as front ends show it, and the content of the message error on iopub.
// Front ends store all of that content in the notebook, whose format allows nothing else.
type fault struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// errorReply is the reply to a request that failed.
type errorReply struct {
	Status string `json:"status"`
	fault
}

func failedBy(f fault) errorReply { return errorReply{"error", f} }

// answerRequest handles a request between the statuses busy and idle.
func (k *Kernel) answerRequest(r *request, handlers map[string]handler) {
	k.answering.RLock()
	defer k.answering.RUnlock()
	if k.closed {
		return
	}
	k.status(r, busy, Vital)
	h, known := handlers[r.Header.Type]
	if !known {
		h = unknownRequest
	}
	content, err := h(k, r)
	if err != nil {
		content = failedBy(fault{"bad request", err.Error(), []string{}})
	}
	if content != nil {
		k.reply(r, content)
	}
	k.status(r, idle, r.lastly())
}

// lastly is the class of a message after which there will be none for a while, unless the
// next cell's follow.
func (r *request) lastly() Class {
	if r.nextIsRunning() {
		return Vital
	}
	return Final
}

// unknownRequest answers requests without a handler; other messages of unknown type get
// no reply.
func unknownRequest(k *Kernel, r *request) (any, error) {
	if strings.HasSuffix(r.Header.Type, "_request") {
		return nil, fmt.Errorf("%s: this kernel knows no such request", r.Header.Type)
	}
	k.Journal.Note("ignored a message of unknown type", strconv.Quote(r.Header.Type))
	return nil, nil
}

// reply sends the answer to r back to where r came from.
func (k *Kernel) reply(r *request, content any) {
	m := k.Compose(strings.TrimSuffix(r.Header.Type, "_request")+"_reply", r.RawHeader(), content)
	m.Identities = r.Identities
	k.Channels.Send(r.channel, m, r.nextIsRunning())
}

// The contents of the message status.
var (
	busy = json.RawMessage(`{"execution_state":"busy"}`)
	idle = json.RawMessage(`{"execution_state":"idle"}`)
)

func (k *Kernel) status(r *request, state json.RawMessage, class Class) {
	k.publishAs(k.encodedMessage("status", r.RawHeader(), state), class)
}

// Compose makes a message from the kernel. Content that isn't valid JSON, such as
// NaN, is sent empty and logged.
func (k *Kernel) Compose(typ string, parent json.RawMessage, content any) *message.Message {
	raw, err := message.Marshal(content)
	if err != nil {
		k.Journal.Note("sent an empty "+typ, err.Error())
	}
	return k.encodedMessage(typ, parent, raw)
}

// encodedMessage is Compose for content that is already encoded.
func (k *Kernel) encodedMessage(typ string, parent, raw json.RawMessage) *message.Message {
	return &message.Message{
		Header: message.Header{
			ID:       k.Session + "_" + strconv.FormatUint(k.sent.Add(1), 10),
			Type:     typ,
			Session:  k.Session,
			Username: "riffle",
			Date:     message.Date(time.Now()),
			Version:  message.Version,
		},
		Parent:  parent,
		Content: raw,
	}
}

// classes are how messages are published that aren't vital, or aren't just that.
var classes = map[string]Class{
	"stream":              Bulk,
	"display_data":        Bulk,
	"update_display_data": Bulk,
	"comm_msg":            Bulk,
	// A cell's end: the reply and the status idle follow.
	"execute_result": Joined,
	"error":          Joined,
}

// publishMessage sends a message to all subscribers of iopub.
func (k *Kernel) publishMessage(m *message.Message) {
	class, ok := classes[m.Header.Type]
	if !ok {
		class = Vital
	}
	k.publishAs(m, class)
}

func (k *Kernel) publishAs(m *message.Message, class Class) { k.Channels.Publish(m, class) }
