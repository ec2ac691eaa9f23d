package shuffle

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unicode/utf8"
)

// Shufflers returns all shuffles of this package: the good, the biased and the
// slow. Printed, it is a table. A loop over it can measure every shuffle:
//
//	for _, s := range Shufflers() {
//		fmt.Println(s.Name, fair.Exact(s.Shuffler, 4).Verdict())
//	}
//
// It is the only list of them: the names they print, doc/environment.md, the prompt's
// help and the tests of all shuffles come from it.
func Shufflers() ShufflerTable {
	return ShufflerTable{
		{Name: "FisherYates", Fair: true, Steps: true, Shuffler: FisherYates,
			About: "from the top down: the one to use"},
		{Name: "EfficientSelection", Fair: true, Steps: true, Shuffler: EfficientSelection,
			About: "from the bottom up, as Java and Python do it"},
		{Name: "EfficientSelectionDown", Fair: true, Shuffler: EfficientSelectionDown,
			About: "the same into a second deck, from its top down"},
		{Name: "Selection", Fair: true, Steps: true, Shuffler: Selection,
			About: "random places until each was picked: n·H(n) draws"},
		{Name: "SortShuffle", Fair: true, Steps: true, Shuffler: SortShuffle,
			About: "sorts the cards by a random real for each"},
		{Name: "Pickup", Fair: true, Steps: true, Shuffler: Pickup,
			About: "52-pickup: flung on the floor, collected in strips"},
		{Name: "SortShuffleKeys", Takes: "keys", Shuffler: SortShuffleKeys(5),
			About: "sorts them by few numbers: ties keep their order"},
		{Name: "RandomComparator", Shuffler: RandomComparator,
			About: "sorts by tossing coins: the browser ballot of 2010"},
		{Name: "Insertion", Takes: "steps", Steps: true, Shuffler: Insertion(3),
			About: "moves the top card next to a random one"},
		{Name: "Exchange", Takes: "m", Steps: true, Shuffler: Exchange(3),
			About: "exchanges two random places, m times"},
		{Name: "ExchangeDistinct", Takes: "m", Steps: true, Shuffler: ExchangeDistinct(3),
			About: "exchanges two different places, m times"},
		{Name: "PerfectOut", Shuffler: PerfectOut,
			About: "interleaves two halves: the top card stays"},
		{Name: "PerfectIn", Shuffler: PerfectIn,
			About: "interleaves two halves: the top card is second"},
		{Name: "Riffle", Takes: "m", Steps: true, Shuffler: Riffle(3),
			About: "cuts and riffles as people do, m times"},
		{Name: "Naive", Steps: true, Shuffler: Naive,
			About: "exchanges each place with any place"},
		{Name: "OffByOne", Steps: true, Shuffler: OffByOne,
			About: "never draws the last place: the poker site's"},
		{Name: "Sattolo", Steps: true, Shuffler: Sattolo,
			About: "exchanges each place with a later one"},
	}
}

// ShufflerEntry is a shuffle in the table of Shufflers.
type ShufflerEntry struct {
	// Name is the name it has in this package.
	Name string
	// Takes names its parameter, such as "m" for Riffle(m). It is empty for a
	// shuffle that takes none.
	Takes string
	// About says in a line what it does.
	About string
	// Fair says that each order of a deck is equally likely.
	Fair bool
	// Steps says that it describes its steps to a Player, so that
	// fair.ExactMatrix can take whole decks.
	Steps bool
	// Shuffler is the shuffle itself, or one made with small numbers.
	Shuffler Shuffler
}

// Call returns the name with the parameter, as in "Riffle(m)".
func (e ShufflerEntry) Call() string {
	if e.Takes == "" {
		return e.Name
	}
	return e.Name + "(" + e.Takes + ")"
}

// ShufflerTable is a list of shuffles.
type ShufflerTable []ShufflerEntry

// String returns a line for each shuffle: its name, whether it is fair, and what it
// does.
func (t ShufflerTable) String() string {
	width := 0
	for _, e := range t {
		width = max(width, utf8.RuneCountInString(e.Call()))
	}
	lines := make([]string, len(t))
	for i, e := range t {
		fair := "-"
		if e.Fair {
			fair = "fair"
		}
		lines[i] = fmt.Sprintf("%-*s  %-4s  %s", width, e.Call(), fair, e.About)
	}
	return strings.Join(lines, "\n")
}

// String names a shuffle of this package, as in "Shuffler(FisherYates)" and
// "Shuffler(Riffle(…))". Functions are told apart by their code, which doesn't say
// what a shuffle was made with. Any other is "Shuffler(…)".
func (s Shuffler) String() string {
	if s == nil {
		return "Shuffler(nil)"
	}
	code := reflect.ValueOf(s).Pointer()
	for _, e := range Shufflers() {
		switch {
		case e.Takes == "" && reflect.ValueOf(e.Shuffler).Pointer() == code:
			return "Shuffler(" + e.Name + ")"
		case e.Takes != "" && e.made(code):
			return "Shuffler(" + e.Name + "(…))"
		}
	}
	return "Shuffler(…)"
}

// made reports whether the code is that of a closure of this shuffle's
// constructor.
func (e ShufflerEntry) made(code uintptr) bool {
	f := runtime.FuncForPC(code)
	if f == nil {
		return false
	}
	name, ours := strings.CutPrefix(f.Name(), reflect.TypeFor[Shuffler]().PkgPath())
	return ours && strings.Contains(name, "."+e.Name+".func")
}
