// Speed of building a string.
package main

import (
	"fmt"
	"strings"
	"time"
)

func work() int {
	var b strings.Builder
	for i := 0; i < 200_000; i++ {
		b.WriteByte('a' + byte(i%26))
		if i%100 == 0 {
			b.WriteString(", ")
		}
	}
	return strings.Count(b.String(), "z")
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
