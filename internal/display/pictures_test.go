package display

import (
	"container/list"
	"container/ring"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"riffle/internal/display/linked"
	"riffle/internal/display/plain"
	"riffle/internal/test/golden"
	"riffle/internal/test/svgdoc"
	"riffle/shuffle"
	"riffle/shuffle/crack"
	"riffle/shuffle/fair"
	"riffle/shuffle/games"
	"riffle/shuffle/trials"
)

// infinite deals games until one never ends.
func infinite(rng shuffle.PRNG) *games.Battle {
	for {
		b := games.NewBattle(12, rng)
		if b.Copy().Floyd().Infinite() {
			return b
		}
	}
}

// neighbours is a lottery that takes the next number instead of one picked before,
// untilNew one that draws again.
func neighbours(n, k int, rng shuffle.PRNG) (picked []int) {
	for range k {
		v := rng.IntN(n)
		for slices.Contains(picked, v+1) {
			v = (v + 1) % n
		}
		picked = append(picked, v+1)
	}
	return picked
}

func untilNew(n, k int, rng shuffle.PRNG) (picked []int) {
	for len(picked) < k {
		if v := 1 + rng.IntN(n); !slices.Contains(picked, v) {
			picked = append(picked, v)
		}
	}
	return picked
}

// pictures are values that have pictures, by the names of their golden files.
var pictures = []struct {
	name string
	make func(rng shuffle.PRNG) any
}{
	{"matrix-52", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Naive, 52, 100_000, rng) }},
	{"matrix-5", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Naive, 5, 2000, rng) }},
	{"matrix-13", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Naive, 13, 10_000, rng) }},
	{"matrix-200", func(rng shuffle.PRNG) any { return fair.Matrix(shuffle.Riffle(3), 200, 2000, rng) }},
	{"matrix-exact-3", func(shuffle.PRNG) any { return fair.ExactMatrix(shuffle.Naive, 3) }},
	{"matrix-exact-8", func(shuffle.PRNG) any { return fair.ExactMatrix(shuffle.Naive, 8) }},
	{"matrix-exact-52", func(shuffle.PRNG) any { return fair.ExactMatrix(shuffle.OffByOne, 52) }},
	{"orders-exact-3", func(shuffle.PRNG) any { return fair.Exact(shuffle.Naive, 3) }},
	{"orders-exact-4", func(shuffle.PRNG) any { return fair.Exact(shuffle.OffByOne, 4) }},
	{"orders-exact-6", func(shuffle.PRNG) any { return fair.Exact(shuffle.Naive, 6) }},
	{"orders-3", func(rng shuffle.PRNG) any { return fair.Histogram(shuffle.Naive, 3, 10_000, rng) }},
	{"orders-6", func(rng shuffle.PRNG) any { return fair.Histogram(shuffle.Naive, 6, 100_000, rng) }},
	{"combinations", func(shuffle.PRNG) any { return fair.Lottery(neighbours, 5, 2) }},
	{"combinations-sampled", func(rng shuffle.PRNG) any { return fair.Lottery(untilNew, 6, 3, rng) }},
	{"combinations-many", func(shuffle.PRNG) any { return fair.Lottery(neighbours, 9, 3) }},
	{"curve", func(shuffle.PRNG) any { return fair.RiffleCurve(52, 12) }},
	{"curve-sampled", func(rng shuffle.PRNG) any { return fair.SampleCurve(52, 10, 2000, rng) }},
	{"cuts", func(rng shuffle.PRNG) any { return fair.SampleCuts(52, 5000, rng) }},
	{"tree-3", func(shuffle.PRNG) any { return fair.Exact(shuffle.Naive, 3).Tree() }},
	{"tree-4", func(shuffle.PRNG) any { return fair.Exact(shuffle.FisherYates, 4).Tree() }},
	{"tree-cut", func(shuffle.PRNG) any { return fair.Exact(shuffle.Naive, 4).Tree() }},
	{"trace", func(shuffle.PRNG) any {
		return fair.Trace(shuffle.FisherYates, []string{"apple", "banana", "chile", "date", "elder"}, []int{3, 1, 4, 2, 3, 5})
	}},
	{"trace-unfinished", func(shuffle.PRNG) any {
		return fair.Trace(shuffle.EfficientSelection, []int{1, 2, 3, 4, 5, 6, 7, 8}, []int{3, 8, 8, 2})
	}},
	{"trace-20", func(rng shuffle.PRNG) any {
		rolls := make([]int, 40)
		for i := range rolls {
			rolls[i] = 1 + rng.IntN(20)
		}
		return fair.Trace(shuffle.FisherYates, strings.Split("ABCDEFGHIJKLMNOPQRST", ""), rolls)
	}},
	{"lattice-2", func(shuffle.PRNG) any { return fair.Lattice(13, 5, 16, 0, 2) }},
	{"lattice-2-many", func(shuffle.PRNG) any { return fair.Lattice(137, 187, 256, 1, 2) }},
	{"lattice-3", func(shuffle.PRNG) any { return fair.Lattice(65539, 0, 1<<31, 1, 3) }},
	{"lattice-3-small", func(shuffle.PRNG) any { return fair.Lattice(13, 5, 64, 0, 3) }},
	{"points", func(shuffle.PRNG) any { return fair.Lattice(5, 3, 64, 0, 2).Overlapping }},
	{"cycle", func(shuffle.PRNG) any { return fair.Period(6, 3, 3136, 1) }},
	{"joint", func(rng shuffle.PRNG) any { return fair.TestShuffle(shuffle.Riffle(6), 52, 4000, rng) }},
	{"joint-lottery", func(rng shuffle.PRNG) any {
		return fair.TestLottery(func(n, k int, rng shuffle.PRNG) []int { return shuffle.NewLottery(n, rng).Pick(k) }, 40, 6, 2000, rng)
	}},
	{"generator", func(shuffle.PRNG) any { return fair.TestGenerator(shuffle.LCG(1103515245, 12345, 1<<31, 1), 10_000) }},
	{"battle-infinite", func(rng shuffle.PRNG) any { return infinite(rng) }},
	{"battle-ends", func(rng shuffle.PRNG) any { return games.NewBattle(5, rng) }},
	{"fate", func(rng shuffle.PRNG) any { return infinite(rng).Floyd() }},
	{"rounds", func(rng shuffle.PRNG) any { return games.NewBattle(13, rng).Rounds(60) }},
	{"battle-result", func(shuffle.PRNG) any {
		return games.BattleStats(12, 2000, games.BattleOptions{Options: trials.Options{Seeded: true, Seed: 1}})
	}},
	{"clock", func(shuffle.PRNG) any {
		deck := shuffle.NewDeck()
		shuffle.FisherYates.On(deck, shuffle.NewPRNG(3))
		return games.Clock(deck)
	}},
	{"result-coin", func(shuffle.PRNG) any {
		return trials.Run(1000, func(rng shuffle.PRNG) string { return games.Flip(rng) }, trials.Options{Seeded: true, Seed: 1})
	}},
	{"result-dice", func(shuffle.PRNG) any { return games.DiceStats(20_000, trials.Options{Seeded: true, Seed: 1}) }},
	{"result-many", func(shuffle.PRNG) any {
		return trials.Run(5000, func(rng shuffle.PRNG) int { return rng.IntN(100) + rng.IntN(100) }, trials.Options{Seeded: true, Seed: 1})
	}},
	{"result-reals", func(shuffle.PRNG) any {
		return trials.Run(5000, func(rng shuffle.PRNG) float64 { return rng.Float64() }, trials.Options{Seeded: true, Seed: 1})
	}},
	{"share", func(shuffle.PRNG) any { return trials.Share{Hits: 83, Runs: 1000} }},
	{"estimate", func(shuffle.PRNG) any { return trials.Estimate{Mean: 7.03, Deviation: 2.42, Runs: 1000} }},
	{"bet", func(shuffle.PRNG) any { return crack.BestBet(shuffle.Naive, 52) }},
	{"seeds", func(shuffle.PRNG) any {
		deck := make([]int, 52)
		for i := range deck {
			deck[i] = i + 1
		}
		shuffle.OffByOne(deck, shuffle.BorlandRandom(1_234_567))
		found, err := crack.ASF(deck[:5], crack.Window{From: 1_000_000, To: 1_300_000})
		if err != nil {
			return err
		}
		return found
	}},
	{"orders-8", func(rng shuffle.PRNG) any { return fair.Histogram(shuffle.FisherYates, 8, 100_000, rng) }},
}

