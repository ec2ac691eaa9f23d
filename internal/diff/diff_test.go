package diff

import (
	"embed"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"riffle/internal/test/full"
)

var (
	long = flag.Bool("long", full.On(), "run all checks and thousands of random ones, instead of a sample that takes a minute")
	seed = flag.Uint64("seed", 1, "chooses the sample, the arguments and the random programs")
	only = flag.String("only", "", "run only the checks whose label this regular expression matches")
	in   = flag.String("modes", "", "run in these modes only, with commas between them")
	keep = flag.String("found", "", "write each difference into this folder: NAME.go, NAME.want, NAME.got")
)

// batchSize is how many checks make a program: so many that building and linking it
// doesn't matter.
const batchSize = 200

//go:embed testdata/prelude
var preludes embed.FS

// preludeOf joins files of testdata/prelude, without what makes them files.
func preludeOf(names ...string) *prelude {
	var b strings.Builder
	for _, name := range names {
		text, err := preludes.ReadFile("testdata/prelude/" + name + ".go")
		if err != nil {
			panic(err)
		}
		b.WriteString(withoutHead(string(text)))
	}
	return &prelude{strings.Join(names, "+"), b.String()}
}

var head = regexp.MustCompile(`(?ms)^package main$|^import \(.*?^\)$|^import .*?$`)

// withoutHead leaves out the package clause and the imports, which a program makes of
// what it mentions.
func withoutHead(text string) string { return head.ReplaceAllString(text, "") }

// corpus is checks of one kind, all of them or random ones.
type corpus struct {
	name    string
	prelude func() *prelude
	checks  func(r *rand.Rand) []check
	short   int // how many the short form takes
}

// corpora are the kinds of checks. Each file of this package makes one.
var corpora = []corpus{
	{"matrix", values, matrix, 100},
	{"keep", values, keepers, 60},
	{"sink", values, sinks, 100},
	{"panic", callbacks, panics, 60},
	{"api", library, exported, 100},
	{"order", features, operandOrders, 100},
	{"alias", features, aliasReads, 100},
	{"index", features, loopIndices, 100},
	{"held", values, held, 100},
	{"call", features, calls, 100},
	{"recover", features, recovered, 100},
	{"random", features, randomPrograms, 20},
	{"loop", features, randomLoops, 20},
}

func values() *prelude    { return preludeOf("values") }
func callbacks() *prelude { return preludeOf("values", "callbacks") }
func library() *prelude   { return preludeOf("values", "library") }
func features() *prelude  { return preludeOf("features") }

// random is the generator of a corpus. Each has its own, so that a change of one changes
// no other.
func (c corpus) random() *rand.Rand {
	var n uint64
	for _, b := range []byte(c.name) {
		n = n*131 + uint64(b)
	}
	return rand.New(rand.NewPCG(*seed, n))
}

// batches are the checks to be run, in programs.
func (c corpus) batches() (all []batch) {
	r := c.random()
	checks := c.checks(r)
	if *only != "" {
		match := regexp.MustCompile(*only)
		checks = slices.DeleteFunc(checks, func(x check) bool { return !match.MatchString(x.label) })
	} else if !*long {
		r.Shuffle(len(checks), func(i, j int) { checks[i], checks[j] = checks[j], checks[i] })
		checks = checks[:min(c.short, len(checks))]
	}
	for i, x := range checks {
		if x.later != nil {
			checks[i].body = x.later()
		}
	}
	p := c.prelude()
	for part := range slices.Chunk(checks, batchSize) {
		all = append(all, batch{p, part})
	}
	return all
}

// TestDifferential runs each check compiled and in each mode of riffle.
func TestDifferential(t *testing.T) {
	needGo(t)
	known := readKnown(t)
	ran := newTally()
	t.Run("checks", func(t *testing.T) {
		for _, c := range corpora {
			for i, b := range c.batches() {
				t.Run(fmt.Sprintf("%s/%d", c.name, i), func(t *testing.T) {
					t.Parallel()
					compare(t, i, b, known, ran)
				})
			}
		}
	})
	ran.judge(t, known)
	t.Logf("seed %d: %v", *seed, ran)
}

// difference is a check that a mode runs otherwise than compiled Go.
type difference struct {
	batch     batch // of the one check
	mode      mode
	want, got []string
}

// chosen are the modes that batch n of a corpus runs in: all of them in long form,
// otherwise the default engine, one of the others, and one form of cells.
func chosen(n int) []mode {
	switch {
	case *in != "":
		return slices.DeleteFunc(slices.Clone(modes), func(m mode) bool { return !slices.Contains(strings.Split(*in, ","), m.name) })
	case *long:
		return modes
	}
	return []mode{modes[0], modes[1+n%2], modes[3+(n+int(*seed))%2]}
}

// compare runs batch n of a corpus.
func compare(t *testing.T, n int, b batch, known *knownList, ran *tally) {
	b, err := b.right()
	if err != nil {
		t.Fatalf("the prelude isn't Go: %v", err)
	}
	b, want := compiled(t, b)
	if len(b.checks) == 0 {
		return
	}
	for _, m := range chosen(n) {
		got := m.run(t, b)
		for _, c := range b.checks {
			ran.check(c.label, m.name)
			if m.same(want[c.label], got[c.label]) {
				continue
			}
			d := difference{batch{b.prelude, []check{c}}, m, want[c.label], got[c.label]}
			if known.hides(d) {
				continue
			}
			report(t, d)
		}
	}
}

// reported bounds what a run reports in full and minimises.
var reported struct {
	sync.Mutex
	full map[string]bool
}

const mostInFull = 40

// report tells of a difference; the first ones are made as small as possible.
func report(t *testing.T, d difference) {
	c := d.batch.checks[0]
	reported.Lock()
	defer reported.Unlock()
	if *keep != "" {
		write(t, d)
	}
	if reported.full[c.label] || len(reported.full) >= mostInFull {
		t.Errorf("%s@%s differs", c.label, d.mode.name)
		return
	}
	if reported.full == nil {
		reported.full = map[string]bool{}
	}
	reported.full[c.label] = true
	if *keep == "" {
		d = minimised(t, d)
	}
	t.Errorf("%v", d)
}

// String is the piece of Go with what it should have printed and what it did.
func (d difference) String() string {
	c := d.batch.checks[0]
	var b strings.Builder
	fmt.Fprintf(&b, "%s@%s\n%s%s\n", c.label, d.mode.name, c.decls, c.body)
	if len(d.want) != len(d.got) {
		fmt.Fprintf(&b, "want\n%s\ngot\n%s\n", indented(d.want), indented(d.got))
		return b.String()
	}
	for i, w := range d.want {
		if w != anyLine && w != d.got[i] {
			fmt.Fprintf(&b, "want: %s\ngot:  %s\n", w, d.got[i])
		}
	}
	return b.String()
}

func indented(lines []string) string {
	return "\t" + strings.ReplaceAll(strings.Join(lines, "\n\t"), anyLine, "(any)")
}

// write stores a difference.
func write(t *testing.T, d difference) {
	c := d.batch.checks[0]
	name := filepath.Join(*keep, strings.Map(func(r rune) rune {
		if strings.ContainsRune("/ *[]{}()|<>:\"'", r) {
			return '_'
		}
		return r
	}, c.label))
	for ext, content := range map[string]string{".go": standalone(d.batch.prelude, c), ".want": strings.Join(d.want, "\n") + "\n", "." + d.mode.name: strings.Join(d.got, "\n") + "\n"} {
		if err := os.WriteFile(name+ext, []byte(content), 0o644); err != nil {
			t.Error(err)
		}
	}
}
