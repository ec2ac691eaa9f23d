// Speed of a report with Sprintf and a Builder.
package main

import (
	"fmt"
	"strings"
	"time"
)

type sale struct {
	product string
	count   int
	price   float64
}

func (s sale) total() float64 { return float64(s.count) * s.price }

func line(i int, s sale) string {
	return fmt.Sprintf("%3d. %-10s %5d x %8.2f = %10.2f\n", i, s.product, s.count, s.price, s.total())
}

func bar(n int) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		b.WriteByte('#')
	}
	b.WriteRune('\n')
	return b.String()
}

func report(sales []sale) string {
	var b strings.Builder
	b.WriteString(strings.Repeat("=", 40))
	b.WriteString("\n")
	sum := 0.0
	for i, s := range sales {
		b.WriteString(line(i+1, s))
		b.WriteString(bar(s.count))
		sum += s.total()
	}
	fmt.Fprintf(&b, "total %.2f, %v\n", sum, sales[0])
	return b.String()
}

func work() int {
	names := []string{"dice", "cards", "chips", "boards", "pawns"}
	var sales []sale
	for i := 0; i < 40; i++ {
		sales = append(sales, sale{names[i%5], 1 + i*3%17, 0.25 + float64(i*i%100)/3})
	}
	sum := 0
	for round := 0; round < 50; round++ {
		text := report(sales)
		sum += len(text) + strings.Count(text, "#")
	}
	for _, c := range report(sales) {
		sum = (sum*31 + int(c)) % 1000000007
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
