package corpus

// panicking are the functions about panics, goroutines and closures that natives call.
var panicking = []Function{
	{"equality", "Incomparable", Incomparable, numbers(0, 1, 2, 3, 4)},
	{"equality", "NilKeys", NilKeys, numbers(0, 1, 2, 3)},
	{"panics", "Thrown", Thrown, upTo(13)},
	{"panics", "Escapes", Escapes, numbers(0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12)},
	{"panics", "Again", Again, numbers(0, 1, 12)},
	{"panics", "Goexits", Goexits, numbers(0, 1)},
	{"panics", "GoWaits", GoWaits, numbers(0, 1, 20)},
	{"panics", "Conditions", Conditions, numbers(0, 1, 10)},
	{"panics", "OnceOnly", OnceOnly, numbers(0, 3)},
	{"panics", "Less", Less, numbers(0, 1, 3)},
	{"panics", "Mapped", Mapped, [][]any{{""}, {"abxcd"}}},
	{"panics", "NestedNatives", NestedNatives, numbers(0, 1, 5)},
	{"panics", "Hidden", Hidden, upTo(6)},
	{"panics", "Deferrals", Deferrals, upTo(3)},
	{"panics", "Results", Results, upTo(13)},
	{"resumed", "HeldAcross", HeldAcross, numbers(0, 1, 30, 3000)},
	{"resumed", "LevelsCaught", LevelsCaught, numbers(0, 1, 2, 3, 4, 7, 30, 31)},
	{"resumed", "AfterReturnCaught", AfterReturnCaught, upTo(5)},
	{"resumed", "Parses", Parses, numbers(0, 1, 9, 300)},
	{"resumed", "Retries", Retries, numbers(0, 1, 100)},
	{"resumed", "MixedUp", MixedUp, upTo(6)},
	{"resumed", "Recovering", Recovering, upTo(7)},
}
