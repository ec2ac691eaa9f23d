package fair

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/drawn"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
)

// Judgement says whether a shuffle is fair and, if it isn't, what is wrong with it.
type Judgement struct {
	// Cards is how many cards were shuffled.
	Cards int
	// Law has the exact probabilities of all orders; nil if there are too many ways to draw,
	// or draws that can't be enumerated, as Why says. Then Sample has the orders of a sample
	// or, of a deck that is too large for that, Places where its cards came.
	Law    *Distribution
	Sample *OrderCounts
	Places *Positions
	Why    string
	// Draws are the numbers of values that a shuffle draws among, in order: 4 3 2. A 0 is
	// a real or a word of bits.
	Draws []int
	// Algorithm is the known one that draws like this, empty for none: "Fisher-Yates".
	Algorithm string
	// Mistake is what is wrong, empty if nothing is known to be.
	Mistake string
	// Where is the place of the draw at which the shuffle goes wrong, and Source its line;
	// both are empty if that isn't known.
	Where, Source string
	// Notes are more sentences about it.
	Notes []string
}

// judged is how many cards Judge shuffles: few enough to play all draws of most shuffles,
// and enough to tell their mistakes apart.
const judged = 4

const (
	// judgedRuns is how many shuffles of 4 cards are sampled.
	judgedRuns = 48_000
	// judgedDecks is the same of a deck that can't be made smaller.
	judgedDecks = 20_000
)

// Judge says whether a shuffle is fair and, if it isn't, what is wrong, with the line of the
// draw at which it goes wrong where that is known. The shuffle is a
// [shuffle.Shuffler] or any other function that [Shuffle] describes, as it was written:
//
//	fair.Judge(deck.shuffle)
//
// It shuffles 4 cards, the first of the deck if the function has one of its own, or n. If all
// ways to draw can be played, probabilities are exact; otherwise it samples. It compares the
// numbers of values that the function draws among with those of the shuffles that people
// write: Fisher-Yates, Sattolo's, the naive one and others.
func Judge(f any, n ...int) *Judgement {
	const call = "fair.Judge"
	s := adapt.ShuffleOf(call, f)
	if s.Plain && !describes(call, s.Deal) {
		s = adapt.Watched(call, f)
	}
	defer s.Close()
	cards := judged
	switch {
	case len(n) > 1:
		arg.Refuse(call, "%d numbers of cards, want one", len(n))
	case len(n) == 1:
		cards = n[0]
	case s.Own > 0:
		cards = s.Fitting(judged)
	}
	arg.Range(call, "n", cards, 2, maxCards)
	j := &Judgement{Cards: cards}
	if j.Mistake = j.look(call, s); j.Mistake != "" && len(n) == 0 && cards < s.Own {
		j = &Judgement{Cards: s.Own} // it may be made for all of its cards
		j.Mistake = j.look(call, s)
	}
	if j.Mistake != "" {
		if draws := s.Draws(); len(draws) > 0 {
			j.Where, j.Source = s.Line(draws[len(draws)-1])
		}
		return j
	}
	switch {
	case j.Law != nil:
		j.diagnose(s, j.Law.IsFair())
	case j.Sample != nil:
		j.diagnose(s, !j.Sample.Unfair())
	default:
		j.diagnose(s, !j.Places.Unfair())
	}
	return j
}

// describes reports whether a shuffle describes its steps, as those of package shuffle do.
func describes(call string, s Shuffle) (described bool) {
	script := newScript(call, s, judged)
	return firstPlay(script) && script.described()
}

// look finds the law, or samples. It returns what makes that impossible.
func (j *Judgement) look(call string, s *adapt.Shuffle) (problem string) {
	var script *script
	problem = refusal(func() {
		if j.Cards > maxHistogram {
			j.Why = fmt.Sprintf("%d cards have too many orders", j.Cards)
			return
		}
		script = newScript(call, s.Deal, j.Cards)
		script.fits = exactable
		script.listen()
		d := &Distribution{shuffle: s.Deal, census: census{n: j.Cards}}
		if script.described() {
			for _, step := range script.steps {
				j.Draws = append(j.Draws, step.Ways)
			}
			d.follow(script)
		} else {
			d.playAll(script)
		}
		j.Law = d
	})
	switch {
	case problem == "" && j.Law != nil:
	case problem != "" && strings.Contains(problem, elsewhere):
		j.Why = "it draws from something that can't be followed, such as the clock, a map's order, or a generator of its own or behind an interface"
	case problem != "" && script != nil && script.endless:
		j.Why = problem
		for _, advice := range []string{": sample it", ". Draw with IntN", ". A loop that draws", ", want at most"} {
			j.Why, _, _ = strings.Cut(j.Why, advice)
		}
	case problem != "":
		return problem
	}
	return refusal(func() {
		rng := []shuffle.PRNG{shuffle.GeneratorOf(call, nil)}
		switch {
		case j.Law != nil:
		case j.Cards <= maxHistogram:
			j.Sample = Histogram(s.Deal, j.Cards, max(judgedRuns, 5*int(factorial(j.Cards).Int64())), rng...)
		default:
			j.Places = Matrix(s.Deal, j.Cards, judgedDecks, rng...)
		}
		s.Deal(identity(j.Cards), rng[0])
	})
}

