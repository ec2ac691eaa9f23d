// Regular expressions with functions of ours.
package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

type token struct{ kind, text string }

func lex(s string) (out []token) {
	re := regexp.MustCompile(`(?P<num>\d+)|(?P<id>[a-z]\w*)|(?P<op>[-+*/()=])|\s+`)
	names := re.SubexpNames()
	for _, m := range re.FindAllStringSubmatch(s, -1) {
		for i, g := range m[1:] {
			if g != "" {
				out = append(out, token{names[i+1], g})
			}
		}
	}
	return
}

func main() {
	match, _ := regexp.MatchString("p([a-z]+)ch", "peach")
	r := regexp.MustCompile("p([a-z]+)ch")
	fmt.Println(match, r.MatchString("peach"), r.FindString("peach punch"), r.FindStringIndex("peach punch"))
	fmt.Println(r.FindStringSubmatch("peach punch"), r.FindStringSubmatchIndex("peach punch"), r.FindAllString("peach punch pinch", -1), r.FindAllString("peach punch pinch", 2))
	fmt.Println(r.FindAllStringSubmatchIndex("peach punch pinch", -1), r.Match([]byte("peach")), r, r.NumSubexp())
	fmt.Println(r.ReplaceAllString("a peach", "<$1>"), string(r.ReplaceAllFunc([]byte("a peach"), bytes.ToUpper)))
	fmt.Println(r.ReplaceAllStringFunc("peach punch", func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }))
	fmt.Println(lex("x1 = 3*(y+42)"))
	fmt.Printf("%+v\n", lex("a+1"))
	_, err := regexp.Compile("a(b")
	fmt.Println(err)
	date := regexp.MustCompile(`(?P<y>\d{4})-(?P<m>\d\d)`)
	fmt.Println(date.ReplaceAllString("on 2024-05 and 1999-12", "${m}/${y}"), date.SubexpIndex("m"))
	fmt.Printf("%q\n", regexp.MustCompile(`,\s*`).Split("a, b,c,   d", -1))
	defer func() { fmt.Println(recover()) }()
	regexp.MustCompile("*")
}
