package corpus

import "slices"

// Function is a function of the corpus, with the arguments that it is called with.
type Function struct {
	File, Name string
	F          any
	Args       [][]any
}

// numbers are single ints as arguments.
func numbers(ns ...int) (args [][]any) {
	for _, n := range ns {
		args = append(args, []any{n})
	}
	return args
}

// Functions are the functions of the corpus that tests call.
var Functions = slices.Concat(functions, natives, panicking)

var functions = []Function{
	{"calls", "Fib", Fib, numbers(0, 1, 20)},
	{"divide", "Quotients", Quotients, [][]any{{}}},
	{"calls", "Ackermann", Ackermann, [][]any{{2, 3}, {3, 3}}},
	{"calls", "Several", Several, numbers(-1, 0, 7)},
	{"calls", "Even", Even, numbers(0, 7, 1000)},
	{"calls", "Deep", Deep, numbers(10, 100_000)},
	{"control", "Loops", Loops, numbers(0, 1, 10, 37)},
	{"control", "Labels", Labels, numbers(0, 1, 10, 37)},
	{"control", "Gotos", Gotos, numbers(0, 1, 10, 37)},
	{"control", "Switches", Switches, numbers(-1, 0, 1, 2, 3, 4, 5, 6, 40)},
	{"control", "Shadows", Shadows, numbers(0, 3)},

	{"aside", "Unfollowed", Unfollowed, numbers(0, 2, 3, 40)},
	{"aside", "Found", Found, numbers(0, 5, 7, 9)},
	{"aside", "Reversed", Reversed, numbers(0, 1, 5, 60, 120)},
	{"aside", "Edges", Edges, numbers(0, 1, 2, 7)},
	{"aside", "Overrun", Overrun, numbers(0, 2, 3, 5)},
	{"aside", "Labelled", Labelled, numbers(0, 1, 5, 30)},
	{"aside", "Allotted", Allotted, numbers(0, 1, 5, 300)},

	{"masks", "Rounds", Rounds, numbers(0, 1, 5, 13, -3)},
	{"masks", "Largest", Largest, [][]any{{5, 7}, {0, 7}, {-5, -7}, {8, 7}}},
	{"masks", "MaskedSlices", MaskedSlices, numbers(0, 1, 7, 12)},
	{"masks", "Compared", Compared, [][]any{{5, 7}, {0, 7}, {-5, -7}, {8, 7}, {-128, -1}, {65535, 65535}, {1 << 40, -1}}},

	{"residents", "Accumulated", Accumulated, numbers(0, 1, 7, 5000)},
	{"residents", "Interrupted", Interrupted, numbers(0, 3, 20)},
	{"residents", "DividedByGlobal", DividedByGlobal, numbers(1, 5, 20)},
	{"residents", "PointedAt", PointedAt, numbers(0, 1, 100)},
	{"residents", "Sieved", Sieved, numbers(0, 1, 100, 20_000)},
	{"residents", "Shortened", Shortened, numbers(0, 1, 100)},
	{"residents", "Rotated", Rotated, numbers(0, 1, 100)},
	{"residents", "Beyond", Beyond, numbers(0, 1, 3, 7)},
	{"residents", "Nowhere", Nowhere, numbers(0, 2, 3)},
	{"residents", "Gauges", Gauges, numbers(0, 1, 100)},
	{"residents", "Leaps", Leaps, numbers(0, 1, 5, 1000)},
	{"residents", "LeftAlone", LeftAlone, numbers(0, 10, 100_000_000)},
	{"residents", "Steps", Steps, numbers(0, 1, 101, 5000)},

	{"equality", "SameFaces", SameFaces, numbers(1, 2)},
	{"equality", "DotKeys", DotKeys, numbers(0, 1, 4, 100)},
	{"equality", "SmallSlices", SmallSlices, numbers(0, 1, 5, 300)},

	{"batches", "Pairs", Pairs, numbers(2, 8)},
	{"batches", "Conses", Conses, numbers(0, 1, 3, 200)},
	{"batches", "Boxed", Boxed, numbers(0, 1, 3, 200)},
	{"batches", "Variables", Variables, numbers(0, 1, 3, 200)},
	{"batches", "Shapes", Shapes, numbers(0, 1, 3, 200)},
	{"batches", "Panels", Panels, numbers(0, 1, 3, 100, 200)},
	{"batches", "Unboxed", Unboxed, numbers(0, 1, 200)},
	{"batches", "Curries", Curries, numbers(0, 1, 3, 200)},

	{"closures", "Counters", Counters, numbers(0, 1, 10)},
	{"closures", "Curried", Curried, [][]any{{3, 4}}},
	{"closures", "Captures", Captures, numbers(-1, 2, 7)},
	{"closures", "Wide", Wide, numbers(0, 5)},
	{"closures", "Recursive", Recursive, numbers(1, 15)},
	{"closures", "DeepClosure", DeepClosure, numbers(10, 100_000)},
	{"closures", "Through", Through, numbers(10, 100_000)},
	{"closures", "Values", Values, numbers(0, 5)},
	{"closures", "ManyWords", ManyWords, numbers(0, 5)},
	{"closures", "NilCall", NilCall, numbers(0, 5)},
	{"closures", "Small", Small, numbers(0, 5)},
	{"closures", "Composed", Composed, numbers(0, 5)},
	{"closures", "Loop", Loop, numbers(0, 5)},
	{"closures", "InLine", InLine, numbers(0, 1, 5, 300)},

	{"guards", "Deferred", Deferred, numbers(0, 1, 5)},
	{"guards", "Recovered", Recovered, numbers(0, 3, -1)},
	{"guards", "Replaced", Replaced, numbers(0, 1, 2)},
	{"guards", "OnlyItself", OnlyItself, numbers(0, 1)},
	{"guards", "Uncaught", Uncaught, numbers(0, 1)},
	{"guards", "RecursiveDefers", RecursiveDefers, numbers(0, 10, 2000)},
	{"guards", "RecursiveRecovers", RecursiveRecovers, numbers(0, 1, 10, 60)},
	{"guards", "LoopOfDefers", LoopOfDefers, numbers(0, 1, 1000)},
	{"guards", "Iterate", Iterate, numbers(0, 3, 10)},
	{"guards", "NilDefer", NilDefer, numbers(0, 1)},
	{"guards", "Leased", Leased, numbers(0, 1, 6)},

	{"channels", "Sum", Sum, numbers(0, 1, 1000)},
	{"channels", "Buffered", Buffered, numbers(2, 5)},
	{"channels", "Workers", Workers, numbers(0, 1, 100)},
	{"channels", "Selects", Selects, numbers(0, 4)},
	{"channels", "Closed", Closed, numbers(0, 1)},
	{"channels", "Messages", Messages, numbers(0, 3)},
	{"channels", "Kinds", Kinds, numbers(0, 3)},
	{"channels", "Ring", Ring, numbers(1, 50)},
	{"channels", "Mutual", Mutual, numbers(0, 50)},
	{"channels", "Choices", Choices, numbers(0, 2)},
	{"memory", "Trees", Trees, numbers(0, 1, 2000)},
	{"memory", "Links", Links, numbers(0, 10, 70_000)},
	{"memory", "LocalArrays", LocalArrays, numbers(0, 10, 700)},
	{"memory", "Lists", Lists, numbers(0, 1, 1000)},
	{"memory", "NilFields", NilFields, numbers(0, 1, 2)},
	{"memory", "NilStores", NilStores, numbers(0, 1)},
	{"memory", "NilPointers", NilPointers, numbers(0, 1)},
	{"memory", "NilArrays", NilArrays, numbers(0, 2, 3)},
	{"memory", "Swaps", Swaps, numbers(0, 1, 60)},
	{"memory", "Structs", Structs, numbers(0, 5, 300)},
	{"memory", "StructValues", StructValues, numbers(4)},
	{"memory", "LargeStructs", LargeStructs, numbers(0, 5)},
	{"memory", "Mixed", Mixed, numbers(0, 5)},
	{"memory", "Arrays", Arrays, numbers(0, 5)},
	{"memory", "Matrix", Matrix, numbers(0, 3)},
	{"memory", "Empty", Empty, numbers(1, 5)},
	{"memory", "FrameAndClosure", FrameAndClosure, numbers(3)},
	{"memory", "EmptyReceive", EmptyReceive, numbers(3)},
	{"memory", "Globals", Globals, numbers(0, 5, 1000)},
	{"speed", "StoredClosures", StoredClosures, [][]any{{}}},
	{"speed", "MadeClosures", MadeClosures, [][]any{{}}},
	{"speed", "BufferedSum", BufferedSum, [][]any{{}}},
	{"speed", "SelectSum", SelectSum, [][]any{{}}},
	{"speed", "Defers", Defers, [][]any{{}}},
	{"speed", "Recovers", Recovers, [][]any{{}}},
	{"speed", "SortSlice", SortSlice, [][]any{{}}},
	{"stores", "ReversedOften", ReversedOften, numbers(0, 1, 10)},
	{"stores", "ListWar", ListWar, numbers(1, 3)},
	{"stores", "Recent", Recent, numbers(0, 1000, 3000)},
	{"stores", "ShuffledPointers", ShuffledPointers, numbers(0, 3, 100)},
	{"stores", "SortedWords", SortedWords, numbers(2, 30, 150)},
	{"stores", "SortedPupils", SortedPupils, numbers(0, 3, 40)},
	{"stores", "MixedValues", MixedValues, numbers(0, 10, 5000)},
	{"mapslots", "SmallNumbers", SmallNumbers, numbers(0, 5, 20, 200)},
	{"mapslots", "SmallTexts", SmallTexts, numbers(0, 3, 20)},
	{"mapslots", "SmallStructs", SmallStructs, numbers(0, 3, 8, 40)},
	{"mapslots", "SmallElements", SmallElements, numbers(0, 4, 10, 100)},
	{"mapslots", "SmallNil", SmallNil, [][]any{{true}, {false}}},
	{"mapslots", "SmallGrows", SmallGrows, numbers(1, 5, 10)},
	{"mapslots", "SmallMoved", SmallMoved, numbers(3, 50, 200)},
	{"mapslots", "SmallTaken", SmallTaken, numbers(10, 300)},
	{"mapslots", "SmallRanges", SmallRanges, numbers(0, 5, 12, 60)},
	{"mapslots", "SmallOrders", SmallOrders, numbers(300)},
	{"mapslots", "RangedCounts", RangedCounts, numbers(0, 10, 2000)},
	{"mapslots", "DiceCounts", DiceCounts, numbers(0, 10, 5000)},
	{"mapslots", "SuitValues", SuitValues, numbers(0, 10, 5000)},
	{"mapslots", "HandsByName", HandsByName, numbers(0, 10, 5000)},
	{"loops", "AliasedRows", AliasedRows, numbers(5)},
	{"loops", "Grids", Grids, numbers(0, 5)},
	{"loops", "Shrinking", Shrinking, numbers(0, 10, 50)},
	{"loops", "Partial", Partial, numbers(0, 10, 20)},
	{"loops", "PastEnd", PastEnd, numbers(0, 2, 3, 4)},
	{"loops", "SameCheck", SameCheck, [][]any{{0, 5}, {4, 2}, {4, 3}, {-1, 9}}},
	{"loops", "NilInLoop", NilInLoop, numbers(0, 2, 3, 9)},
	{"loops", "NilParam", NilParam, numbers(0, 1, 2, 3)},
	{"loops", "CountingLoops", CountingLoops, numbers(0, 1, 5, 10_000)},
	{"loops", "Flags", Flags, numbers(0, 3, 5, 6)},
	{"loops", "ArraysInLoops", ArraysInLoops, numbers(0, 1, 5)},
	{"loops", "Shared", Shared, numbers(3)},
	{"loops", "Unsigned", Unsigned, numbers(3)},
	{"slices", "Sieve", Sieve, numbers(2, 1000)},
	{"slices", "Sort", Sort, numbers(1, 200)},
	{"slices", "Appends", Appends, numbers(2, 100)},
	{"slices", "Caps", Caps, numbers(1, 100)},
	{"slices", "Copies", Copies, numbers(1)},
	{"slices", "Slicing", Slicing, numbers(0, 3, 9, 10)},
	{"slices", "Bounds", Bounds, bounds()},
	{"slices", "Indices", Indices, numbers(0, 2, 3, -1)},
	{"slices", "Stores", Stores, numbers(0, 2, 3, -1)},
	{"slices", "Sizes", Sizes, numbers(0, 2, 1, -1, 100_000, 1<<62)},
	{"slices", "Grid", Grid, numbers(3, 20)},
	{"slices", "Widths", Widths, numbers(0, 100)},
	{"text", "Concat", Concat, numbers(0, 20)},
	{"text", "Orders", Orders, numbers(1)},
	{"text", "Runes", Runes, numbers(0, 1, 0x4e16, -1, 1<<40)},
	{"text", "Bytes", Bytes, numbers(100)},
	{"stress", "MovedLists", MovedLists, numbers(20)},
	{"stress", "MovedSwaps", MovedSwaps, numbers(500)},
	{"stress", "Records", Records, numbers(100)},
	{"stress", "MovedTrees", MovedTrees, numbers(2)},
	{"stress", "Cleared", Cleared, numbers(3)},
	{"stress", "MovedMaps", MovedMaps, numbers(100)},
	{"stress", "Sized", Sized, numbers(50)},
	{"stress", "Relay", Relay, numbers(20)},
	{"stress", "Handed", Handed, numbers(20)},
	{"stress", "Undone", Undone, numbers(10)},
	{"stress", "Chained", Chained, numbers(5)},
	{"stress", "Held", Held, numbers(50)},
	{"mapkeys", "Tiles", Tiles, numbers(0, 1, 300)},
	{"nativeifaces", "Hashes", Hashes, numbers(0, 20)},
	{"nativeifaces", "Writers", Writers, numbers(60)},
	{"nativeifaces", "Failures", Failures, numbers(11)},
	{"locks", "Guarded", Guarded, numbers(20)},
	{"locks", "Looked", Looked, numbers(50)},
	{"locks", "Robbed", Robbed, numbers(3)},
	{"locks", "Cheated", Cheated, numbers(1)},
}

// bounds are all bounds around those of a slice of length 5 and capacity 8.
func bounds() (args [][]any) {
	for lo := -1; lo <= 9; lo++ {
		for hi := -1; hi <= 9; hi++ {
			args = append(args, []any{lo, hi, -2}, []any{lo, hi, 100})
			for top := range 10 {
				args = append(args, []any{lo, hi, top})
			}
		}
	}
	return args
}
