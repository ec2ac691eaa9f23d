package bundle

import "testing"

// TestCompiles: all that browsers get compiles, also where nothing is there to run it, and
// so do the programs that Node runs in tests. Nothing is linked, and what is compiled is
// what the build and other tests need anyway.
func TestCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles for another system")
	}
	others := []string{"./internal/session/testdata/alone", "./internal/session/testdata/browser"}
	for _, p := range programs {
		args := append([]string{"-export", "-f", "", "-tags=" + p.tags, "./kernel/lite"}, others...)
		if _, err := commandOutput(Command(t.Context(), "../../..", "list", args...)); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		others = nil
	}
}
