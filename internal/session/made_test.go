package session

import (
	"os"
	"os/exec"
	"slices"
	"testing"

	"riffle/internal/proto"
	"riffle/internal/test/golden"
)

// madeDiffers are the sessions of testdata/cells that made types change: an element of
// []error has an address, package json names its own type in an error, and check prints
// values as fmt does.
var madeDiffers = []string{
	"TestCellsMade/language-slices-of-library-interfaces",
	"TestCellsMade/display-values-that-contain-themselves",
	"TestCellsMade/shuffle-checks-of-exercises",
}

// TestCellsMade: cells mean the same with made types. They run in a process of their own,
// which frees no session: made types live for ever, and what they are tagged with.
func TestCellsMade(t *testing.T) {
	if !makesTypes() {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestCellsMade$")
		cmd.Env = append(cmd.Environ(), TypesEnv+"=made")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %.4000s", err, out)
		}
		return
	}
	golden.Each(t, "testdata/cells/*.txt", func(t *testing.T, text string) string {
		got := transcript(t, newSession(t, Options{}), text)
		if slices.Contains(madeDiffers, t.Name()) {
			if got == text {
				t.Error("nothing differs")
			}
			return text
		}
		return got
	})
}

// TestLateMethods: a value of a made type that the library has met has the methods that
// later cells declare, one after another, and their new bodies.
func TestLateMethods(t *testing.T) {
	t.Setenv(TypesEnv, "made")
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ source, want string }{
		{"import (\n\"errors\"\n\"io\"\n)\ntype Fault struct{ Code int }\nvar x any = Fault{3}\nxs := []any{x, &Fault{4}}\n_, isError := x.(error)\n_, isWriter := xs[1].(io.Writer)\nisError || isWriter", "false"},
		{"func (f Fault) Error() string { return \"late\" }\nerrors.Join(xs[0].(error), xs[1].(error)).Error()", `"late\nlate"`},
		{"func (f *Fault) Write(p []byte) (int, error) { f.Code += len(p); return len(p), nil }\nio.WriteString(xs[1].(io.Writer), \"text\")", "4"},
		{"xs[1].(*Fault).Code", "8"},
		{"func (f Fault) Error() string { return \"new\" }\nerrors.Join(xs[0].(error)).Error()", `"new"`},
		{"_, isError = x.(error)\n_, isWriter = x.(io.Writer)\nisError && !isWriter", "true"},
	} {
		r := s.Run(t.Context(), proto.Cell{Source: c.source, N: i + 1}, proto.Discard{})
		if r.Err != nil {
			t.Fatalf("%s\n%s", c.source, r.Err.Format())
		}
		if got := r.Value.Text(); got != c.want {
			t.Errorf("%s\ngives %s, want %s", c.source, got, c.want)
		}
	}
}
