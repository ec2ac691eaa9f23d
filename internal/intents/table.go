package intents

// row is one thing that people want: a pattern for the word that is called, without its
// capitals and without new or make, the kinds of what it is given, in any order, and the
// line. In the line $1, $2 are what was given, in the row's order, and $f is the shuffle
// that was called, FisherYates if it was none.
type row struct{ word, given, line string }

// table is tried from the top: the more that a row wants, the earlier it comes.
var table = []row{
	// Shuffles.
	{shuffling, "dealer", "$1.Shuffle()"},
	{shuffling, "slice generator", "$f.On($1, $2)"},
	{shuffling, "slice", "$f.On($1)"},
	{shuffling, "number", "rand.Perm($1)"},
	{`shuffl`, "", "d := NewDeck(); FisherYates.On(d); d"},

	// Makers.
	{`^lott(?:o|ery)$`, "number generator", "NewLottery($1, $2)"},
	{`^lott(?:o|ery)$`, "one number", "NewLottery($2)"},
	{`^lott(?:o|ery)$`, "number number", "NewLottery($1, NewPRNG($2))"},
	{`^lott(?:o|ery)$`, "number", "NewLottery($1)"},
	{`^lott(?:o|ery)$`, "", "NewLottery(49)"},
	{`^dealer$`, "generator", "NewDealer($1)"},
	{`^dealer$`, "number", "NewDealer(NewPRNG($1))"},
	{`^dealer$`, "", "NewDealer()"},
	{`^(?:deck(?:ofcards)?|cards)$`, "", "NewDeck()"},
	{`^(?:card|parsecard)$`, "text", "ParseCard($1)"},
	{`^card$`, "", "Card{Rank: Ace, Suit: Spades}"},
	{`^hand$`, "text", "ParseHand($1)"},
	{`^java(?:util)?random$`, "number", "JavaRandom($1)"},
	{`^(?:prng|rng|generator|randomgenerator|defaultrng|randomstate|xoshiro)$`, "number", "NewPRNG($1)"},
	{`^(?:prng|rng|generator|randomgenerator|defaultrng|randomstate|xoshiro)$`, "", "NewPRNG()"},
	{`^(?:mersenne)?twister$`, "number", "MT19937($1)"},
	{`^(?:(?:set|random|manual)?seed|srand)$`, "number", "Seed($1)"},

	// Cards that are dealt.
	{dealing, "dealer number number", "$1.Deal($2, $3)"},
	{dealing, "dealer number", "$1.Deal(1, $2)"},
	{dealing, "dealer", "$1.DealOne()"},
	{dealing, "cards number", "$1[:$2]"},
	{dealing, "cards", "$1[0]"},
	{`^deal|hands?$`, "number number", "NewDealer().Deal($1, $2)"},
	{`^deal|hand$`, "number", "NewDealer().Deal(1, $1)"},
	{`^deal(?:hand)?$|^hand$`, "", "NewDealer().Deal(1, 5)"},

	// Picks.
	{picking, "lottery number", "$1.Pick($2)"},
	{picking, "lottery", "$1.Pick(6)"},
	{picking, "span number", "NewLottery($1).Pick($2)"},
	{`^(?:random)?(?:choices?|pick|sample|element)`, "slice number", "FisherYates.On($1); $1[:$2]"},
	{`^(?:random)?(?:choices?|pick|sample|element)`, "slice", "$1[rand.IntN(len($1))]"},
	{drawing, "generator number", "$1.IntN($2)"},
	{`^(?:random|uniform|nextdouble|float)`, "generator", "$1.Float64()"},
	{`^(?:roll|die|throw)|dice`, "generator", "$1.IntN(6)"},
	{`^(?:sample|combination|lotterypick)`, "number number", "NewLottery($1).Pick($2)"},
	{drawing, "number number", "games.RandomInt($1, $2)"},
	{`^(?:roll|die|throw)|dice`, "number", "games.RandomInt(1, $1)"},
	{`^(?:roll|die|throw)|dice`, "", "games.Dice()"},
	{`^(?:flip|toss|coin)`, "", "games.Flip()"},
	{drawing, "number", "rand.IntN($1)"},
	{`^(?:random|rand|uniform|runif)$`, "", "rand.Float64()"},

	// How fair a shuffle is.
	{`matrix|^positions`, "shuffle number number", "fair.Matrix($1, $2, $3)"},
	{`matrix|^positions`, "shuffle number", "fair.ExactMatrix($1, $2)"},
	{`^hist`, "shuffle number number", "fair.Histogram($1, $2, $3)"},
	{`^(?:exact|distribution|prob|hist)`, "shuffle number", "fair.Exact($1, $2)"},
	{`^(?:is)?fair|^judge|bias|^uniform`, "shuffle number", "fair.Judge($1, $2)"},
	{`^(?:is)?fair|^judge|bias|^uniform`, "shuffle", "fair.Judge($1)"},
	{`^test(?:shuffle)?$`, "shuffle number number", "fair.TestShuffle($1, $2, $3)"},

	// Experiments and games.
	{running, "number function", "trials.Run($1, $2)"},
	{running, "number", "trials.Run($1, func(rng PRNG) bool { return rng.IntN(6) == 5 })"},
	{`^(?:battle|war)`, "number number", "games.BattleStats($1, $2)"},
	{`^(?:battle|war)`, "number", "games.BattleStats(13, $1)"},
	{`^clock`, "number", "games.ClockStats($1)"},

	// Numbers that are known.
	{`^(?:choose|comb(?:inations?)?|ncr|nchoosek|binom(?:ial)?(?:coefficient)?)$`, "number number", "count.Choose($1, $2)"},
	{`^(?:perm(?:utations?)?|npr)$`, "number number", "count.Permutations($1, $2)"},
	{`^fac(?:t|torial)?$`, "number", "count.Factorial($1)"},
	{`^(?:sub|derang)\w*$`, "number", "count.Derangements($1)"},
}

const (
	shuffling = `shuffl|fisher|yates|knuth|^mix|permut|scrambl|randomi[sz]e`
	dealing   = `^(?:deal|draw|take|give|get|pop|next)(?:one|top)?(?:cards?|hands?)?$|^hand$`
	picking   = `pick|sample|draw|choose|choice|lottery|numbers|play`
	drawing   = `^(?:int|next|nextint|intn|rand|randint|randrange|randbelow|random|randominteger|randomint|integer|integers|uniformint|roll|rolldie|rolldice|dice)$`
	running   = `^(?:run|simulat|trials?$|repeat|replicate|experiment|montecarlo)`
)
