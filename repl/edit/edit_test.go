package edit

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// commands are what the tests below press, by the keys that riffle gives them.
var commands = map[string]func(*Buffer) bool{
	"C-a": (*Buffer).Home, "C-e": (*Buffer).End, "C-b": (*Buffer).Left, "C-f": (*Buffer).Right,
	"M-b": (*Buffer).WordLeft, "M-f": (*Buffer).WordRight, "M-<": (*Buffer).First, "M->": (*Buffer).Last,
	"Up": (*Buffer).Up, "Down": (*Buffer).Down, "BS": (*Buffer).Backspace, "Del": (*Buffer).Delete,
	"C-k": (*Buffer).KillToEnd, "C-u": (*Buffer).KillToStart, "C-w": (*Buffer).KillBack,
	"M-d": (*Buffer).KillWord, "M-BS": (*Buffer).KillWordBack, "C-y": (*Buffer).Yank, "M-y": (*Buffer).YankOlder,
	"C-t": (*Buffer).Transpose, "C-_": (*Buffer).Undo, "M-_": (*Buffer).Redo,
	"Enter": func(b *Buffer) bool { b.Newline(); return true },
}

// play presses keys: those of commands in angle brackets, everything else is typed,
// rune by rune.
func play(b *Buffer, keys string) {
	for keys != "" {
		if name, rest, ok := strings.Cut(strings.TrimPrefix(keys, "<"), ">"); ok && keys[0] == '<' && name == "M-" {
			commands["M->"](b)
			keys = rest[1:]
			continue
		} else if command := commands[name]; ok && keys[0] == '<' && command != nil {
			command(b)
			keys = rest
			continue
		}
		_, n := utf8.DecodeRuneInString(keys)
		b.Type(keys[:n])
		keys = keys[n:]
	}
}

// marked is the text with the cursor as |.
func marked(b *Buffer) string {
	text := b.Text()
	return text[:b.Offset()] + "|" + text[b.Offset():]
}

