package corpus

import "math"

// upTo are the ints below n as arguments.
func upTo(n int) (args [][]any) {
	for i := range n {
		args = append(args, []any{i})
	}
	return args
}

// pairs are all pairs of values as arguments.
func pairs[T any](xs ...T) (args [][]any) {
	for _, x := range xs {
		for _, y := range xs {
			args = append(args, []any{x, y})
		}
	}
	return args
}

var sentence = [][]any{{""}, {"the cat and the hat sat at the tea"}, {"äöü ß ΩΨ x1"}}

// natives are functions that call native packages, and use maps and interfaces.
var natives = []Function{
	{"maps", "Counting", Counting, numbers(0, 1, 10, 1000)},
	{"maps", "Words", Words, sentence[:2]},
	{"maps", "NilMap", NilMap, numbers(0, 1)},
	{"maps", "NilUpdate", NilUpdate, numbers(0, 1)},
	{"maps", "Floats", Floats, numbers(0, 1, 20)},
	{"maps", "StructKeys", StructKeys, numbers(0, 1, 100)},
	{"maps", "SmallKeys", SmallKeys, numbers(0, 1, 300)},
	{"maps", "MapValues", MapValues, numbers(2, 100)},
	{"maps", "Growing", Growing, numbers(0, 1, 8, 100)},
	{"maps", "Deleting", Deleting, numbers(0, 1, 2)},
	{"maps", "Sets", Sets, numbers(0, 1, 100)},
	{"maps", "Groups", Groups, numbers(0, 1, 50)},
	{"maps", "Removed", Removed, numbers(0, 1, 200)},
	{"ifaces", "Areas", Areas, numbers(0, 1, 10)},
	{"ifaces", "NilShape", NilShape, numbers(0, 1)},
	{"ifaces", "NilReceiver", NilReceiver, numbers(0, 1)},
	{"ifaces", "TypeSwitch", TypeSwitch, upTo(19)},
	{"ifaces", "MustInt", MustInt, upTo(5)},
	{"ifaces", "MustCelsius", MustCelsius, upTo(10)},
	{"ifaces", "MustShape", MustShape, upTo(12)},
	{"ifaces", "MustSquare", MustSquare, upTo(3)},
	{"ifaces", "AsOK", AsOK, upTo(19)},
	{"ifaces", "EqualAny", EqualAny, pairs(0, 1, 3, 4, 5, 6, 8, 10, 12, 13, 14)},
	{"ifaces", "EqualStructs", EqualStructs, numbers(0, 10)},
	{"ifaces", "Errors", Errors, numbers(0, 1, 4)},
	{"ifaces", "AnyMap", AnyMap, numbers(0, 1, 30)},
	{"ifaces", "Unhashable", Unhashable, upTo(19)},
	{"ifaces", "UnhashableRead", UnhashableRead, upTo(19)},
	{"ifaces", "Source", Source, numbers(0, 1, 30)},
	{"natives", "Math", Math, [][]any{{0.0}, {1.5}, {-2.75}, {1e300}, {math.SmallestNonzeroFloat64}}},
	{"natives", "Signs", Signs, pairs(0.0, math.Copysign(0, -1), 1.5, -2.5, math.Inf(1), math.Inf(-1), math.NaN())},
	{"natives", "Strings", Strings, sentence},
	{"natives", "Numbers", Numbers, [][]any{{"42"}, {"-7"}, {"x"}, {"1e3"}, {"99999999999999999999"}}},
	{"natives", "Builder", Builder, numbers(0, 1, 100)},
	{"natives", "Draws", Draws, numbers(0, 1, 100)},
	{"natives", "Xoshiro", Xoshiro, numbers(0, 1, 1000)},
	{"natives", "ChaCha", ChaCha, numbers(0, 100)},
	{"natives", "BadDraw", BadDraw, numbers(0, 2, 7)},
	{"natives", "NilRand", NilRand, numbers(0, 2)},
	{"natives", "Panics", Panics, numbers(1, 2)},
	{"natives", "Spread", Spread, numbers(0, 3)},
	{"natives", "Durations", Durations, numbers(0, 3, 1500)},
	{"natives", "Big", Big, numbers(0, 25)},
	{"natives", "Static", Static, numbers(0, 3, 12)},
	{"natives", "Tables", Tables, numbers(0, 10)},
	{"natives", "NilMethod", NilMethod, numbers(0, 2)},
	{"natives", "NilTime", NilTime, numbers(0, 2)},
	{"natives", "Digits", Digits, numbers(0, 12)},
	{"natives", "Scans", Scans, [][]any{{"1 x 2"}, {"1 x"}, {""}}},
	{"natives", "Collected", Collected, numbers(0, 3)},
	{"natives", "Endian", Endian, numbers(0, 5)},
	{"natives", "Garbage", Garbage, numbers(400)},
	{"callbacks", "Letters", Letters, sentence},
	{"callbacks", "Sorting", Sorting, numbers(0, 1, 40)},
	{"callbacks", "Lent", Lent, numbers(0, 1, 60)},
	{"callbacks", "LentPanics", LentPanics, numbers(0, 4)},
	{"callbacks", "LentDeep", LentDeep, numbers(0, 1, 20)},
	{"callbacks", "Funcs", Funcs, numbers(0, 1, 10)},
	{"callbacks", "Signals", Signals, numbers(0, 7)},
	{"callbacks", "Shuffled", Shuffled, numbers(0, 1, 20)},
	{"slowly", "SlowWide", SlowWide, numbers(0, 1, 5, 9)},
	{"slowly", "FastWide", FastWide, numbers(0, 5, 9)},
	{"slowly", "NilWide", NilWide, numbers(0, 1)},
	{"slowly", "SlowElements", SlowElements, numbers(0, 4, 5, 8)},
	{"slowly", "SlowRow", SlowRow, numbers(0, 20, 101, 102)},
	{"slowly", "Followed", Followed, upTo(8)},
	{"slowly", "Walked", Walked, numbers(0, 1, 2, 7, 50, 51)},

	{"coverage", "HeaderMap", HeaderMap, numbers(3, 7)},
	{"coverage", "ValuesMap", ValuesMap, [][]any{{"a=1&a=2"}, {"b=%zz"}}},
	{"coverage", "FuncMap", FuncMap, numbers(0, 4)},
	{"coverage", "FileMap", FileMap, numbers(0, 4)},
	{"coverage", "SwapsLarge", SwapsLarge, numbers(0, 1, 4)},
	{"coverage", "SeveralPlaces", SeveralPlaces, numbers(0, 3)},
	{"coverage", "Literals", Literals, numbers(3, 9)},
	{"coverage", "Returned", Returned, numbers(0, 9)},
	{"coverage", "Variadics", Variadics, numbers(0, 4)},
	{"coverage", "Tall", Tall, numbers(0, 4)},
	{"coverage", "Many", Many, numbers(4)},
	{"coverage", "NativeInterface", NativeInterface, numbers(0, 2)},
	{"coverage", "CapturesMany", CapturesMany, numbers(0, 4)},
	{"library", "Printing", Printing, numbers(0, 1, 6)},
	{"library", "NoWriter", NoWriter, numbers(0, 1)},
	{"library", "Parsing", Parsing, [][]any{{"12"}, {"true"}, {"1 b A"}, {`"q\"`}}},
	{"library", "Reading", Reading, numbers(0, 1, 20)},
	{"library", "SortNatives", SortNatives, numbers(0, 1, 12)},
	{"library", "Times", Times, numbers(0, 6, 1_000_000_003)},
	{"library", "Locking", Locking, numbers(0, 1, 100)},
	{"library", "Misuse", Misuse, numbers(0, 1, 2, 3)},
}
