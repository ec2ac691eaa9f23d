package protocol

import (
	"testing"
	"time"

	"riffle/kernel/message"
)

func TestAborts(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f := failure{upTo: 7, at: at}
	tests := []struct {
		name    string
		seq     uint64
		arrived time.Duration // after the error
		date    string
		want    bool
	}{
		{"queued", 7, -time.Second, "", true},
		{"sent before, passed on after", 8, 50 * time.Millisecond, message.Date(at.Add(-time.Millisecond)), true},
		{"the same from Python", 8, 50 * time.Millisecond, "2026-01-02T03:04:04.999999+00:00", true},
		{"sent after", 8, 50 * time.Millisecond, message.Date(at.Add(time.Millisecond)), false},
		{"a clock that is late", 8, 2 * time.Second, message.Date(at.Add(-time.Minute)), false},
		{"no date", 8, 0, "", false},
		{"no such date", 8, 0, "yesterday", false},
	}
	for _, tt := range tests {
		r := &request{Message: &message.Message{Header: message.Header{Date: tt.date}}, seq: tt.seq, arrived: at.Add(tt.arrived)}
		if got := f.aborts(r); got != tt.want {
			t.Errorf("%s: aborts = %v, want %v", tt.name, got, tt.want)
		}
	}
	if (failure{}).aborts(&request{Message: new(message.Message), seq: 1}) {
		t.Error("no failure aborts")
	}
}