// refusal calls f and returns what it refuses, empty for nothing.
func refusal(f func()) (problem string) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *shuffle.ArgError:
			problem = v.Problem
		default:
			panic(v)
		}
	}()
	f()
	return ""
}

// diagnose names the algorithm and the mistake.
func (j *Judgement) diagnose(s *adapt.Shuffle, fair bool) {
	draws := s.Draws()
	for _, d := range draws {
		j.Draws = append(j.Draws, d.N)
	}
	if v := s.Alters(); v != "" && j.Law != nil {
		j.Notes = append(j.Notes, fmt.Sprintf("It also changes the variable %s, which has been put back.", v))
	}
	if s.Reseeds() {
		j.Notes = append(j.Notes, "It calls rand.Seed, which does nothing since Go 1.24: leave it out.")
	}
	if besides := s.Besides(); besides != "" {
		j.Notes = append(j.Notes, fmt.Sprintf("It draws from %s besides the generator that it is given.", besides))
	}
	if clock := s.Clock(); clock != "" {
		j.Notes = append(j.Notes, clock)
	}
	ns := slices.DeleteFunc(slices.Clone(j.Draws), func(n int) bool { return n == 1 })
	if fair {
		if !s.Plain {
			j.Algorithm = fairName(ns, draws, j.Cards)
		}
		j.Notes = append(j.Notes, j.indivisible(ns)...)
		return
	}
	var at int // the draw that is wrong, -1 if none is
	j.Algorithm, j.Mistake, at = j.mistake(s, ns)
	if at >= 0 && at < len(draws) {
		j.Where, j.Source = s.Line(draws[at])
	}
}

// indivisible says of a shuffle that was sampled that it can't be fair exactly, because the
// number of its ways to draw isn't a multiple of the number of orders.
func (j *Judgement) indivisible(ns []int) []string {
	if j.Law != nil || len(ns) == 0 || slices.Contains(ns, 0) {
		return nil
	}
	ways, orders := big.NewInt(1), factorial(j.Cards)
	for _, n := range ns {
		ways.Mul(ways, big.NewInt(int64(n)))
	}
	if new(big.Int).Rem(ways, orders).Sign() == 0 {
		return nil
	}
	return []string{fmt.Sprintf("If it always draws among so many values, it isn't fair exactly: its equally likely ways to draw aren't a multiple of the %s orders.", ordersText(j.Cards))}
}

// fairName is the algorithm of a fair shuffle that draws among so many values.
func fairName(ns []int, draws []drawn.Draw, n int) string {
	switch {
	case slices.ContainsFunc(draws, func(d drawn.Draw) bool { return strings.HasSuffix(d.Call, "Shuffle") }):
		return "the library's Shuffle, which is Fisher-Yates"
	case slices.ContainsFunc(draws, func(d drawn.Draw) bool { return strings.HasSuffix(d.Call, "Perm") }):
		return "the library's Perm, which is Fisher-Yates inside out"
	case slices.Equal(ns, down(n)):
		return "Fisher-Yates"
	case slices.Equal(ns, up(n)):
		return "Fisher-Yates from the front, or inside out"
	}
	return ""
}

// down are the numbers n, n-1, …, 2, and up 2, 3, …, n.
func down(n int) (ns []int) {
	for i := n; i > 1; i-- {
		ns = append(ns, i)
	}
	return ns
}

func up(n int) []int {
	ns := down(n)
	slices.Reverse(ns)
	return ns
}