// TestPictures compares each picture with its golden file, as SVG and as text.
// Whoever changes one looks at it.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			f := figure(p.make(shuffle.NewPRNG(1)))
			if f == nil {
				t.Fatal("no picture")
			}
			golden.Check(t, filepath.Join("testdata", "pictures", p.name+".svg"), f.SVG())
			if err := svgdoc.Check(f.SVG()); err != nil {
				t.Error(err)
			}
			if images, err := svgdoc.InHTML(f.HTML()); f.Chart != nil && (err != nil || len(images) != 1 || len(images[0]) != len(f.SVG())) {
				t.Errorf("the image isn't the picture: %d, %v", len(images), err)
			}
			golden.Check(t, filepath.Join("testdata", "pictures", p.name+".txt"), f.Text(false)+"\n")
		})
	}
}

// listedKinds reads doc/pictures.md: what each type is shown as.
func listedKinds(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "doc", "pictures.md"))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*`) \\| (\\w+) \\|").FindAllStringSubmatch(string(page), -1) {
		for _, name := range strings.Split(row[1], ", ") {
			name = strings.Trim(name, "`")
			if kinds[name] != "" {
				t.Errorf("doc/pictures.md lists %s twice", name)
			}
			kinds[name] = row[2]
		}
	}
	return kinds
}

