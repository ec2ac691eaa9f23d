package tutorial

// Step is one thing to do.
type Step struct {
	Title, Text string
	Code        string // that does it; anything that does is as good
	Hint        string // after a try that doesn't
	Praise      string // and what was to be seen
	done        func(*answer) bool
	part        func(*answer) bool // done in part: no hint is needed; may be nil
}

const (
	intro = "Five minutes. Type what a step shows, or your own version of it: it runs as\n" +
		"usual, and what you make stays. %tutorial next skips a step, %tutorial back\n" +
		"returns to one, %tutorial stop ends it for now."
	reading = "Five minutes with riffle. Run each piece in a cell of its own, then change it."
	outro   = "That was the tutorial. ? shows what else there is, ?fair what a package\n" +
		"offers, and ??Naive the source of a shuffle."
)

var steps = []Step{
	{
		Title: "a lottery",
		Text:  "Draw six different numbers from 1 to 40. A value is shown without asking.",
		Code:  "NewLottery(40).Pick(6)",
		Hint: "NewLottery(40) makes a lottery, and .Pick(6) behind it draws six numbers.\n" +
			"Big and small letters matter.",
		Praise: "Each of the 3,838,380 combinations was equally likely.",
		done:   either(calls("Pick"), shows(`^\[\d+( \d+){5}\]$`)),
	},
	{
		Title:  "a name",
		Text:   "Give a lottery a name with :=, and draw from it. Two inputs, or one with a ;\nbetween.",
		Code:   "lotto := NewLottery(49)\nlotto.Pick(6)",
		Hint:   "first lotto := NewLottery(49), then lotto.Pick(6). A := makes a name.",
		Praise: "The variable stays: the Up arrow brings the line back, to draw again.",
		done:   callsOnName("Pick"),
		part:   calls("NewLottery"),
	},
	{
		Title: "a shuffle, step by step",
		Text: "Fisher and Yates roll a die for each place: it says which of the remaining\n" +
			"cards comes here. Trace a shuffle of four letters with the rolls 3, 3 and 4.",
		Code:   `fair.Trace(FisherYates, []string{"A", "B", "C", "D"}, []int{3, 3, 4})`,
		Hint:   "a list in Go has its type in front: []int{3, 3, 4}. ?fair.Trace says more.",
		Praise: "Behind the │ are the letters that can still be drawn: 4, then 3, then 2 ways.",
		done:   calls("Trace"),
	},
	{
		Title: "a shuffle of your own",
		Text: "This one looks right: it swaps each place with any place. Type it, or write\n" +
			"your own. Enter goes on to the next line while a { is open.",
		Code: "func mine(deck []int, rng PRNG) {\n" +
			"\tfor i := range deck {\n" +
			"\t\tj := rng.IntN(len(deck))\n" +
			"\t\tdeck[i], deck[j] = deck[j], deck[i]\n" +
			"\t}\n" +
			"}",
		Hint:   "a shuffle is a function that takes (deck []int, rng PRNG). rng.IntN(n)\ndraws a number from 0 to n-1. %tutorial next goes on without one.",
		Praise: "Now mine is a shuffle like riffle's own.",
		done:   declaresShuffle,
	},
	{
		Title: "caught",
		Text:  "Is it fair? Play every way in which it can draw, for three cards. If you have\nno shuffle of your own, take Naive.",
		Code:  "fair.Exact(mine, 3)",
		Hint: "the verdict must be that the shuffle isn't fair. Name a wrong one:\n" +
			"fair.Exact(Naive, 3). FisherYates would be fair.",
		Praise: "27 ways to draw can't be shared fairly among 6 orders. Yours may be wrong in\nanother way; the verdict says how.",
		done:   shows(`Verdict: .*, a fair shuffle gives`),
	},
	{
		Title: "a secret",
		Text: "Java's generator starts from a seed. Choose a secret one of your own instead of\n" +
			"2026, such as your birthday. Then draw twice.",
		Code:   "g := JavaRandom(2026)\na, b := int32(g.Uint32()), int32(g.Uint32())",
		Hint:   "g := JavaRandom(2026) makes the generator, g.Uint32() draws 32 bits, and\nint32(…) makes of them what Java shows.",
		Praise: "Two numbers are out. That is all an attacker has to see.",
		done:   both(calls("int32"), calls("Uint32")),
		part:   calls("JavaRandom"),
	},
	{
		Title:  "found",
		Text:   "Find the seed from the two numbers alone.",
		Code:   "crack.Java(a, b)",
		Hint:   "crack.Java takes two draws that follow each other: crack.Java(a, b), with\na and b from the step before (%tutorial back).",
		Praise: "Your seed, and the numbers that come next. Never deal cards with such a\ngenerator.",
		done:   shows(`\bseed -?\d+ if these were the first draws`),
	},
}
