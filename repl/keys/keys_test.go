package keys

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// show writes keys as the tables below have them: names in angle brackets.
func show(found []Key) string {
	var b strings.Builder
	for _, k := range found {
		switch {
		case k.Name == "":
			b.WriteString(k.Text)
		case k.Name == Paste:
			fmt.Fprintf(&b, "<Paste %q>", k.Text)
		default:
			b.WriteString("<" + k.Name + ">")
		}
	}
	return b.String()
}

func TestDecoder(t *testing.T) {
	tests := []struct {
		name string
		in   []string // what each read brings
		want string
	}{
		{"text", []string{"a♠日🎲\r"}, "a♠日🎲<Enter>"},
		{"a rune in two reads", []string{"a\xe2\x99", "\xa0b"}, "a♠b"},
		{"broken UTF-8", []string{"a\xffb\xc3", "\r"}, "a\uFFFDb\uFFFD<Enter>"},
		{"control characters", []string{"\x01\x05\x00\x1f\x1a\x08\x7f\t\n"}, "<C-a><C-e><C-Space><C-_><C-z><Backspace><Backspace><Tab><Enter>"},
		{"lines of a text", []string{"a\r\nb\n\r\n", "\r", "\n"}, "a<Enter>b<Enter><Enter><Enter><Enter>"},
		{"eight-bit controls", []string{"a\u009bb"}, "ab"},
		{"arrows", []string{"\x1b[A\x1bOB\x1b[C\x1bOD"}, "<Up><Down><Right><Left>"},
		{"arrows in pieces", []string{"\x1b", "[", "1;", "5", "D"}, "<C-Left>"},
		{"modified arrows", []string{"\x1b[1;5C\x1b[1;3C\x1b[1;2A\x1b[1;8B\x1b[5D\x1bOc\x1b[d"}, "<C-Right><M-Right><S-Up><C-M-S-Down><C-Left><C-Right><S-Left>"},
		{"arrows with Escape for Alt", []string{"\x1b\x1b[D"}, "<M-Left>"},
		{"home and end", []string{"\x1b[H\x1b[F\x1bOH\x1bOF\x1b[1~\x1b[4~\x1b[7~\x1b[8~"}, "<Home><End><Home><End><Home><End><Home><End>"},
		{"editing keys", []string{"\x1b[3~\x1b[2~\x1b[5~\x1b[6~\x1b[3;5~"}, "<Delete><Insert><PageUp><PageDown><C-Delete>"},
		{"function keys", []string{"\x1bOQ\x1b[12~\x1b[[B\x1b[1;2Q\x1b[24~"}, "<F2><F2><F2><S-F2><F12>"},
		{"alt", []string{"\x1bf\x1bé\x1b\r\x1b\x7f\x1b\x08\x1b\x02"}, "<M-f><M-é><M-Enter><M-Backspace><M-Backspace><C-M-b>"},
		{"back tab", []string{"\x1b[Z"}, "<S-Tab>"},
		{"numbered characters", []string{"\x1b[13;3u\x1b[27;5;13~\x1b[97;5u\x1b[95;6u"}, "<M-Enter><C-Enter><C-a><C-S-_>"},
		{"unknown sequences", []string{"a\x1b[99~\x1b[?1;2c\x1b[24;80R\x1b[<0;1;1Mb"}, "ab"},
		{"a sequence broken off", []string{"a\x1b[1\x1b[Db\x1b[12\r"}, "a<Left>b<Enter>"},
		{"paste", []string{"a\x1b[200~b\rc\x1b[201~d"}, `a<Paste "b\nc">d`},
		{"paste in pieces", []string{"a\x1b", "[20", "0~b", "c\x1b[2", "01~d"}, `a<Paste "bc">d`},
		{"two pastes", []string{"\x1b[200~b\x1b[201~\x1b[200~c\x1b[201~"}, `<Paste "b"><Paste "c">`},
		{"empty paste", []string{"\x1b[200~\r\n\x1b[201~a"}, "a"},
		{"controls in a paste", []string{"\x1b[200~a\x1b[31mb\x07\tc\x1b[201~"}, `<Paste "a[31mb\tc">`},
		{"paste broken off", []string{"\x1b[200~ab\x03c"}, `<Paste "ab"><C-c>c`},
		{"paste broken off later", []string{"\x1b[200~ab", "\x03"}, `<Paste "ab"><C-c>`},
		{"end without beginning", []string{"a\x1b[201~b"}, "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var d Decoder
			var got []Key
			for _, piece := range tt.in {
				got = append(got, d.Feed([]byte(piece))...)
			}
			if shown := show(got); shown != tt.want || d.Waiting() {
				t.Errorf("got %s, waiting %v, want %s", shown, d.Waiting(), tt.want)
			}
		})
	}
}

func TestFlush(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b": "<Esc>", "\x1b\x1b": "<Esc><Esc>", "\x1b[": "<M-[>", "\x1bO": "<M-O>", "\x1b[1;": "",
	} {
		var d Decoder
		if early := d.Feed([]byte(in)); len(early) > 0 || !d.Waiting() {
			t.Errorf("%q: got %s, want it to wait", in, show(early))
		}
		if got := show(d.Flush()); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
		if got := show(d.Feed([]byte("a"))); got != "a" {
			t.Errorf("%q, then a: got %s", in, got)
		}
	}
}

// FuzzDecoder cuts what is read into pieces: the keys are the same, and their text
// is valid.
func FuzzDecoder(f *testing.F) {
	f.Add("a\x1b[200~b\x1b[201~", 3)
	f.Add("\x1b[3~\x1b[1;5D\x00\x1a♠", 1)
	f.Add("\x1b\x1b[200~\x03\x1b[[", 2)
	f.Fuzz(func(t *testing.T, in string, size int) {
		var whole, cut Decoder
		want := append(whole.Feed([]byte(in)), whole.Flush()...)
		var got []Key
		for rest := in; rest != ""; {
			n := min(max(size, 1), len(rest))
			got = append(got, cut.Feed([]byte(rest[:n]))...)
			rest = rest[n:]
		}
		got = append(got, cut.Flush()...)
		if show(got) != show(want) {
			t.Errorf("in pieces %s, at once %s", show(got), show(want))
		}
		for _, k := range got {
			if !utf8.ValidString(k.Text) || strings.ContainsAny(k.Text, "\x1b\r\x00") || (k.Name == "") != (k.Text != "" && k.Name != Paste) {
				t.Errorf("%q gives %+v", in, k)
			}
		}
	})
}
