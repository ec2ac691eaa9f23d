package corpus

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
var Functions = []Function{
	{"calls", "Fib", Fib, numbers(0, 1, 20)},
	{"calls", "Ackermann", Ackermann, [][]any{{2, 3}, {3, 3}}},
	{"calls", "Several", Several, numbers(-1, 0, 7)},
	{"calls", "Even", Even, numbers(0, 7, 1000)},
	{"calls", "Deep", Deep, numbers(10, 100_000)},
	{"control", "Loops", Loops, numbers(0, 1, 10, 37)},
	{"control", "Labels", Labels, numbers(0, 1, 10, 37)},
	{"control", "Gotos", Gotos, numbers(0, 1, 10, 37)},
	{"control", "Switches", Switches, numbers(-1, 0, 1, 2, 3, 4, 5, 6, 40)},
	{"control", "Shadows", Shadows, numbers(0, 3)},

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

	{"channels", "Sum", Sum, numbers(0, 1, 1000)},
	{"channels", "Buffered", Buffered, numbers(2, 5)},
	{"channels", "Workers", Workers, numbers(0, 1, 100)},
	{"channels", "Selects", Selects, numbers(0, 4)},
	{"channels", "Closed", Closed, numbers(0, 1)},
	{"channels", "Messages", Messages, numbers(0, 3)},
	{"channels", "Kinds", Kinds, numbers(0, 3)},
	{"channels", "Ring", Ring, numbers(1, 50)},
	{"channels", "Mutual", Mutual, numbers(0, 50)},
}
