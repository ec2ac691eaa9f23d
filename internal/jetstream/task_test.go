package jetstream

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"

	"riffle/shuffle/trials"
)

// TestStretches wants each block in one stretch.
func TestStretches(t *testing.T) {
	for _, tt := range []struct{ runs, want int }{{0, 0}, {1, 1}, {100, 100}, {10_000, 256}, {1_000_000_000_000, 3725}} {
		plan := trials.Plan{Runs: tt.runs}
		list := stretches(plan)
		next := 0
		for _, s := range list {
			if s.From != next || s.To <= s.From {
				t.Errorf("%d runs: %v after block %d", tt.runs, s, next)
			}
			next = s.To
		}
		if len(list) != tt.want || next != plan.Blocks() {
			t.Errorf("%d runs: %d stretches of %d blocks, want %d of %d", tt.runs, len(list), next, tt.want, plan.Blocks())
		}
	}
}

// FuzzUnpacked wants an error, or a part that survives packing and unpacking, for all
// bytes.
func FuzzUnpacked(f *testing.F) {
	f.Add(packed([]byte("part")))
	f.Add(packed(nil)[:5])
	f.Fuzz(func(t *testing.T, data []byte) {
		part, err := unpacked(data)
		if err != nil {
			return
		}
		again, err := unpacked(packed(part))
		if err != nil || !bytes.Equal(part, again) {
			t.Errorf("%q, %v, want %q", again, err, part)
		}
	})
}

// TestTimeoutsTold says of a server that doesn't answer what it does, and not which deadline
// was exceeded.
func TestTimeoutsTold(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("publish: %w", context.DeadlineExceeded), "the server doesn't answer"},
		{nats.ErrTimeout, "the server doesn't answer"},
		{nats.ErrAuthorization, nats.ErrAuthorization.Error()},
	} {
		if got := unanswered(c.err).Error(); got != c.want {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
	}
}
