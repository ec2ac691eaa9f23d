package repl

import (
	"testing"

	"riffle/internal/proto"
	emulator "riffle/internal/test/screen"
)

// TestBar: what a cell prints, how far it is, and how wide the terminal becomes; then
// the screen with the cursor as |, and the screen when the cell has ended.
func TestBar(t *testing.T) {
	at := func(done int64) proto.Progress { return proto.Progress{Done: done, Total: 4, Left: -1} }
	tests := []struct {
		name      string
		steps     []any
		want, end string
	}{
		{"alone", []any{at(1)}, "[###.........]  25%|", "|"},
		{"moves", []any{at(1), at(2)}, "[######......]  50%|", "|"},
		{"is over", []any{at(1), proto.Progress{}}, "|", "|"},
		{"above it lines", []any{at(1), "a\nb\n"}, "a\nb\n[###.........]  25%|", "a\nb\n|"},
		{"below lines", []any{"a\nb\n", at(1)}, "a\nb\n[###.........]  25%|", "a\nb\n|"},
		{"an unfinished line", []any{"so far: ", at(1)}, "so far:\n[###.........]  25%|", "so far: |"},
		{"an unfinished line goes on", []any{"a", at(1), "b", at(2), "c"}, "abc\n[######......]  50%|", "abc|"},
		{"a line is finished", []any{"a", at(1), "b\n"}, "ab\n[###.........]  25%|", "ab\n|"},
		{"a wide line", []any{at(1), "0123456789abcdefghijklm\n"}, "0123456789abcdefghij\nklm\n[###.........]  25%|", "0123456789abcdefghij\nklm\n|"},
		{"a wide unfinished line", []any{"0123456789abcdefghijk", at(1), "lm"}, "0123456789abcdefghij\nklm\n[###.........]  25%|", "0123456789abcdefghij\nklm|"},
		{"a full row", []any{"0123456789abcdefghij", at(1), at(2)}, "0123456789abcdefghij\n[######......]  50%|", "0123456789abcdefghi|j"},
		{"wide signs", []any{"日本日本日本日本日本日", at(1), at(2)}, "日本日本日本日本日本\n日\n[######......]  50%|", "日本日本日本日本日本\n日|"},
		{"colours", []any{"\x1b[1mabc\x1b[0m", at(1), "d"}, "abcd\n[###.........]  25%|", "abcd|"},
		{"a line drawn by the cell", []any{"a\x1b[1C", at(1), "b"}, "a b|", "a b|"},
		{"a line begun again", []any{"10 %\r", at(1), "20 %\r"}, "|20 %", "|20 %"},
		{"at the bottom", []any{"1\n2\n3\n4\n5\n6\n7\n8", at(1), at(2), "9"}, "2\n3\n4\n5\n6\n7\n89\n[######......]  50%|", "2\n3\n4\n5\n6\n7\n89|"},
		{"narrower", []any{"ab", at(1), 12, at(2), "c"}, "abc\n[##..]  50%|", "abc|"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			const height = 8
			width := 20
			term := emulator.New(t, width, height)
			s := &screen{out: term, live: true, width: func() int { return width }}
			for _, step := range tt.steps {
				switch step := step.(type) {
				case proto.Progress:
					s.Progress(step)
				case string:
					s.Stream("stdout", []byte(step))
				case int:
					width = step
					term.Resize(width, height)
				}
			}
			if got := term.Marked(); got != tt.want {
				t.Errorf("screen\n%s, want\n%s", got, tt.want)
			}
			s.endRun()
			if got := term.Marked(); got != tt.end {
				t.Errorf("in the end\n%s, want\n%s", got, tt.end)
			}
		})
	}
}

// TestBarReflows: a terminal that reflows rows has several for a bar that has become too
// wide.
func TestBarReflows(t *testing.T) {
	width := 40
	term := emulator.New(t, width, 8)
	s := &screen{out: term, live: true, reflows: true, width: func() int { return width }}
	s.Stream("stdout", []byte("so far: "))
	s.Progress(proto.Progress{Done: 1, Total: 4, Left: -1})
	width = 20
	term = emulator.New(t, width, 8) // as it is then
	term.Write([]byte("so far:\n[########........................]  25%"))
	s.out = term
	s.Progress(proto.Progress{Done: 2, Total: 4, Left: -1})
	if got, want := term.Marked(), "so far:\n[######......]  50%|"; got != want {
		t.Errorf("screen\n%s, want\n%s", got, want)
	}
}
