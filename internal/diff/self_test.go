package diff

import (
	"slices"
	"strings"
	"testing"
)

// TestWithout leaves out statements of all blocks.
func TestWithout(t *testing.T) {
	const body = "x := 1\nif x > 0 {\n\tx++\n\ty := 2\n\tprintln(y)\n}\nprintln(x)\n"
	if n := statements(body); n != 6 {
		t.Fatalf("%d statements, want 6", n)
	}
	got := without(body, map[int]bool{3: true, 2: true})
	want := "x := 1\nif x > 0 {\n\n\ty := 2\n\tprintln(y)\n}\n"
	if squeezed(got) != squeezed(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p := &prelude{"none", "\n"}
	got, ok := compiling(p, without(body, map[int]bool{5: true, 2: true}))
	want = "x := 1\nif x > 0 {\n\tx++\n\ty := 2\n\t_ = y\n}\n"
	if !ok || squeezed(got) != squeezed(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

// TestSections cuts output into what each check printed.
func TestSections(t *testing.T) {
	lines, done := sections("before\n\n=== a\n1\n0xc000012345 2\n\n=== b/c\n\n=== d\nx\n\ny\n=== e\nin any order:\nz\ny\nPANIC x\n")
	if !slices.Equal(done, []string{"a", "b/c", "d", "e"}) {
		t.Errorf("labels %q", done)
	}
	for label, want := range map[string][]string{"a": {"1", "0xADDRESS 2"}, "b/c": {}, "d": {"x", "", "y"}, "e": {anyOrder, "y", "z", "PANIC x"}} {
		if !slices.Equal(lines[label], want) {
			t.Errorf("%s printed %q, want %q", label, lines[label], want)
		}
	}
}

// TestStable wants lines that differ between runs not to be compared.
func TestStable(t *testing.T) {
	run := func(lines ...string) map[string][]string { return map[string][]string{"x": lines} }
	tests := []struct {
		name string
		runs []map[string][]string
		want []string
		ok   bool
	}{
		{"same", []map[string][]string{run("a", "b"), run("a", "b")}, []string{"a", "b"}, true},
		{"one line", []map[string][]string{run("a", "b"), run("a", "c")}, []string{"a", anyLine}, true},
		{"longer", []map[string][]string{run("a"), run("a", "c")}, nil, false},
		{"ended", []map[string][]string{run("a"), {}}, nil, false},
	}
	for _, tt := range tests {
		got, ok := stable(tt.runs, "x")
		if ok != tt.ok || ok && !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q %v, want %q %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// TestSame compares what modes print, panics of cells included.
func TestSame(t *testing.T) {
	program, top := modes[0], modes[len(modes)-1]
	tests := []struct {
		mode      mode
		want, got []string
		same      bool
	}{
		{program, []string{"a", anyLine}, []string{"a", "b"}, true},
		{program, []string{"a"}, []string{"b"}, false},
		{program, []string{"a"}, []string{"a", "b"}, false},
		{program, []string{"a", "PANIC x"}, []string{"a", "", "ERROR panic: x"}, false},
		{top, []string{"a", "PANIC x"}, []string{"a", "", "ERROR panic: x"}, true},
		{top, []string{"a", "PANIC x"}, []string{"a", "", "ERROR panic: y [recovered]", "\tpanic: x"}, true},
		{top, []string{"a", "PANIC x"}, []string{"a", "", "ERROR panic: x [recovered]", "\tpanic: y"}, false},
		{top, []string{"a", "PANIC x"}, []string{"a", "", "ERROR panic: y", "more", "\tpanic: x"}, false},
		{top, []string{"a", "PANIC x"}, []string{"a"}, false},
		{top, []string{"a", "PANIC x"}, []string{"b", "", "ERROR panic: x"}, false},
	}
	for _, tt := range tests {
		if tt.mode.same(tt.want, tt.got) != tt.same {
			t.Errorf("%s: %q and %q, want same %v", tt.mode.name, tt.want, tt.got, tt.same)
		}
	}
}

// TestKnown wants a list to mean what doc.go says.
func TestKnown(t *testing.T) {
	for _, wrong := range []string{"a/b", "a/(\treason", strings.Repeat("a\treason\n", mostKnown+1)} {
		if _, err := parseKnown(wrong); err == nil {
			t.Errorf("%.20q isn't refused", wrong)
		}
	}
	l, err := parseKnown("# a comment\na/.*@yaegi\treason\nb/c@.*\tpending: more\n")
	if err != nil {
		t.Fatal(err)
	}
	of := func(label, mode string) difference {
		d := difference{batch: batch{checks: []check{{label: label}}}}
		d.mode.name = mode
		return d
	}
	for d, want := range map[*difference]bool{pointerTo(of("a/x", "yaegi")): true, pointerTo(of("a/x", "top")): false, pointerTo(of("b/c", "top")): true, pointerTo(of("b/cd", "top")): false} {
		if l.hides(*d) != want {
			t.Errorf("hides %s@%s: %v, want %v", d.batch.checks[0].label, d.mode.name, !want, want)
		}
	}
}

func pointerTo[T any](x T) *T { return &x }

// TestGo wants what the generators make to be Go, nearly always: a check that isn't
// checks nothing.
func TestGo(t *testing.T) {
	for _, c := range corpora {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			made, right := 0, 0
			for _, b := range c.batches() {
				made += len(b.checks)
				b, err := b.right()
				if err != nil {
					t.Fatal(err)
				}
				right += len(b.checks)
			}
			if right*100 < made*97 && made-right > 1 {
				t.Errorf("%d of %d checks are Go", right, made)
			}
		})
	}
}
