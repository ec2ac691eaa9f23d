// Package prose writes numbers as sentences have them.
package prose

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Int writes an integer with commas: 1,000,000.
func Int(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// Real writes a number with as many digits as are significant. From 10,000 on it is
// written out, with commas.
func Real(x float64, digits int) string {
	if a := math.Abs(x); a < 9999.5 || a >= 1e15 || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	return Int(int(math.Round(x)))
}

// Fixed writes a number with a number of decimals, from 10,000 on with commas and from
// 10^15 on with an exponent.
func Fixed(x float64, decimals int) string {
	if math.Abs(x) >= 1e15 {
		return strconv.FormatFloat(x, 'g', 5, 64)
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	whole, fraction, point := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n > -10_000 && n < 10_000 {
		return s
	}
	if point {
		fraction = "." + fraction
	}
	return Int(n) + fraction
}

// Percent writes a share with as many decimals as an error of that size
// deserves: two digits of the error.
func Percent(share, err float64) string {
	return fmt.Sprintf("%.*f %%", percentDecimals(err), 100*share)
}

// Range writes an interval of shares, as in "16.60 to 16.74 %". Ends that can't be
// exceeded have no decimals: "0 to 11.4 %".
func Range(low, high float64) string {
	d := percentDecimals((high - low) / 2)
	end := func(share float64) string {
		if share == 0 || share == 1 {
			return strconv.Itoa(int(100 * share))
		}
		return fmt.Sprintf("%.*f", d, 100*share)
	}
	return end(low) + " to " + end(high) + " %"
}

func percentDecimals(err float64) int {
	if err <= 0 || math.IsInf(err, 0) || math.IsNaN(err) {
		return 2
	}
	return max(0, min(8, 1-int(math.Floor(math.Log10(100*err)))))
}

// About writes a large number of which only the size matters: "about 20,000",
// "more than 10^18".
func About(x float64) string {
	switch {
	case math.IsNaN(x) || x < 0:
		return "an unknown number"
	case math.IsInf(x, 1):
		return "more than can be told"
	case x >= 1e18:
		return fmt.Sprintf("about 10^%.0f", math.Floor(math.Log10(x)+1e-9))
	case x < 10:
		return "about " + strconv.Itoa(int(math.Ceil(x)))
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return "about " + Int(int(math.Ceil(x/unit)*unit))
}

// RunsShow writes how many runs show something, with the verb: "about 20,000 runs
// show", "a single run shows".
func RunsShow(runs float64) string {
	if runs <= 1 {
		return "a single run shows"
	}
	return About(runs) + " runs show"
}

// P writes a p-value: "p = 0.042", "p < 10^-9".
func P(p float64) string {
	switch {
	case p >= 0.0995:
		return fmt.Sprintf("p = %.2f", p)
	case p >= 0.00095:
		return fmt.Sprintf("p = %.2g", p)
	case p > 0:
		return fmt.Sprintf("p < 10^%d", int(math.Ceil(math.Log10(p)+1e-9)))
	}
	return "p < 10^-300"
}

// PAtMost writes an upper bound of a p-value: "p ≤ 0.042", "p < 10^-9".
func PAtMost(p float64) string { return strings.Replace(P(p), "=", "≤", 1) }

// Plural writes a number and a word, with an s unless there is one of it.
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return Int(n) + " " + word + "s"
}

// Wrap breaks a text at its spaces, except in parentheses and in front of %, so that
// no line is longer than 80 columns if its words allow it. Lines after the first are
// indented by two.
func Wrap(text string) string {
	const width = 80
	var lines []string
	line := ""
	for _, word := range phrases(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// phrases splits a text at spaces outside parentheses, but not in front of a percent
// sign.
func phrases(text string) []string {
	var list []string
	depth := 0
	for _, word := range strings.Split(text, " ") {
		if depth > 0 || strings.HasPrefix(word, "%") && list != nil {
			list[len(list)-1] += " " + word
		} else {
			list = append(list, word)
		}
		depth += strings.Count(word, "(") - strings.Count(word, ")")
	}
	return list
}
