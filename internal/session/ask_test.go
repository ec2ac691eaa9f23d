package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/proto"
)

// What a front end asks of a session reaches the compiler with the session's
// names, and the manuals of packages and magics.
func TestAsk(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	res := s.Run(context.Background(), proto.Cell{Source: "lotto := NewLottery(40)", N: 1}, proto.Discard{})
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	for source, want := range map[string]string{"lotto.Pi": "Pick", "fmt.Printl": "Println", "%tim": "%time", "In": "In"} {
		c := s.Complete(source, len(source))
		if len(c.Items) == 0 || c.Items[0].Text != want {
			t.Errorf("Complete(%q) = %+v, want %s first", source, c.Items, want)
		}
	}
	for source, want := range map[string]string{
		"lotto":        "var lotto *Lottery",
		"lotto.Pick(":  "func (l *Lottery) Pick(k int) []int",
		"fmt.Println":  "func Println(a ...any) (n int, err error)",
		"FisherYates":  "func fisherYates[",
		"NewDeck":      "func NewDeck() Deck {",
		"Lottery.Pick": "func (l *Lottery) Pick(k int) []int {",
		"Two":          "Ace",
		"slices.Max":   "panic(",
		"%who":         "%who",
		"interact":     "Interact shows the result of f", // under its other name too
	} {
		i := s.Inspect(source, len(source), 1)
		if !strings.Contains(i.Value.Text(), want) {
			t.Errorf("Inspect(%q) = %q, want %q in it", source, i.Value.Text(), want)
		}
	}
}

// TestCompleteFiles: magics that take files complete those of the working directory, and
// so do strings that name files, as the string writes them.
func TestCompleteFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	home, _ := os.UserHomeDir()
	for _, name := range []string{"lesson.go", ".hidden", "lessons/one.go", "my cards.csv", "say \"hi\".txt", "日本/a`b", home + "/at home"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	here, _ := os.Getwd()
	s := newSession(t, Options{})
	if r := s.Run(t.Context(), proto.Cell{Source: "func load(times int, path string) {}\nfunc say(text string) {}\nd := struct{ Dir string }{}", N: 1}, proto.Discard{}); r.Err != nil {
		t.Fatal(r.Err)
	}
	for source, want := range map[string]string{
		"%run ":                         `lesson.go lessons/ my cards.csv say "hi".txt 日本/`,
		"%run le":                       "lesson.go lessons/",
		"%run lessons/":                 "lessons/one.go",
		"%run .":                        ".hidden",
		"%cd le":                        "lessons/",
		"%cd ":                          "lessons/ 日本/",
		"%run no/such/place":            "",
		"%load my ca":                   "my cards.csv",
		"%load \"my ca":                 "my cards.csv",
		"%save ~/at":                    "~/at home",
		"$ cat le":                      "lesson.go lessons/",
		"$ cat my\\ c":                  "my\\ cards.csv",
		"$ cat 'my c":                   "my cards.csv",
		"$ cat sa":                      `say\ \"hi\".txt`,
		"$ cat x>les":                   "lesson.go lessons/",
		"%%sh\ncat my":                  "my\\ cards.csv",
		`os.Open("my`:                   "my cards.csv",
		`os.Open("my c|")`:              "my cards.csv",
		`os.ReadFile("sa`:               `say \"hi\".txt`,
		`os.ReadFile("say \"`:           `say \"hi\".txt`,
		"os.ReadFile(`sa":               `say "hi".txt`,
		"os.ReadFile(`日本/":              "",
		`os.ReadFile("日本/`:              "日本/a`b",
		`os.Open(".`:                    ".hidden",
		`f, err := os.Open("lessons/`:   "lessons/one.go",
		`load(3, "les`:                  "lesson.go lessons/",
		`load("les`:                     "",
		`say("les`:                      "",
		`say("./les`:                    "./lesson.go ./lessons/",
		`s := "./my`:                    "./my cards.csv",
		`s := "~/`:                      "~/at home",
		`s := "` + here + `/le`:         here + "/lesson.go " + here + "/lessons/",
		`s := "les`:                     "",
		`s := "a ./les`:                 "",
		`os.Open("a\`:                   "",
		`filepath.Join("les`:            "",
		`template.ParseFiles("a", "les`: "lesson.go lessons/",
		`os.Rename("x", "les`:           "lesson.go lessons/",
		`// os.Open("les`:               "",
	} {
		source, pos := source, len(source)
		if before, after, ok := strings.Cut(source, "|"); ok {
			source, pos = before+after, len(before)
		}
		got := s.Complete(source, pos)
		var texts []string
		for _, c := range got.Items {
			texts = append(texts, c.Text)
		}
		if strings.Join(texts, " ") != want || got.End != pos {
			t.Errorf("Complete(%q) = %q up to %d, want %q", source, texts, got.End, want)
		}
	}
}

func BenchmarkAsk(b *testing.B) {
	s, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("complete", func(b *testing.B) {
		for b.Loop() {
			s.Complete("fmt.Printl", 10)
		}
	})
	b.Run("inspect", func(b *testing.B) {
		for b.Loop() {
			s.Inspect("fmt.Println", 11, 0)
		}
	})
}

// TestInspectShowsValues wants the value of a variable below its declaration, but not
// while a cell may be writing it.
func TestInspectShowsValues(t *testing.T) {
	s := newSession(t, Options{})
	for i, source := range []string{
		"x := []int{1, 2}\nlong := strings.Repeat(`a`, 390)\nlarge := make([]int, 1000)\ntick := \"a`b\"",
		"type Slow int\nfunc (Slow) String() string { for { } }\nslow := Slow(1)\ntype Bad int\nfunc (Bad) String() string { panic(1) }\nbad := Bad(1)",
		"f := func() {}\nvar none error",
	} {
		if res := s.Run(t.Context(), proto.Cell{Source: source, N: i + 1}, proto.Discard{}); res.Err != nil {
			t.Fatal(res.Err)
		}
	}
	for name, want := range map[string]string{
		"x":     "var x []int\n\nvalue: [1 2]",
		"long":  "var long string\n\nvalue: \"" + strings.Repeat("a", maxGlance-1) + "…",
		"large": "var large []int\n\nvalue: (len 1000)",
		"slow":  "var slow Slow",
		"bad":   "var bad Bad\n\nvalue: %!v(PANIC=String method: 1)",
		"none":  "var none error\n\nvalue: nil\n\nThe error built-in interface type is the conventional interface for representing\nan error condition, with the nil value representing no error.",
		"f":     "var f func()",
	} {
		page := s.Inspect(name, len(name), 0)
		if got := page.Value.Text(); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if got, _ := s.Inspect("tick", 4, 0).Value.Data["text/markdown"].(string); !strings.HasSuffix(got, "value: `` \"a`b\" ``") {
		t.Errorf("tick in Markdown: %q", got)
	}
	if res := s.Run(t.Context(), proto.Cell{Source: "x[0]", N: 4}, proto.Discard{}); res.Value.Text() != "1" {
		t.Errorf("after all: %v %v", res.Value, res.Err)
	}
	s.busy.Lock()
	defer s.busy.Unlock()
	page := s.Inspect("x", 1, 0)
	if got := page.Value.Text(); got != "var x []int" {
		t.Errorf("while a cell runs: %q", got)
	}
}
