package compile

import (
	"reflect"
	"unsafe"

	"riffle/internal/relied"
)

// Relied are the facts of Go that compiled code rests on where it does what a library or
// the run-time does. Where one doesn't hold it calls them instead.
func Relied() []relied.Fact {
	const dir = "internal/engine/wasm/compile/"
	return []relied.Fact{
		{Of: "Go", What: "the fields of strings.Builder", File: dir + "builder.go", Else: "writes to one are calls", Check: whenKnown(builderIsKnown)},
		{Of: "Go", What: "the state of math/rand/v2's PCG, and its bounded draws", File: dir + "drawpcg.go", Else: "draws are calls", Check: whenKnown(pcgIsKnown)},
		{Of: "Go", What: "the state of math/rand's source, and its bounded draws", File: dir + "drawlagged.go", Else: "draws are calls", Check: whenKnown(laggedIsKnown)},
		{Of: "Go", What: "maps with keys and elements of the same kinds are interchangeable", File: dir + "mapcheck.go", Else: "maps are used by reflection", Check: relied.When(mapsAreShared)},
		{Of: "Go", What: "a map of up to eight entries is one group, whose slots are in turn", File: dir + "mapslot.go", Else: "small maps are used by calls", Check: relied.When(mapsAreGroups)},
		{Of: "Go", What: "channels with elements of the same shape are interchangeable", File: dir + "chanlane.go", Else: "what is received is wrong", Check: relied.When(channelsAreShared)},
		{Of: "Go", What: "an interface value with methods begins with a table that has its type", File: dir + "itab.go", Else: "methods of other types are called", Check: relied.When(tablesHaveTypes)},
	}
}

// whenKnown is a check of whether a layout is known.
func whenKnown[L any](layout func() (L, bool)) func() error {
	return relied.When(func() bool {
		_, ok := layout()
		return ok
	})
}

// channelsAreShared sends and receives by a channel of another type of the same shape.
func channelsAreShared() bool {
	type sent struct {
		p *int
		n uint64
	}
	ch, x := make(chan sent, 2), new(int)
	other := laneFor[two[ptr, word64]]{}.as(*(*unsafe.Pointer)(unsafe.Pointer(&ch)))
	ch <- sent{x, 1}
	y := <-other
	other <- y
	z := <-ch
	return z.p == x && z.n == 1
}

// tablesHaveTypes compares the first word of an error with that of the same value in an
// interface without methods.
func tablesHaveTypes() bool {
	var err error = new(reflect.ValueError)
	var x any = err
	table := uint64(uintptr((*words2)(unsafe.Pointer(&err))[0]))
	return typeOfTable(table) == uint64(uintptr((*words2)(unsafe.Pointer(&x))[0]))
}
