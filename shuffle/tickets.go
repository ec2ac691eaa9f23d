package shuffle

import (
	"fmt"
	"strings"
)

// maxTickets bounds the tickets of one call.
const maxTickets = 1_000_000

// Ticket is one play of a lottery.
type Ticket struct {
	// Numbers are the numbers played, sorted.
	Numbers []int
	// Ball is the extra number of a game that has one, otherwise 0.
	Ball int
}

// String returns the numbers, as in "[1, 7, 18, 22, 23]", and the ball, if any,
// as in "[10, 20, 27, 46, 55] + 36".
func (t Ticket) String() string {
	words := make([]string, len(t.Numbers))
	for i, n := range t.Numbers {
		words[i] = fmt.Sprint(n)
	}
	s := "[" + strings.Join(words, ", ") + "]"
	if t.Ball != 0 {
		s += fmt.Sprintf(" + %d", t.Ball)
	}
	return s
}

// Tickets are several plays.
type Tickets []Ticket

// String returns one line for each, as in "Ticket #1: [1, 7, 18, 22, 23]".
func (ts Tickets) String() string { return numbered("Ticket", ts) }

// Roadrunner draws quick picks for Roadrunner Cash, five numbers of 37, all from
// one Lottery. Shown or printed, they are lines such as
// "Ticket #1: [1, 7, 18, 22, 23]". It panics unless 0 <= tickets <= 1,000,000.
func Roadrunner(tickets int, rng ...PRNG) Tickets {
	return quickPicks("Roadrunner", tickets, 37, 5, rng)
}

// Keno draws games of keno, twenty numbers of 80, all from one Lottery. Shown or
// printed, they are lines as Roadrunner's. It panics unless
// 0 <= tickets <= 1,000,000.
func Keno(tickets int, rng ...PRNG) Tickets {
	return quickPicks("Keno", tickets, 80, 20, rng)
}

func quickPicks(call string, tickets, max, k int, rng []PRNG) Tickets {
	checkRange(call, "tickets", tickets, 0, maxTickets)
	lottery := NewLottery(max, GeneratorOf(call, rng))
	picks := make(Tickets, tickets)
	for i := range picks {
		picks[i].Numbers = lottery.Pick(k)
	}
	return picks
}

// PowerBall draws quick picks for PowerBall: five numbers of 59, and then the
// ball, one of 39. Shown or printed, they are lines such as
// "Ticket #1: [10, 20, 27, 46, 55] + 36". Numbers and ball come from two
// lotteries that share a generator; with two generators each has its own. It
// panics unless 0 <= tickets <= 1,000,000.
func PowerBall(tickets int, rng ...PRNG) Tickets {
	const call = "PowerBall"
	checkRange(call, "tickets", tickets, 0, maxTickets)
	if len(rng) > 2 {
		refuse(call, "%d generators, want at most two", len(rng))
	}
	first := GeneratorOf(call, rng[:min(len(rng), 1)])
	second := first
	if len(rng) == 2 {
		second = GeneratorOf(call, rng[1:])
	}
	white, red := NewLottery(59, first), NewLottery(39, second)
	picks := make(Tickets, tickets)
	for i := range picks {
		picks[i] = Ticket{Numbers: white.Pick(5), Ball: red.Pick(1)[0]}
	}
	return picks
}
