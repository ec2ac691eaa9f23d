package protocol

import (
	"testing"
	"testing/synctest"

	"riffle/kernel/message"
)

// deaf is channels with nobody at the other end.
type deaf struct{}

func (deaf) Publish(*message.Message, Class)           {}
func (deaf) Send(Channel, *message.Message, bool) bool { return false }

// TestQuestionToNobody asks a client that has no connection for questions.
func TestQuestionToNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := New(t.Context(), Config{Channels: deaf{}})
		o := &output{k: k, ctx: t.Context(), identities: [][]byte{[]byte("client")}}
		if _, err := k.askInput(o, "name?", false); err != errNobody {
			t.Errorf("error %v, want %v", err, errNobody)
		}
	})
}
