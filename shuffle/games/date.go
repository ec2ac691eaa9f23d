package games

import (
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// RandomDate draws a day of the year, all equally likely: it draws the number of
// the day, from 1 to 365 or 366. The time of day is midnight UTC. It panics
// unless 1 <= year <= 9999, and when given more than one generator.
func RandomDate(year int, rng ...shuffle.PRNG) time.Time {
	const call = "games.RandomDate"
	checkYear(call, year)
	return date(year, 1, 1+shuffle.GeneratorOf(call, rng).IntN(daysOf(year)))
}

// RandomDateByMonth draws a month and then a day of it. The months are equally
// likely, so the days aren't: each in February has probability 1/336 or 1/348,
// each in March 1/372. It panics as RandomDate does.
func RandomDateByMonth(year int, rng ...shuffle.PRNG) time.Time {
	const call = "games.RandomDateByMonth"
	checkYear(call, year)
	g := shuffle.GeneratorOf(call, rng)
	month := time.Month(1 + g.IntN(12))
	return date(year, month, 1+g.IntN(daysIn(year, month)))
}

// RandomDateByTrial draws a month and a day from 1 to 31, and draws both again
// until they are a date. All days are equally likely, and it takes 372/365 tries
// on average, 372/366 in a leap year. It panics as RandomDate does, and after a
// thousand failures, which happen only with a broken generator.
func RandomDateByTrial(year int, rng ...shuffle.PRNG) time.Time {
	const (
		call     = "games.RandomDateByTrial"
		patience = 1000
	)
	checkYear(call, year)
	g := shuffle.GeneratorOf(call, rng)
	for range patience {
		month, day := time.Month(1+g.IntN(12)), 1+g.IntN(31)
		if day <= daysIn(year, month) {
			return date(year, month, day)
		}
	}
	arg.Refuse(call, "no date in %d draws, want random ones (is the generator stuck?)", patience)
	return time.Time{}
}

func checkYear(call string, year int) { arg.Range(call, "year", year, 1, 9999) }

// date accepts days beyond the end of the month, which count into the next ones.
func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func daysOf(year int) int { return date(year, 12, 31).YearDay() }

func daysIn(year int, month time.Month) int { return date(year, month+1, 0).Day() }
