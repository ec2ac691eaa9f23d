package edit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// viPlay types keys from normal mode: <Esc>, <CR> and <C-R> are keys, and what is typed in
// insert mode is inserted.
func viPlay(b *Buffer, v *Vi, keys string) {
	for len(keys) > 0 {
		name := ""
		for _, special := range []string{"<Esc>", "<CR>", "<C-R>"} {
			if strings.HasPrefix(keys, special) {
				name = special
			}
		}
		r := []rune(keys)[0]
		keys = keys[max(len(name), len(string(r))):]
		switch {
		case name == "<Esc>":
			v.Leave(b)
		case name == "<C-R>":
			v.Redo(b)
		case name == "<CR>":
			b.BareNewline()
			v.Insert("\n")
		case v.Normal:
			v.Press(b, r)
		default:
			b.Type(string(r))
			v.Insert(string(r))
		}
	}
}

// TestVi compares with Vim 9.0: testdata/vi.txt has what it did, each line the text with the
// cursor, the keys, and the text with the cursor after them, separated by tabs.
func TestVi(t *testing.T) {
	data, err := os.ReadFile("testdata/vi.txt")
	if err != nil {
		t.Fatal(err)
	}
	n, wrong := 0, 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 || line[0] == '#' {
			continue
		}
		n++
		if got := viRun(f[0], f[1]); got != f[2] {
			if wrong++; wrong < 20 {
				t.Errorf("%s\t%s\tgot %s, want %s", f[0], f[1], got, f[2])
			}
		}
	}
	if n < 2000 {
		t.Errorf("%d lines", n)
	}
	if wrong > 0 {
		t.Errorf("%d of %d are wrong", wrong, n)
	}
}

// viRun is the text with the cursor after the keys.
func viRun(text, keys string) string {
	before, after, _ := strings.Cut(strings.NewReplacer("¶", "\n", "→", "\t").Replace(text), "|")
	var b Buffer
	b.Reset(before + after)
	b.Seek(len([]rune(before)))
	v := Vi{Normal: true}
	viPlay(&b, &v, keys)
	all, at := []rune(b.Text()), b.index(b.at)
	return strings.NewReplacer("\n", "¶", "\t", "→").Replace(string(all[:at]) + "|" + string(all[at:]))
}

// TestViAnyKeys presses any keys: none panics, and the cursor stays on a character.
func TestViAnyKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 8))
	keys := []rune("hlwbeWBE0^$fFtT;,gGjkdcyiaIAoOxXDCYsSpPu.~rJ%123\"'`([{)]}wW /nNvé日\x1b\x1b\x1b")
	texts := []string{"", "a", "f(a, \"b c\") // d", "日本 語\n🇩🇪e\u0301x\n\n\tif x {\n\t}", strings.Repeat("word ", 30)}
	for round := range 20_000 {
		var b Buffer
		b.Reset(texts[rng.IntN(len(texts))])
		v := Vi{Normal: rng.IntN(2) == 0}
		b.moveCursor(Pos{})
		var pressed []rune
		for range 30 {
			r := keys[rng.IntN(len(keys))]
			pressed = append(pressed, r)
			switch {
			case r == 0x1b:
				v.Leave(&b)
			case v.Normal:
				v.Press(&b, r)
			default:
				b.Type(string(r))
				v.Insert(string(r))
			}
			p := b.Cursor()
			if p.Row < 0 || p.Row >= b.Rows() || p.Col < 0 || p.Col > len(b.Row(p.Row).Text) || v.Normal && p != b.onCharacter(p) {
				t.Fatalf("round %d: %q leaves the cursor of %q at %v", round, string(pressed), b.Text(), p)
			}
		}
	}
}

func ExampleVi() {
	fmt.Println(viRun("fmt.|Println(a, b)", "f(ci(x<Esc>"))
	// Output: fmt.Println(|x)
}
