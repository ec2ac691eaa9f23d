package main

import "riffle/kernel/protocol"

// keptInput is an input as the owner keeps it.
type keptInput struct {
	Session int    `json:"session"`
	Line    int    `json:"line"`
	Input   string `json:"input"`
}

// shelf is the history that the worker's owner keeps.
type shelf struct {
	host
	start start
}

func (s *shelf) Add(n int, input string) {
	s.Tell(map[string]any{"type": "keep", "entry": keptInput{s.start.Session, n, input}})
}

func (s *shelf) Others() (list []protocol.Entry, session int, err error) {
	for _, e := range s.start.History {
		list = append(list, protocol.Entry{Session: e.Session, N: e.Line, Input: e.Input})
	}
	return list, s.start.Session, nil
}
