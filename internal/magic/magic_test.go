package magic

import (
	"slices"
	"strings"
	"testing"
)

// TestTable holds the entries to what their fields promise.
func TestTable(t *testing.T) {
	if !slices.IsSortedFunc(All, func(a, b Magic) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in alphabetical order")
	}
	if names := All.allNames(); len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("a name is there twice: %v", names)
	}
	for _, m := range All {
		switch {
		case m.Doc == "" || strings.HasSuffix(m.Doc, "."):
			t.Errorf("%%%s: Doc %q, want a sentence without its full stop", m.Name, m.Doc)
		case m.Session == nil && m.Terminal == nil:
			t.Errorf("%%%s: nothing answers it", m.Name)
		case (m.Takes == Nothing) != (m.Args == ""):
			t.Errorf("%%%s: Args %q, but Takes %d", m.Name, m.Args, m.Takes)
		case m.Options != "" && m.Takes != Code, m.Below == Rest && m.Takes != Code:
			t.Errorf("%%%s: options and the rest of a cell belong to code", m.Name)
		}
	}
}

// TestSimilar finds the magic that a typing error meant.
func TestSimilar(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"tiem", "time"}, {"timeti", "timeit"}, {"hwo", "who"}, {"wo", "who"}, {"whoo", "who"},
		{"rseet", "reset"}, {"rest", "reset"}, {"q", "quiet"}, {"sav", "save"}, {"eidt", "edit"}, {"xyzzy", ""}, {"", ""},
	} {
		if got := All.similarName(c.typed); got != c.want {
			t.Errorf("similar(%q) = %q, want %q", c.typed, got, c.want)
		}
	}
}

// TestAccepts gives magics right and wrong arguments.
func TestAccepts(t *testing.T) {
	for text, want := range map[string]bool{
		"%pwd": true, "%pwd x": false, "%pwd // x": true,
		"%del": false, "%del x": true,
		"%quiet": true, "%quiet on": true, "%quiet perhaps": false,
		"%reset hard": true, "%reset hardly": false,
		"%seed": true, "%seed off": true, "%seed 3": true,
		"%time": false, "%time f()": true, "%%time\nf()": true,
		"%timeit -n 3": false, "%timeit -n 3 f()": true,
		"%sh": false, "$ ls": true, "%cd -": true, "%help %who": true,
		"%%writefile\nx": false, "%%writefile a\nx": true,
	} {
		parts, faults := All.Cut(text)
		if len(parts) != 1 || len(faults) != 0 {
			t.Fatalf("Cut(%q) = %v, %v", text, parts, faults)
		}
		c := All.NewCall(text, parts[0])
		if got := c.Magic.acceptsCall(c); got != want {
			t.Errorf("%q accepted: %v, want %v", text, got, want)
		}
	}
}

// TestBrief writes times with three digits.
func TestBrief(t *testing.T) {
	for _, c := range []struct {
		ns   float64
		want string
	}{
		{0, "0 ns"}, {0.001, "0 ns"}, {1.2345, "1.23 ns"}, {12.345, "12.3 ns"}, {999.4, "999 ns"}, {999.6, "1 µs"},
		{45_678, "45.7 µs"}, {1e6, "1 ms"}, {1.5e9, "1.5 s"}, {99.9e9, "99.9 s"}, {125e9, "2m5s"},
	} {
		if got := briefTime(c.ns); got != c.want {
			t.Errorf("brief(%v) = %q, want %q", c.ns, got, c.want)
		}
	}
}

// FuzzCut takes any text apart, in order and within its bounds.
func FuzzCut(f *testing.F) {
	for _, seed := range []string{"%who", "x := 7 %\n3", "$ ls\n%%time\n", "%time f(\n)", "f(\n%who\n)", "`\n%who\n`", "%", "%%", "$", "é\n%déjà", "%timeit -n 3 -r 2 f(\n)", "%%time\n%%time\n$"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, pos int) {
		parts, _ := All.Cut(text)
		ordered(t, text, 0, parts)
		if pos >= 0 && pos <= len(text) {
			if p, ok := At(parts, pos); ok && p.Word(text, pos) > pos {
				t.Fatalf("%q: the word at %d begins after it", text, pos)
			}
		}
	})
}

func ordered(t *testing.T, text string, last int, parts []Part) {
	for _, p := range parts {
		if p.Start < last || p.End < p.Start || p.End > len(text) {
			t.Fatalf("%q: part %d to %d after %d", text, p.Start, p.End, last)
		}
		last = p.End
		ordered(t, text, last, p.Below)
	}
}