func TestKeys(t *testing.T) {
	tests := []struct{ keys, want string }{
		{"abc<C-a>x<C-e>y", "xabcy|"},
		{"abc<C-b><BS>", "a|c"},
		{"ab<C-a><C-b><Del>", "|b"},
		{"ab<Enter>c<C-a><BS>", "ab|c"},
		{"ab<Enter>c<Up><Del><Del>", "a|c"},
		{"abc<Enter>d<Enter>efg<Up><Up>", "abc|\nd\nefg"}, // the column is kept
		{"abc<Enter>d<Up>", "a|bc\nd"},
		{"one two_2, (3)<M-b><M-b>", "one |two_2, (3)"},
		{"one two<C-a><M-f>", "one| two"},
		{"one<Enter>two<M-b><M-b>", "|one\ntwo"},
		{"one<Enter>two<M-<><M-f><M-f>", "one\ntwo|"},
		{"é日🎲e\u0301<C-b><C-b>", "é日|🎲e\u0301"},
		{"xe\u0301<BS>", "x|"},
		{"👩\u200D🔬x<C-b><C-b>", "|👩\u200D🔬x"},
		{"🇩🇪🇫🇷<BS>", "🇩🇪|"},
		{"🇩🇪🇫🇷x<C-b><C-b><BS>", "|🇫🇷x"},
		{"1\uFE0F\u20E3x<C-a><Del>", "|x"},
		{"각<BS>", "|"}, // of three letters
		{"क्षि<BS>", "|"},
		{"e\u0301\u0302x<C-b><C-b>", "|e\u0301\u0302x"},
		{"👋🏽<BS>", "|"},
		{"ab<C-t>", "ba|"}, {"abc<C-a><C-f><C-t>", "ba|c"}, {"a<C-t>", "a|"},

		{"one two<C-w><C-a><C-y> ", "two |one "},
		{"one two<C-a><C-k><C-y><C-y>", "one twoone two|"},
		{"one two three<M-BS><M-BS><C-y>", "one two three|"}, // kills that follow are one
		{"one two three<C-w><C-e><C-w><C-y>", "one two |"},
		{"one two<C-a><M-d><M-d>x<C-y>", "xone two|"},
		{"a b<C-w><C-e>c<C-u><C-y><M-y>", "b|"},
		{"a b<C-w><C-e>c<C-u><C-y><M-y><M-y>", "a c|"},
		{"ab<M-y>", "ab|"},
		{"ab<Enter>cd<Up><C-k>", "ab|cd"},
		{"ab<Enter>cd<C-u><C-u>", "ab\n|"},
		{"a.b c.d<C-w>", "a.b |"}, {"a.b c.d<M-BS>", "a.b c.|"},

		{"one two<C-_>", "one |"}, {"one two<C-_><C-_>", "|"}, {"one two<C-_><M-_>", "one two|"},
		{"one two<C-_><M-_><M-_>", "one two|"}, {"one two<C-_>x<M-_>", "one x|"},
		{"abc<BS><BS><C-_>", "abc|"}, {"abc<C-a><C-k><C-_>", "|abc"},
		{"f {<Enter>}<C-_>", "f {\n\t|"}, {"f {<Enter><C-_>", "f {|"},
		{"a<Enter>b<C-_><C-_><C-_>", "|"},

		{"f {<Enter>", "f {\n\t|"}, {"f {<Enter>if x {<Enter>", "f {\n\tif x {\n\t\t|"},
		{"f {<Enter>x<Enter>}", "f {\n\tx\n}|"},
		{"f {<Enter>if x {<Enter>y<Enter>}<Enter>", "f {\n\tif x {\n\t\ty\n\t}\n\t|"},
		{"f(a,<Enter>b)<Enter>", "f(a,\n\tb)\n|"},
		{"g {<Enter>f(a,<Enter>b)<Enter>", "g {\n\tf(a,\n\t\tb)\n\t|"},
		{"switch x {<Enter>case 1:", "switch x {\ncase 1:|"},
		{"switch x {<Enter>case 1:<Enter>y<Enter>default:<Enter>", "switch x {\ncase 1:\n\ty\ndefault:\n\t|"},
		{"x := []int{1,<Enter>2}<Enter>", "x := []int{1,\n\t2}\n|"},
		{"f {}<C-b><Enter>", "f {\n|}"},
		{"s := \"{\"<Enter>", "s := \"{\"\n|"},
		{"s := `{<Enter>}", "s := `{\n}|"},
		{"\t}", "}|"}, {"\ta)", "\ta)|"},
		{"a // {<Enter>", "a // {\n|"},
		{"\tx<Enter>y", "\tx\n\ty|"},
	}
	for _, tt := range tests {
		var b Buffer
		play(&b, tt.keys)
		if got := marked(&b); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.keys, got, tt.want)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct{ text, want string }{ // | the cursor, the pair in «»
		{"f|(a)", "f«(»a«)»"}, {"f(a)|", "f«(»a«)»"}, {"f(a|)", "f«(»a«)»"}, {"f(|a)", "f«(»a«)»"},
		{"|f(a)", "f(a)"}, {"f(|", "f("}, {"f(]|", "f(]"},
		{"{\n\t(x)\n}|", "«{»\n\t(x)\n«}»"},
		{"f(\")\"|)", "f«(»\")\"«)»"}, {"/* ( */ x)|", "/* ( */ x)"}, {"`\n(`)|", "`\n(`)"},
	}
	for _, tt := range tests {
		before, rest, _ := strings.Cut(tt.text, "|")
		var b Buffer
		b.Reset(before + rest)
		b.Seek(utf8.RuneCountInString(before))
		got := b.Text()
		if here, there, ok := b.Match(); ok {
			if there.isBefore(here) {
				here, there = there, here
			}
			for _, p := range []Pos{there, here} {
				b.at = p
				i := b.Offset()
				got = got[:i] + "«" + got[i:i+1] + "»" + got[i+1:]
			}
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestSpans(t *testing.T) {
	names := map[Kind]string{Plain: "", Keyword: "k", Predeclared: "p", String: "s", Number: "n", Comment: "c", Magic: "m"}
	tests := []struct{ text, want string }{ // of the last line
		{"func f(x int) {", "k<func>< f(x >p<int><)>< {>"},
		{`"é" + 'b' // 日`, `s<"é">< +>< >s<'b'>< >c<// 日>`},
		{"x /* a\nb */ 1", "c<b */>< >n<1>"},
		{"`a\nb` + 2", "s<b`>< +>< >n<2>"},
		{"%time len(x)", "m<%time>< >p<len><(x)>"},
		{`"open`, `s<"open>`},
		{"%%sh\nfor i in *; do echo $i", ""},
		{"%%sh\n\nlen \"a", ""},
		{"1\n%%sh -x \"", "m<%%sh>"},
		{"%sh for\nlen", "p<len>"},
		{"%sh for \"a", "m<%sh>"},
		{"$ for x", "m<$>"},
		{"%%time\nfor {", "k<for>< {>"},
		{"x.len() + len(y)", "<x.len() + >p<len><(y)>"},
		{"func (s *stack) max() int {", "k<func>< (s *stack) max() >p<int>< {>"},
		{"type queue interface {\n\tlen() int", "<\tlen() >p<int>"},
		{"type queue interface {\n\tuse(interface{ max() })\n\tcopy()", "<\tcopy()>"},
		{"type queue interface {\n\tlen() int\n}\nclose(c)", "p<close><(c)>"},
		{"var x interface{} = max(1)", "k<var>< x >k<interface><{} = >p<max><(>n<1><)>"},
	}
	join := func(s string) string { return strings.ReplaceAll(s, "><", "") }
	for _, tt := range tests {
		b := Buffer{IsText: func(magic string) bool { return magic == "sh" }}
		b.Reset(tt.text)
		row := b.Rows() - 1
		var got strings.Builder
		at := 0
		for _, s := range b.Spans(row) {
			got.WriteString(names[s.Kind] + "<" + string(b.Row(row).Text[at:s.End]) + ">")
			at = s.End
		}
		if join(got.String()) != join(tt.want) {
			t.Errorf("%q: got %s, want %s", tt.text, got.String(), tt.want)
		}
	}
}

func TestRecall(t *testing.T) {
	r := NewRecall([]string{"fa", "x", "fb", "fb"})
	steps := []struct {
		older        bool
		text, prefix string
		want         string
		ok           bool
	}{
		{true, "f", "f", "fb", true},
		{true, "fb", "", "fa", true},
		{true, "fa", "", "", false},
		{false, "fa!", "", "fb", true},
		{false, "fb", "", "f", true},
		{false, "f", "", "", false},
		{true, "f", "", "fb", true},
		{true, "fb", "", "fa!", true},
	}
	for i, s := range steps {
		step := r.Newer
		if s.older {
			step = r.Older
		}
		if got, ok := step(s.text, s.prefix); got != s.want || ok != s.ok {
			t.Errorf("step %d: got %q, %v, want %q, %v", i, got, ok, s.want, s.ok)
		}
	}
	if got := r.Suggest("f"); got != "b" {
		t.Errorf("suggests %q, want b", got)
	}
}

// FuzzBuffer presses random keys. The cursor stays in the text, between characters;
// undoing everything gives the beginning, and doing it again the end.
func FuzzBuffer(f *testing.F) {
	f.Add(uint64(1), "f {\n\tx\n}")
	f.Add(uint64(2), "日本e\u0301\n`\n")
	names := []string{}
	for n := range commands {
		names = append(names, n)
	}
	texts := []string{"a", "x y", "}", "(", "\"", "`", "\t", "日", "\u0301", "case 1:", "/*", "*/", "%"}
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		if !utf8.ValidString(text) {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		var b Buffer
		b.Reset(text)
		for range 200 {
			if n := rng.IntN(len(names) + len(texts)); n < len(names) {
				commands[names[n]](&b)
			} else {
				b.Type(texts[n-len(names)])
			}
			at := b.Cursor()
			if at.Row < 0 || at.Row >= b.Rows() || at.Col < 0 || at.Col > len(b.Row(at.Row).Text) {
				t.Fatalf("the cursor is at %v of %q", at, b.Text())
			}
			b.Match()
			if spans := b.Spans(at.Row); len(spans) > 0 && spans[len(spans)-1].End > len(b.Row(at.Row).Text) {
				t.Fatalf("spans %v of %q", spans, string(b.Row(at.Row).Text))
			}
		}
		b.Type("z") // what was undone can't be done again
		last := b.Text()
		for b.Undo() {
		}
		if b.Text() != text {
			t.Fatalf("all undone: %q, want %q", b.Text(), text)
		}
		for b.Redo() {
		}
		if b.Text() != last {
			t.Fatalf("all done again: %q, want %q", b.Text(), last)
		}
	})
}
