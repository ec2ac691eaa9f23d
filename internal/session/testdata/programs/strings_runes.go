// Strings are bytes, runes are code points.
package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

func main() {
	const s = "สวัสดี"
	fmt.Println("Len:", len(s), utf8.RuneCountInString(s))
	for i := 0; i < len(s); i++ {
		fmt.Printf("%x ", s[i])
	}
	fmt.Println()
	for idx, r := range s {
		fmt.Printf("%#U starts at %d\n", r, idx)
	}
	for i, w := 0, 0; i < len(s); i += w {
		r, width := utf8.DecodeRuneInString(s[i:])
		fmt.Print(r, ",", width, " ")
		w = width
	}
	fmt.Println()
	fmt.Println(reverse("añb☃"), strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, "Hello, Ünï"))
	b := []byte("hey")
	b[0] = 'H'
	fmt.Println(string(b), b, string([]rune{72, 105, 0x1F600}), string(rune(9731)))
	fmt.Printf("%q %+q %x % X %s %v %c %U\n", "né\n", "né", "né", "né", b, b, 'é', 'é')
	fmt.Println("a" < "b", "Z" < "a", "abc" < "abd", "" == "")
	var sb strings.Builder
	for i := range 3 {
		fmt.Fprintf(&sb, "%d...", i)
	}
	sb.WriteByte('!')
	sb.WriteRune('☃')
	fmt.Println(sb.String(), sb.Len())
	counts := map[rune]int{}
	for _, r := range "mississippi" {
		counts[r]++
	}
	fmt.Println(counts, counts['s'])
	bad := "a\xffb"
	for _, r := range bad {
		fmt.Print(r, " ")
	}
	fmt.Println(utf8.ValidString(bad), []rune(bad), strings.ToValidUTF8(bad, "?"))
	type Name string
	n := Name("typed")
	fmt.Println(n[1:3], len(n), strings.ToUpper(string(n)), n+"!")
	fmt.Printf("%T %v %q %5.2s|%-8s|%08s|\n", n, n, n, n, n, n)
	multi := `line 1
	line "2"`
	fmt.Println(multi, strings.Count(multi, "\n"))
	x := "immutable"
	y := x
	x += "!"
	fmt.Println(x, y)
}
