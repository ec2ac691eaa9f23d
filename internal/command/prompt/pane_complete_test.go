//go:build linux

package prompt

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPaneShowsSignatures writes calls: what they take is shown below, at the bottom of
// the screen too, and gone with Enter.
func TestPaneShowsSignatures(t *testing.T) {
	p := openPane(t)
	p.types("lotto := NewLottery(", "> lotto := NewLottery(|\nNewLottery(max int, rng ...PRNG) *Lottery\nreturns a lottery of the numbers 1 to max.")
	p.types("40)", "> lotto := NewLottery(40)|")
	p.types("\r", "1> lotto := NewLottery(40)\n2> |")
	p.types("func twice(n int) int {\rreturn n + n\r}\r", ".. }\n3> |")
	p.types("twice(lotto.Pick(", "> twice(lotto.Pick(|\nlotto.Pick(k int) []int\ndraws k different numbers and returns them sorted.")
	p.types("1)[0]", "> twice(lotto.Pick(1)[0]|\ntwice(n int) int")
	p.types(")", "> twice(lotto.Pick(1)[0])|")
	p.types("\x15append([]int{1, 2}, ", "}, |\nappend(slice []Type, elems ...Type) []Type\nappends elements to the end of a slice.")
	p.resizes(20, 20, "\n}, |\n(…, elems ...Type)\nappends elements t…")
	p.resize(60, 20)
	p.types("3)\r", "[1 2 3]\n4> |")
}

// TestPaneListsMembers finds a function in a list of several pages.
func TestPaneListsMembers(t *testing.T) {
	p := openPane(t)
	p.types("count.\t", "  Tab, PgDn: on  Enter: takes it  Esc: closes")
	p.types("Ch", "> count.Ch|\nChoose  (n, k)             n!/(k!·(n-k)!), the number of w…")
	p.types("\r(40, 6)\r", "1> count.Choose(40, 6)\n3838380\n2> |")
}

// TestPaneCompletesFiles names files in strings and behind magics.
func TestPaneCompletesFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"cards one.csv", "cards two.csv", "decks/a.txt", "say \"hi\""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("ace"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := openPane(t, "NO_COLOR=1")
	p.types("%cd "+dir+"\r", "2> |")
	p.types("os.ReadFile(\"ca\t", "2> os.ReadFile(\"cards |")
	p.types("\t", "2> os.ReadFile(\"cards |\n* cards one.csv  file\n  cards two.csv  file")
	p.types("t\r", "2> os.ReadFile(\"cards two.csv|")
	p.types("\")\r", "3> |")
	p.types("os.ReadFile(\"de\t\t", "3> os.ReadFile(\"decks/a.txt|")
	p.types("\x15f(\"./s\t", "3> f(\"./say \\\"hi\\\"|")
	p.types("\x15%load cards o\t", "3> %load cards one.csv|")
	p.types("\x15$ cat cards\\ o\t\r", "3> $ cat cards\\ one.csv\nace\n4> |")
}
