package need

import (
	"errors"
	"testing"
)

// outcome keeps what a test was told.
type outcome struct {
	testing.TB
	skipped, failed bool
}

func (o *outcome) Helper()               {}
func (o *outcome) Skipf(string, ...any)  { o.skipped = true }
func (o *outcome) Fatalf(string, ...any) { o.failed = true }

func TestHave(t *testing.T) {
	lost := errors.New("no network")
	for _, test := range []struct {
		ci   string
		err  error
		want outcome
	}{
		{"", nil, outcome{}},
		{"true", nil, outcome{}},
		{"", lost, outcome{skipped: true}},
		{"true", lost, outcome{failed: true}},
	} {
		t.Setenv("CI", test.ci)
		var got outcome
		Have(&got, "npm's packages", test.err)
		if got != test.want {
			t.Errorf("CI=%q, %v: %+v", test.ci, test.err, got)
		}
	}
}
