package session

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestLimits: what a front end can't take is cut, with a note of what is left out, and
// %show has the whole.
func TestLimits(t *testing.T) {
	s := newSession(t, Options{})
	n := 0
	run := func(source string, limit int) *proto.Bundle {
		n++
		res := s.Run(context.Background(), proto.Cell{Source: source, N: n, Width: 80, Limit: limit}, &recorder{})
		if res.Err != nil {
			t.Fatalf("%s: %v", source, res.Err)
		}
		if res.Value == nil {
			return &proto.Bundle{}
		}
		return res.Value
	}
	run(`ints := make([]int, 1_000_000)
type Row struct { ID int; Name string; Next *Row }
rows := make([]Row, 1_000_000)
rows[999_999].Name = "last"
names := map[int]string{}
for i := range 100_000 { names[i] = "n" }
type Page struct{ n int }
func (p Page) HTML() string { return strings.Repeat("<b>", p.n) }
type Long int
func (n Long) String() string { return strings.Repeat("ab\n", int(n)) }
wide := make([][]int, 3)
for i := range wide { wide[i] = make([]int, 5000) }`, 1000)
	for _, c := range []struct{ source, note string }{
		{"ints", " … and 999,500 more; %show for the whole]"},
		{`strings.Repeat("é", 100_000)`, " … and 199,000 more bytes; %show for the whole"},
		{"rows", "1,000,000 rows × 3 columns; %show for the whole"},
		{"names", "100,000 rows × 2 columns; %show for the whole"},
		{"wide", "3 rows × 5,000 columns; %show for the whole"},
		{"Long(10_000)", "more bytes; %show for the whole"},
		{"struct{ I []int }{ints}", "[0 0 0"},
		{"Page{2_000_000}", "(not shown: text/html of 6.0 MB; %show for the whole)"},
	} {
		b := run(c.source, 1000)
		if text := b.Text(); len(text) > 4000 || !strings.Contains(text, c.note) {
			t.Errorf("%s: %d bytes, want %q in it: …%s", c.source, len(text), c.note, text[max(0, len(text)-200):])
		}
		if html := fmt.Sprint(b.Data["text/html"]); len(html) > 60_000 {
			t.Errorf("%s: %d bytes of HTML", c.source, len(html))
		}
	}
	if text := run("%show ints", 1000).Text(); text != "["+strings.Repeat("0 ", 999_999)+"0]" {
		t.Errorf("%%show ints: %d bytes", len(text))
	}
	if text := run("ints", 0).Text(); len(text) < 1_999_000 {
		t.Errorf("without a limit: %d bytes", len(text))
	}
	run("Page{2_000_000}", 1000)
	if html := fmt.Sprint(run("%show", 1000).Data["text/html"]); len(html) != 6_000_000 {
		t.Errorf("%%show: %d bytes of HTML, want 6,000,000", len(html))
	}
	if text := run(fmt.Sprintf("%%show Out[%d]", n), 1000).Text(); strings.Contains(text, "%show") {
		t.Errorf("%%show Out: %s", text)
	}
	if text := run("ints", 1000).Text(); !strings.Contains(text, "more") {
		t.Error("the limit is gone for good after a magic")
	}
}
