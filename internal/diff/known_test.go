package diff

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// known is an entry of testdata/known.txt: checks, by a pattern of their label and mode,
// that differ for a reason.
type known struct {
	pattern, reason string
	match           *regexp.Regexp
	pending         bool
}

type knownList struct {
	entries []*known
	mu      sync.Mutex
	hidden  map[*known]map[string]bool // the labels that each entry hid
}

// mostKnown bounds the list, apart from what is pending.
const mostKnown = 20

// readKnown reads the list: in each line a pattern and, behind a tab, the reason.
func readKnown(t *testing.T) *knownList {
	t.Helper()
	text, err := os.ReadFile("testdata/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	l, err := parseKnown(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func parseKnown(text string) (*knownList, error) {
	l := &knownList{hidden: map[*known]map[string]bool{}}
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		pattern, reason, ok := strings.Cut(line, "\t")
		if reason = strings.TrimSpace(reason); !ok || reason == "" {
			return nil, fmt.Errorf("testdata/known.txt: %q has no reason behind a tab", line)
		}
		match, err := regexp.Compile("^(?:" + pattern + ")$")
		if err != nil {
			return nil, fmt.Errorf("testdata/known.txt: %v", err)
		}
		k := &known{pattern, reason, match, strings.HasPrefix(reason, "pending: ")}
		if !k.pending {
			n++
		}
		l.entries = append(l.entries, k)
	}
	if n > mostKnown {
		return nil, fmt.Errorf("testdata/known.txt has %d entries, want at most %d: mend something", n, mostKnown)
	}
	return l, nil
}

// hides reports whether a difference is known.
func (l *knownList) hides(d difference) bool {
	name := d.batch.checks[0].label + "@" + d.mode.name
	for _, k := range l.entries {
		if k.match.MatchString(name) {
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.hidden[k] == nil {
				l.hidden[k] = map[string]bool{}
			}
			l.hidden[k][name] = true
			return true
		}
	}
	return false
}

// tally is what has been run, by label and mode.
type tally struct {
	mu  sync.Mutex
	ran map[string]bool
}

func newTally() *tally { return &tally{ran: map[string]bool{}} }

func (y *tally) check(label, mode string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.ran[label+"@"+mode] = true
}

func (y *tally) String() string {
	modes := map[string]int{}
	for name := range y.ran {
		modes[name[strings.LastIndex(name, "@")+1:]]++
	}
	var b strings.Builder
	for _, m := range slices.Sorted(maps.Keys(modes)) {
		fmt.Fprintf(&b, "%d checks in mode %s, ", modes[m], m)
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// judge wants each entry of the list to be needed: one whose checks ran and don't differ
// any more must go.
func (y *tally) judge(t *testing.T, l *knownList) {
	for _, k := range l.entries {
		if n := len(l.hidden[k]); n > 0 {
			if k.pending {
				t.Logf("%s hides %d (%s)", k.pattern, n, k.reason)
			}
			continue
		}
		ran := 0
		for name := range y.ran {
			if k.match.MatchString(name) {
				ran++
			}
		}
		switch {
		case ran > 0:
			t.Errorf("testdata/known.txt lists %s (%s), and none of %d checks that it matches differs: remove it from the list", k.pattern, k.reason, ran)
		case *long && *only == "":
			t.Errorf("testdata/known.txt lists %s, which no check is", k.pattern)
		}
	}
}

// needGo skips the test where there is no toolchain.
func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to compile with: ", err)
	}
	if testing.Short() {
		t.Skip("compares with compiled Go for a minute")
	}
}
