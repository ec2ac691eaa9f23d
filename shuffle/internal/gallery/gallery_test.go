package gallery

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/joint"
)

var update = flag.Bool("update", false, "measure anew, and write the tables to doc/fairness.md (minutes)")

const (
	// page has the tables.
	page = "../../../doc/fairness.md"
	// samples is how many samples the power is measured with.
	samples = 20
	// level is the level of a sample's verdict, as check has it: one in a million for all
	// of its 15 tests.
	level = 1e-6 / 15
)

// sizes are those that check samples.
var (
	sizes     = []struct{ n, runs int }{{6, 5000}, {13, 3000}, {52, 5200}, {200, 300}}
	lotteries = []struct{ n, k, runs int }{{13, 5, 3000}, {40, 6, 8000}, {90, 5, 2000}, {80, 20, 400}}
)

// decks makes the tests of a sample.
func decks(s Shuffle, n, runs int, seed int64) []joint.Finding {
	deck, d, again := make([]int, n), joint.NewDecks(n), joint.Repeats{}
	rng := shuffle.NewPRNG(seed)
	for i := range runs {
		for i := range deck {
			deck[i] = i + 1
		}
		s.F(deck, rng)
		d.Add(i, deck)
		again.Add(i, deck)
	}
	return append(d.Judge(), again.Decks(n))
}

// picks does the same for lotteries.
func picks(l Lottery, n, k, runs int, seed int64) []joint.Finding {
	p, again, common := joint.NewPicks(n, k), joint.Repeats{}, make([]int, k+1)
	rng := shuffle.NewPRNG(seed)
	var last []int
	for i := range runs {
		pick := slices.Sorted(slices.Values(l.F(n, k, rng)))
		p.Add(i, pick)
		again.Add(i, pick)
		if last != nil {
			x := 0
			for _, v := range pick {
				if _, found := slices.BinarySearch(last, v); found {
					x++
				}
			}
			common[x]++
		}
		last = pick
	}
	return append(p.Judge(), joint.PickOverlaps(n, k, common), again.Picks(n, k))
}

// table is a table of the page: how many of 100 samples each test finds wrong.
type table struct {
	title string
	rows  []row
}

type row struct {
	name string
	make func(seed int64) []joint.Finding
}

func tables() (all []table) {
	for _, size := range sizes {
		t := table{title: fmt.Sprintf("%d cards, %d shuffles", size.n, size.runs)}
		for _, s := range slices.Concat([]Shuffle{{"(fair)", shuffle.FisherYates}}, Shuffles) {
			t.rows = append(t.rows, row{s.Name, func(seed int64) []joint.Finding { return decks(s, size.n, size.runs, seed) }})
		}
		all = append(all, t)
	}
	for _, size := range lotteries {
		t := table{title: fmt.Sprintf("%d of %d, %d picks", size.k, size.n, size.runs)}
		for _, l := range slices.Concat([]Lottery{{"(fair)", pick}}, Lotteries) {
			t.rows = append(t.rows, row{l.Name, func(seed int64) []joint.Finding { return picks(l, size.n, size.k, size.runs, seed) }})
		}
		all = append(all, t)
	}
	return all
}

// alarms are the tests that find a sample wrong.
func alarms(all []joint.Finding) (tests []string) {
	for _, f := range joint.Alarming(all, level) {
		tests = append(tests, f.Test)
	}
	return tests
}

// lines measures a table.
func (t table) lines() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", t.title)
	for i, r := range t.rows {
		found, any := map[string]int{}, 0
		var names []string
		for seed := range int64(samples) {
			all := r.make(seed + 1)
			tests := alarms(all)
			for _, test := range tests {
				found[test]++
			}
			if len(tests) > 0 {
				any++
			}
			names = nil
			for _, f := range all {
				names = append(names, f.Test)
			}
		}
		if i == 0 {
			fmt.Fprintf(&b, "| | together | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("--:|", len(names)+1))
		}
		fmt.Fprintf(&b, "| %s | %s |", r.name, power(any))
		for _, test := range names {
			fmt.Fprintf(&b, " %s |", power(found[test]))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func power(found int) string {
	if found == 0 {
		return "·"
	}
	return strconv.Itoa(found * 100 / samples)
}

const begin, end = "<!-- begin: power -->\n", "<!-- end: power -->\n"

// TestPower compares a sample of each shuffle of 13 cards and of each lottery of 5 from 13
// with the page: the tests that always find it do, and those that never do don't. With
// -update it measures everything.
func TestPower(t *testing.T) {
	var b strings.Builder
	if *update {
		for _, table := range tables() {
			b.WriteString("\n" + table.lines())
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	measured, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the tables", page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+b.String()+"\n"+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, table := range tables() {
		_, part, found := strings.Cut(measured, "### "+table.title+"\n")
		part, _, _ = strings.Cut(part, "### ")
		if !found {
			t.Errorf("no table of %s", table.title)
			continue
		}
		lines := strings.Split(strings.TrimSpace(part), "\n")
		head := cellsOf(lines[0])
		if len(lines) != 2+len(table.rows) {
			t.Errorf("%s: %d lines, want %d", table.title, len(lines), 2+len(table.rows))
			continue
		}
		for i, r := range table.rows {
			got := cellsOf(lines[2+i])
			if len(got) != len(head) || got[0] != r.name {
				t.Errorf("%s: line %q, want that of %s", table.title, lines[2+i], r.name)
				continue
			}
			if !strings.Contains(table.title, "13") {
				continue
			}
			tests := alarms(r.make(1))
			for column := 2; column < len(head); column++ {
				if found := slices.Contains(tests, head[column]); got[column] == "100" && !found || got[column] == "·" && found {
					t.Errorf("%s, %s, %s: found %v, and %s of 100 times in the table", table.title, r.name, head[column], found, got[column])
				}
			}
		}
	}
}

func cellsOf(line string) (cells []string) {
	for _, c := range strings.Split(strings.Trim(line, "|"), "|") {
		cells = append(cells, strings.TrimSpace(c))
	}
	return cells
}
