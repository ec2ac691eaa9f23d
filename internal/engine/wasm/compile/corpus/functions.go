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
}