// mistake says what is wrong with an unfair shuffle that draws among ns values, not
// counting draws without a choice, and at which of all its draws.
func (j *Judgement) mistake(s *adapt.Shuffle, ns []int) (algorithm, mistake string, at int) {
	n := j.Cards
	all := func(k int) bool {
		return len(ns) > 0 && !slices.ContainsFunc(ns, func(v int) bool { return v != k })
	}
	switch fixed := s.Fixed(); {
	case fixed != "":
		return "", fmt.Sprintf("it makes a generator with the seed %s in every call, so that every call draws the same numbers: make the generator once, outside of the function, or use the functions of math/rand, which need no seed", fixed), -1
	case len(j.Draws) == 0 && j.stays():
		return "", "it draws nothing, and the deck stays as it is", -1
	case j.stays():
		return "", "the deck stays as it is, whatever is drawn: does it shuffle a copy?", len(j.Draws) - 1
	case len(j.Draws) == 0:
		return "", j.undrawn(), -1
	case all(n) && (len(ns) == n || len(ns) == n-1) && j.likeLaw(shuffle.Naive):
		return "naive", fmt.Sprintf("each step draws among all %d places. That makes %s equally likely ways to draw, which %s orders can't share evenly. The draw for place i must be among the i+1 places up to it: rand.Intn(i+1), as in Fisher-Yates", n, powerText(n, len(ns)), ordersText(n)), 0
	case slices.Equal(ns, down(n)[:min(len(ns), n-1)]) && len(ns) > 1 && len(ns) < n-1:
		return "Fisher-Yates, too short", fmt.Sprintf("it stops too early: it draws among %s values, and Fisher-Yates goes on with %s", placesText(ns), placesText(down(n)[len(ns):])), len(j.Draws) - 1
	case n > 3 && all(2):
		return "coins", fmt.Sprintf("it flips coins, such as a comparison that is random does. So its ways to draw are a power of 2, or parts of one, which %s orders can't share evenly. Draw a place with rand.Intn instead, as Fisher-Yates does", ordersText(n)), 0
	case n > 2 && all(n-1) && len(ns) >= n-1 && j.oneParity():
		return "exchanges with another", fmt.Sprintf("each of %s moves two cards, since no card is exchanged with itself. So many exchanges lead to half of the orders only. The draw for place i must be among the i+1 places up to it, itself included: rand.Intn(i+1)", prose.Plural(len(ns), "exchange")), 0
	case n > 2 && all(n-1) && len(ns) >= n-1 && slices.ContainsFunc(oneShort(len(ns)), j.likeLaw):
		return "naive, one short", fmt.Sprintf("each step draws one of %d values for %d places: the last place is never drawn. And the draw for place i must be among the i+1 places up to it: rand.Intn(i+1)", n-1, n), 0
	case slices.Equal(ns, down(n)[1:]) || slices.Equal(ns, up(n)[:n-2]):
		if j.moves() {
			return "Sattolo", "no card ever stays in its place. This is Sattolo's algorithm, which makes cycles only: the draw for place i must be among i+1 places, so that a card can stay: rand.Intn(i+1), not rand.Intn(i)", 0
		}
		return "Fisher-Yates, one draw short", fmt.Sprintf("it draws among %s values, where Fisher-Yates draws among %s: a draw among %d is missing, or all draws are one short", placesText(ns), placesText(down(n)), n), 0
	case slices.Equal(ns, down(n)), slices.Equal(ns, up(n)):
		return "Fisher-Yates, wrongly used", "it draws among the right numbers of values, as Fisher-Yates does, but doesn't exchange the right cards: where a draw among n-i values is counted from place i, for example, i must be added to it", 0
	case len(ns) > 0 && len(ns) < n-1 && slices.Equal(ns, up(n)[:len(ns)]):
		return "Fisher-Yates, too short", fmt.Sprintf("it stops too early: it draws among %s values, and Fisher-Yates goes on with %s", placesText(ns), placesText(up(n)[len(ns):])), len(j.Draws) - 1
	case j.tooFew():
		return "", fmt.Sprintf("it draws too little: there are only %s to draw, and %s orders", prose.Plural(j.Law.ways, "way"), ordersText(n)), 0
	case all(n):
		return "", fmt.Sprintf("its %s are each among %d values. That makes %s equally likely ways to draw, which %s orders can't share evenly. As exchanges, they don't get fair by being more; as keys to sort by, they can be equal. Fisher-Yates needs only %s", prose.Plural(len(ns), "draw"), n, powerText(n, len(ns)), ordersText(n), prose.Plural(n-1, "draw")), 0
	case !s.Plain && slices.ContainsFunc(ns, func(v int) bool { return v > n }):
		return "", fmt.Sprintf("it draws among %s values; with %d cards, Fisher-Yates draws among %s", placesText(ns), n, placesText(down(n))), slices.IndexFunc(j.Draws, func(v int) bool { return v > n })
	case slices.Contains(ns, 0) && !slices.ContainsFunc(ns, func(v int) bool { return v != 0 }):
		return "", "it draws reals or words of bits: when they are keys, no two may be equal, and all must be drawn before the cards are sorted; when they are multiplied, the range must be the i+1 places up to place i", 0
	}
	if s.Plain {
		return "", "its orders aren't equally likely", -1
	}
	return "", fmt.Sprintf("it draws among %s values, where Fisher-Yates draws among %s", placesText(ns), placesText(down(n))), j.firstWrong()
}

