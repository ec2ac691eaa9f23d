package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"riffle/internal/session"
	"riffle/kernel/message"
	"riffle/kernel/protocol"
)

// host is what the program runs in: the web worker.
type host interface {
	// Emit sends one of Jupyter's messages to the owner of the worker.
	Emit(c protocol.Channel, m *message.Message)
	// Tell sends a message of the worker's own, which marshals to JSON.
	Tell(v any)
	// Stopped reports whether an interrupt was asked for since it was last called.
	Stopped() bool
	// Larger says why the larger program can't be had now, "" if it can.
	Larger() string
	// Helpers is how many other web workers may help with experiments. Helper starts one,
	// whose Job it gets; heard is called with each of its lines, and "" when it has ended.
	Helpers() int
	Helper(job []byte, heard func(line string)) helper
	// Lines registers the function that a helper calls for each line it is sent.
	Lines(heard func(line string))
	// Ready says that the session has started: which of the cells to run again failed,
	// how it takes messages, and what cells write past it.
	Ready(version string, failed []failedCell, take taker, wrote func(name, text string))
}

// helper is a web worker that plays blocks of an experiment.
type helper interface {
	Tell(line string)
	Close()
}

// taker takes one of Jupyter's messages: its four JSON objects and its buffers.
type taker func(channel string, header, parent, metadata, content []byte, buffers [][]byte)

// start is the owner's first message.
type start struct {
	// Kernel is the kernel's session in the headers of its messages.
	Kernel string `json:"kernel"`
	// Count is the number of the last cell, in a session that continues a lost one.
	Count    int `json:"count"`
	Restarts int `json:"restarts"`
	// History has the inputs of all sessions, and Session is the number of this one.
	History []keptInput `json:"history"`
	Session int         `json:"session"`
	// Replay has the cells that ran in another program and are run again here.
	Replay []ranCell `json:"replay"`
	// Larger says that there is a larger program to ask for; else NoLarger may say why
	// not.
	Larger   bool   `json:"larger"`
	NoLarger string `json:"noLarger"`
	// Job, where set, is the first line for a helper, which the program is then.
	Job string `json:"job"`
}

// iopub is the channel that goes to all front ends.
const iopub protocol.Channel = "iopub"

// serveSession serves a session until a front end asks for its end.
func serveSession(ctx context.Context, h host, s start) error {
	if s.Job != "" {
		return serveHelper(h, s.Job)
	}
	e, err := newEngine(h, s)
	if err != nil {
		return fmt.Errorf("the session does not start: %w", err)
	}
	failed := e.replay(ctx, s.Replay)
	journal := protocol.Journal{Logger: log.New(notes{h}, "", 0)} // the standard one writes to cells
	defer journal.Close()
	k := protocol.New(ctx, protocol.Config{Session: s.Kernel, Channels: channels{h}, Journal: &journal, Count: s.Count})
	e.interrupt = k.Interrupt
	k.Start(func(context.Context) (protocol.Engine, error) { return e, nil }, &shelf{host: h, start: s})
	take, stop := intake(k, &journal)
	defer stop()
	h.Ready(protocol.Version(), failed, take, e.wrote)
	<-k.Done()
	return k.Close()
}

// notes are lines for people who debug riffle.
type notes struct{ host }

func (n notes) Write(line []byte) (int, error) {
	n.Tell(map[string]any{"type": "note", "text": string(line)})
	return len(line), nil
}

// channels send everything to the one owner.
type channels struct{ host }

func (c channels) Publish(m *message.Message, _ protocol.Class) { c.Emit(iopub, m) }

func (c channels) Send(channel protocol.Channel, m *message.Message, _ bool) bool {
	c.Emit(channel, m)
	return true
}

// wireMessage is a message as the owner has it, but for its buffers.
type wireMessage struct {
	Header   message.Header  `json:"header"`
	Parent   json.RawMessage `json:"parent_header"`
	Metadata json.RawMessage `json:"metadata"`
	Content  json.RawMessage `json:"content"`
}

// toJSON lays out a message for the owner.
func toJSON(m *message.Message) (json.RawMessage, error) {
	return message.Marshal(wireMessage{m.Header, orEmptyObject(m.Parent), orEmptyObject(m.Metadata), orEmptyObject(m.Content)})
}

func orEmptyObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// sessionOptions are what a session may use in a tab of a browser.
func sessionOptions(h host, s start) session.Options {
	return session.Options{Restarts: s.Restarts, Alone: true, MemoryLimit: memoryLimit, Pool: pool(h)}
}

// memoryLimit is what a session may use, in bytes. A program for browsers has 4 GiB of
// memory, and while a large value is copied there are two of it.
const memoryLimit = 1 << 30
