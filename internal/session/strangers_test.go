package session

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
)

// TestStrangers measures functions as people write them, on all engines. The laws come from
// playing the draws of the same algorithms here.
func TestStrangers(t *testing.T) {
	text, err := os.ReadFile("testdata/strangers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(text), "\n=== ")[1:] {
		head, code, _ := strings.Cut(c, "\n")
		parts := strings.Split(head, " | ")
		t.Run(parts[0], func(t *testing.T) {
			for _, engine := range engines[:nearEngines] {
				t.Setenv(EngineEnv, engine)
				measureStranger(t, code, parts[1], parts[2])
				if len(parts) > 3 {
					nameStranger(t, code, parts[1], strings.Join(parts[3:], " | "))
				}
			}
		})
	}
}

// measureStranger measures a function in a session of its own.
func measureStranger(t *testing.T, code, f, law string) {
	s := newSession(t, Options{})
	before := "fmt.Sprint()"
	if name, _, method := strings.Cut(f, "."); method {
		before = "fmt.Sprintf(\"%+v\", " + name + ")"
	}
	if strings.HasPrefix(law, "wrong: ") || law == "sampled" {
		said, _ := run(t, s, 1, code+"\nj := fair.Judge("+f+", 3)\nfmt.Print(j.Law == nil, j.Fair(), \" \", j.Verdict())\n")
		want := "true true "
		if wrong, ok := strings.CutPrefix(law, "wrong: "); ok {
			want = "true false wrong: the shuffle " + wrong
		}
		if !strings.HasPrefix(said, want) {
			t.Errorf("%s\nis judged %s\nwant %s", f, said, want)
		}
		return
	}
	source := code + `
before := ` + before + `
law := fair.Exact(` + f + `, 3)
for order, p := range law.All() {
	fmt.Println(order, p.RatString())
}
fmt.Println(before == ` + before + `)
`
	said, _ := run(t, s, 1, source)
	want := lawOf(law)
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := len(lines) - 1; lines[last] != "true" {
		t.Errorf("%s has changed what it measured", f)
	} else if got := lines[:last]; law == "constant" && len(got) == 1 && strings.HasSuffix(got[0], " 1") {
		return
	} else if !slices.Equal(got, want) {
		t.Errorf("%s has the law\n%s\nwant\n%s", f, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// nameStranger wants the algorithm's name, and the line that goes wrong.
func nameStranger(t *testing.T, code, f, want string) {
	s := newSession(t, Options{})
	said, _ := run(t, s, 1, code+`
j := fair.Judge(`+f+`)
fmt.Print(j.Algorithm)
if j.Source != "" {
	fmt.Print(" | ", j.Source)
}
`)
	if said = strings.TrimSpace(said); said != strings.TrimSpace(want) {
		t.Errorf("%s is called %s, want %s", f, said, want)
	}
}

// algorithms are shuffles of 3 cards by draws from the function that they are given.
var algorithms = map[string]func(d []int, intN func(int) int){
	"uniform": func(d []int, intN func(int) int) {
		for i := len(d) - 1; i > 0; i-- {
			j := intN(i + 1)
			d[i], d[j] = d[j], d[i]
		}
	},
	"naive": func(d []int, intN func(int) int) {
		for i := range d {
			j := intN(len(d))
			d[i], d[j] = d[j], d[i]
		}
	},
	"one short": func(d []int, intN func(int) int) {
		for i := range d {
			j := intN(len(d) - 1)
			d[i], d[j] = d[j], d[i]
		}
	},
	"cycles": func(d []int, intN func(int) int) {
		for i := len(d) - 1; i > 0; i-- {
			j := intN(i)
			d[i], d[j] = d[j], d[i]
		}
	},
	"offset": func(d []int, intN func(int) int) {
		for i := range d {
			j := intN(len(d) - i)
			d[i], d[j] = d[j], d[i]
		}
	},
	"another": func(d []int, intN func(int) int) {
		for i := range d {
			j := intN(len(d) - 1)
			if j >= i {
				j++
			}
			d[i], d[j] = d[j], d[i]
		}
	},
	"coins": func(d []int, intN func(int) int) {
		sort.Slice(d, func(i, j int) bool { return intN(2) == 0 })
	},
	"three ways": func(d []int, intN func(int) int) {
		slices.SortFunc(d, func(a, b int) int { return intN(3) - 1 })
	},
	"one short back": func(d []int, intN func(int) int) {
		for i := len(d) - 1; i > 0; i-- {
			j := intN(len(d) - 1)
			d[i], d[j] = d[j], d[i]
		}
	},
	"keys": func(d []int, intN func(int) int) {
		keys := map[int]int{}
		for _, card := range d {
			keys[card] = intN(len(d))
		}
		sort.SliceStable(d, func(i, j int) bool { return keys[d[i]] < keys[d[j]] })
	},
	"cut": func(d []int, intN func(int) int) {
		k := intN(len(d))
		copy(d, append(slices.Clone(d[k:]), d[:k]...))
	},
	"early": func(d []int, intN func(int) int) {
		for i := len(d) - 1; i > 1; i-- {
			j := intN(i + 1)
			d[i], d[j] = d[j], d[i]
		}
	},
}

// lawOf plays all draws of an algorithm: lines of orders and their probabilities.
func lawOf(name string) (lines []string) {
	f := algorithms[name]
	if f == nil {
		return nil
	}
	law := map[string]*big.Rat{}
	var play func(script []int)
	play = func(script []int) {
		d, at, more, share := []int{1, 2, 3}, 0, 0, big.NewRat(1, 1)
		f(d, func(n int) int {
			share.Mul(share, big.NewRat(1, int64(n)))
			if at++; at <= len(script) {
				return script[at-1]
			}
			if more == 0 {
				more = n
			}
			return 0
		})
		if more == 0 {
			key := fmt.Sprint(d)
			if law[key] == nil {
				law[key] = new(big.Rat)
			}
			law[key].Add(law[key], share)
			return
		}
		for v := range more {
			play(append(slices.Clone(script), v))
		}
	}
	play(nil)
	for order, p := range law {
		lines = append(lines, order+" "+p.RatString())
	}
	slices.Sort(lines)
	return lines
}

// TestLawOf compares the reference with what is known of the naive shuffle and of
// Fisher-Yates.
func TestLawOf(t *testing.T) {
	for name, want := range map[string]string{
		"uniform": "[1 2 3] 1/6,[1 3 2] 1/6,[2 1 3] 1/6,[2 3 1] 1/6,[3 1 2] 1/6,[3 2 1] 1/6",
		"naive":   "[1 2 3] 4/27,[1 3 2] 5/27,[2 1 3] 5/27,[2 3 1] 5/27,[3 1 2] 4/27,[3 2 1] 4/27",
		"cycles":  "[2 3 1] 1/2,[3 1 2] 1/2",
	} {
		if got := strings.Join(lawOf(name), ","); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestStrangersLotteries measures lotteries as people write them.
func TestStrangersLotteries(t *testing.T) {
	for _, c := range []struct{ code, call, want string }{
		{`import "math/rand"
func lotto(n, k int) []int {
	var out []int
	for _, i := range rand.Perm(n)[:k] {
		out = append(out, i+1)
	}
	return out
}`, "fair.Lottery(lotto, 4, 2)", "1/6 1/6 1/6 1/6 1/6 1/6"},
		{`import "math/rand"
func lotto(k, n int) map[int]bool {
	out := map[int]bool{}
	for i := n - k + 1; i <= n; i++ {
		x := 1 + rand.Intn(i)
		if out[x] {
			x = i
		}
		out[x] = true
	}
	return out
}`, "fair.Lottery(lotto, 4, 2)", "1/6 1/6 1/6 1/6 1/6 1/6"},
		{`import "math/rand/v2"
type Drum struct{ balls []int }
func (d *Drum) Draw() (int, error) { i := rand.IntN(len(d.balls)); x := d.balls[i]; d.balls = append(d.balls[:i], d.balls[i+1:]...); return x, nil }
func (d *Drum) Pick(k int) (out []int) {
	for range k {
		x, _ := d.Draw()
		out = append(out, x)
	}
	return out
}
drum := &Drum{[]int{1, 2, 3}}`, "fair.Lottery(drum.Pick, 3, 2)", "1/3 1/3 1/3"},
		{`import "math/rand"
func two() [2]int { // the second number is never below the first
	i := 1 + rand.Intn(2)
	return [2]int{i, i + 1 + rand.Intn(3-i)}
}`, "fair.Lottery(two, 3, 2)", "1/4 1/4 1/2"},
	} {
		s := newSession(t, Options{})
		said, _ := run(t, s, 1, c.code+"\nfor _, p := range "+c.call+".All() {\n\tfmt.Print(p.RatString(), \" \")\n}\n")
		if said = strings.TrimSpace(said); said != c.want {
			t.Errorf("%s gives %s, want %s", c.code, said, c.want)
		}
	}
}

// TestMeasuresPutBack wants everything that a measured function changes to be as before.
func TestMeasuresPutBack(t *testing.T) {
	const code = `import ("container/list"; "math/rand")
type Deck struct {
	seed  uint64
	cards []string
	where map[string]int
}
func (d *Deck) Shuffle() {
	d.seed++
	calls++
	for i := range d.cards {
		j := rand.Intn(len(d.cards))
		d.cards[i], d.cards[j] = d.cards[j], d.cards[i]
	}
	for i, c := range d.cards {
		d.where[c] = i
	}
	log = append(log, d.cards[0])
	seen[d.cards[0]] = true
	rest.PushBack(calls)
	line[0]++
}
var (
	calls int
	log   = []string{"first"}
	seen  = map[string]bool{"x": true}
	rest  = list.New()
	line  = []int{1, 2, 3}
	d     = &Deck{7, []string{"a", "b", "c"}, map[string]int{"a": 5}}
)
func global() {
	calls++
	rand.Shuffle(len(line), func(i, j int) { line[i], line[j] = line[j], line[i] })
}
func state() string { return fmt.Sprint(*d, calls, log, seen, rest.Len(), line, cap(line)) }
before := state()
`
	for _, call := range []string{
		"fair.Exact(d.Shuffle)", "fair.ExactMatrix(d.Shuffle)", "fair.Matrix(d.Shuffle, 3, 500)", "fair.Histogram(d.Shuffle, 3, 500)",
		"fair.TestShuffle(d.Shuffle, 3, 500)", "fair.Judge(d.Shuffle)", "check.Shuffle(d.Shuffle)", "fair.Trace(d.Shuffle, log, []int{1})",
		"fair.Exact(global)", "fair.Matrix(global, 3, 500)", "fair.Judge(global)", "fair.Exact(global, 2)",
	} {
		s := newSession(t, Options{})
		said, _ := run(t, s, 1, code+"_ = "+call+"\nif state() != before {\n\tfmt.Println(before, \"\\n\", state())\n}\n")
		if said != "" {
			t.Errorf("%s changes\n%s", call, said)
		}
	}
}