// undrawn says what is wrong with a shuffle that draws nothing that can be followed.
func (j *Judgement) undrawn() string {
	if j.Law != nil {
		return "it draws nothing, and always does the same"
	}
	return "it draws nothing that can be followed, so its order comes from elsewhere: from the clock, the order of a map, or a generator of its own or behind an interface"
}

// firstWrong is the first draw that Fisher-Yates doesn't make.
func (j *Judgement) firstWrong() int {
	want, i := down(j.Cards), 0
	for at, n := range j.Draws {
		if n == 1 {
			continue
		}
		if i >= len(want) || n != want[i] {
			return at
		}
		i++
	}
	return len(j.Draws) - 1
}

// likeLaw reports whether the law, if it is known, has the probabilities of another shuffle,
// in any order: from the front or from the back, they are the same.
func (j *Judgement) likeLaw(model Shuffle) bool {
	if j.Law == nil || j.Cards > judged {
		return true
	}
	sorted := func(d *Distribution) (ps []string) {
		for _, p := range d.All() {
			ps = append(ps, p.RatString())
		}
		slices.Sort(ps)
		return ps
	}
	return slices.Equal(sorted(j.Law), sorted(Exact(model, j.Cards)))
}

// oneShort are the shuffles that exchange the cards in so many places, one after the other,
// with one of all but the last: from the first place on, up to the last, and back from it.
func oneShort(steps int) (models []Shuffle) {
	for _, place := range []func(i, n int) int{
		func(i, n int) int { return i % n },
		func(i, n int) int { return (n - steps%n + i) % n },
		func(i, n int) int { return n - 1 - i%n },
	} {
		models = append(models, func(deck []int, rng shuffle.PRNG) {
			for i := range steps {
				p, k := place(i, len(deck)), rng.IntN(len(deck)-1)
				deck[p], deck[k] = deck[k], deck[p]
			}
		})
	}
	return models
}

// oneParity reports whether all orders that come up take an even number of exchanges, or
// all an odd one.
func (j *Judgement) oneParity() bool {
	if j.Law == nil {
		return false
	}
	seen := [2]bool{}
	for order := range j.Law.All() {
		inversions := 0
		for i, card := range order {
			for _, later := range order[i+1:] {
				if later < card {
					inversions++
				}
			}
		}
		seen[inversions%2] = true
	}
	return !seen[0] || !seen[1]
}

// tooFew reports whether there are fewer ways to draw than orders.
func (j *Judgement) tooFew() bool {
	return j.Law != nil && j.Law.ways > 0 && big.NewInt(int64(j.Law.ways)).Cmp(factorial(j.Cards)) < 0
}

// ordersText is how many orders n cards have.
func ordersText(n int) string {
	if n > maxHistogram {
		return fmt.Sprintf("%d!", n)
	}
	return prose.Int(int(factorial(n).Int64()))
}

// powerText is n^k, with its value if that is short.
func powerText(n, k int) string {
	ways := new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(k)), nil)
	if ways.BitLen() > 40 {
		return fmt.Sprintf("%d^%d", n, k)
	}
	return fmt.Sprintf("%d^%d = %v", n, k, ways)
}

// placesText writes numbers, the first of many.
func placesText(ns []int) string {
	if len(ns) > 12 {
		return strings.Trim(fmt.Sprint(ns[:12]), "[]") + " …"
	}
	return strings.Trim(fmt.Sprint(ns), "[]")
}