// exported are the names of the types that package shuffle and those below it
// export.
func exported(t *testing.T) (names []string) {
	t.Helper()
	for _, pkg := range []string{"", "fair", "count", "games", "trials", "crack", "check"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "shuffle", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pkg, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() {
					names = append(names, f.Name.Name+"."+spec.Name.Name)
				}
				return true
			})
		}
	}
	return names
}

// holders are values of the standard library's types that are pictures.
var holders = map[string]any{"list.List": oneInList(), "ring.Ring": ring.New(3)}

func oneInList() *list.List {
	l := list.New()
	l.PushBack(1)
	return l
}

// Every type that package shuffle and those below it export is in the list of
// doc/pictures.md, and is shown as the list says.
func TestEveryTypeIsListed(t *testing.T) {
	kinds := listedKinds(t)
	names := append(exported(t), slices.Sorted(maps.Keys(holders))...)
	for _, name := range names {
		if kinds[name] == "" {
			t.Errorf("doc/pictures.md doesn't list %s", name)
		}
	}
	for name := range kinds {
		if !slices.Contains(names, name) {
			t.Errorf("doc/pictures.md lists %s, which doesn't exist", name)
		}
	}
	dealer := shuffle.NewDealer(shuffle.CommonsMersenneTwister(42))
	dealer.Shuffle()
	deals, err := crack.Dealer(dealer.Deal(2, 5), crack.Window{To: 100})
	if err != nil {
		t.Fatal(err)
	}
	values := []any{
		shuffle.Card{Rank: shuffle.Ten}, shuffle.NewDeck(), shuffle.Hand(shuffle.NewDeck()[:5]),
		shuffle.Hands{shuffle.Hand(shuffle.NewDeck()[:5])}, shuffle.Keno(1)[0], shuffle.Keno(3), deals,
	}
	for _, p := range pictures {
		values = append(values, p.make(shuffle.NewPRNG(1)))
	}
	drawn := map[string]bool{}
	for _, v := range values {
		name := strings.TrimPrefix(fmt.Sprintf("%T", v), "*")
		drawn[name] = true
		if data := Of(v, "").Data; data["image/svg+xml"] == nil {
			t.Errorf("%s is no picture: %v", name, data)
		}
	}
	for name, v := range holders {
		drawn[name] = true
		b := Of(v, "")
		View{}.AddNodes(&b, linked.Elements(v, plain.Style{}), "")
		if b.Data["image/svg+xml"] == nil {
			t.Errorf("%s is no picture: %v", name, b.Data)
		}
	}
	for name, kind := range kinds {
		if want := kind != "text"; drawn[name] != want {
			t.Errorf("doc/pictures.md says that %s is shown as %s, and the test's pictures have it: %t", name, kind, drawn[name])
		}
	}
}
