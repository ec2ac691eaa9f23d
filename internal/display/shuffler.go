package display

import (
	"reflect"
	"regexp"
	"runtime"

	"riffle/shuffle"
)

// shufflers are the shuffles of package shuffle that have no parameters.
var shufflers = []struct {
	name string
	is   shuffle.Shuffler
}{
	{"EfficientSelection", shuffle.EfficientSelection},
	{"EfficientSelectionDown", shuffle.EfficientSelectionDown},
	{"FisherYates", shuffle.FisherYates},
	{"Naive", shuffle.Naive},
	{"OffByOne", shuffle.OffByOne},
	{"PerfectIn", shuffle.PerfectIn},
	{"PerfectOut", shuffle.PerfectOut},
	{"RandomComparator", shuffle.RandomComparator},
	{"Sattolo", shuffle.Sattolo},
	{"Selection", shuffle.Selection},
	{"SortShuffle", shuffle.SortShuffle},
}

// textOfShuffler names a shuffle, which its type and "{…}" wouldn't. Functions are
// told apart by their code.
func textOfShuffler(s shuffle.Shuffler) string {
	code := reflect.ValueOf(s).Pointer()
	for _, known := range shufflers {
		if reflect.ValueOf(known.is).Pointer() == code {
			return "Shuffler(" + known.name + ")"
		}
	}
	if maker := makerOf(code); maker != "" {
		return "Shuffler(" + maker + "(…))"
	}
	return "Shuffler(…)"
}

// made matches the name of a closure made by a function of package shuffle.
var made = regexp.MustCompile(`^riffle/shuffle\.([A-Z]\w*)\.func\d`)

// makerOf is the function that made a shuffle, such as Riffle; empty if it isn't
// one of package shuffle.
func makerOf(code uintptr) string {
	f := runtime.FuncForPC(code)
	if f == nil {
		return ""
	}
	if m := made.FindStringSubmatch(f.Name()); m != nil {
		return m[1]
	}
	return ""
}