// stays reports whether the deck always stays as it is.
func (j *Judgement) stays() bool {
	order := identity(j.Cards)
	switch {
	case j.Law != nil:
		return j.Law.P(order...).Cmp(big.NewRat(1, 1)) == 0
	case j.Sample != nil:
		return j.Sample.Count(order...) == j.Sample.Runs
	}
	for i := range order {
		if j.Places.Counts[i][i] != j.Places.Runs {
			return false
		}
	}
	return true
}

// moves reports whether no card ever stays in its place.
func (j *Judgement) moves() bool {
	if j.Law == nil {
		return false
	}
	for i, row := range j.Law.Positions().P {
		if row[i].Sign() != 0 {
			return false
		}
	}
	return true
}

// Fair reports whether the shuffle is fair: exactly, or as far as the sample shows.
func (j *Judgement) Fair() bool {
	switch {
	case j.Law != nil:
		return j.Law.IsFair()
	case j.Sample != nil:
		return !j.Sample.Unfair()
	case j.Places != nil:
		return !j.Places.Unfair()
	}
	return false
}

// Verdict says in a sentence whether the shuffle is fair, and what is wrong if it isn't.
func (j *Judgement) Verdict() string {
	switch {
	case j.Law == nil && j.Sample == nil && j.Places == nil:
		return "wrong: " + j.Mistake
	case j.Mistake != "":
		return "not fair: " + j.Mistake
	case j.Law != nil:
		text := fmt.Sprintf("fair: every order of %d cards comes up %s, exactly", j.Cards, j.Law.fairText())
		if j.Algorithm != "" {
			text += ". It is " + j.Algorithm
		}
		return text
	case j.Sample != nil && proof.Suspected(j.Sample.P):
		return j.Sample.Verdict()
	case j.Places != nil && proof.Suspected(j.Places.P):
		return j.Places.Verdict()
	case j.Sample != nil:
		return fmt.Sprintf("%s of %d cards show nothing unfair (%s)", prose.Plural(j.Sample.Runs, "shuffle"), j.Cards, prose.P(j.Sample.P))
	}
	return fmt.Sprintf("no card prefers a place in %s of %d cards (%s)", prose.Plural(j.Places.Runs, "shuffle"), j.Cards, prose.PAtMost(j.Places.P))
}

// Summary says in sentences what the verdict is based on.
func (j *Judgement) Summary() (lines []string) {
	if j.Where != "" {
		lines = append(lines, j.Where+": "+j.Source)
	}
	switch {
	case j.Law != nil && !j.Law.IsFair():
		lines = append(lines, fmt.Sprintf("Of %d cards, %s, exactly.", j.Cards, j.Law.Verdict()))
	case j.Sample != nil && !j.Fair():
		lines = append(lines, fmt.Sprintf("Of %d cards, %s.", j.Cards, j.Sample.Verdict()))
	case j.Places != nil && !j.Fair():
		lines = append(lines, fmt.Sprintf("Of %d cards, %s.", j.Cards, j.Places.Verdict()))
	}
	if j.Why != "" {
		lines = append(lines, "It was sampled, since "+j.Why+".")
	}
	bounded := slices.DeleteFunc(slices.Clone(j.Draws), func(n int) bool { return n == 0 })
	switch {
	case len(bounded) > 0:
		lines = append(lines, fmt.Sprintf("With %d cards it drew among %s values.", j.Cards, placesText(bounded)))
	case len(j.Draws) > 0:
		lines = append(lines, fmt.Sprintf("With %d cards it drew %s.", j.Cards, prose.Plural(len(j.Draws), "time")))
	}
	if j.Law == nil && j.Fair() && j.Algorithm != "" {
		lines = append(lines, "It draws as "+strings.TrimPrefix(j.Algorithm, "the library's Shuffle, which is ")+" does.")
	}
	return append(lines, j.Notes...)
}

// String returns the Verdict and the Summary, in lines of at most 80 columns.
func (j *Judgement) String() string {
	verdict := j.Verdict()
	if !strings.HasSuffix(verdict, "?") {
		verdict += "."
	}
	lines := []string{prose.Wrap("Verdict: " + verdict)}
	for i, l := range j.Summary() {
		if i == 0 && j.Where != "" {
			lines = append(lines, "  "+l)
			continue
		}
		lines = append(lines, prose.Wrap(l))
	}
	return strings.Join(lines, "\n")
}
