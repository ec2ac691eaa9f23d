// The package strings, with user functions and types.
package main

import (
	"fmt"
	"os"
	s "strings"
	"text/tabwriter"
	"unicode"
)

var p = fmt.Println

type upper string

func (u upper) String() string { return s.ToUpper(string(u)) }

func main() {
	p("Contains:  ", s.Contains("test", "es"))
	p("Count:     ", s.Count("test", "t"))
	p("HasPrefix: ", s.HasPrefix("test", "te"))
	p("Index:     ", s.Index("test", "e"), s.LastIndex("go gopher", "go"), s.IndexByte("abc", 'c'), s.IndexAny("golang", "ly"), s.IndexFunc("Hello", unicode.IsLower))
	p("Join:      ", s.Join([]string{"a", "b"}, "-"))
	p("Repeat:    ", s.Repeat("a", 5))
	p("Replace:   ", s.Replace("foo", "o", "0", -1), s.Replace("foo", "o", "0", 1), s.ReplaceAll("oink oink", "k", "ky"))
	p("Split:     ", s.Split("a-b-c-d-e", "-"), len(s.Split("", ",")), s.SplitN("a,b,c", ",", 2), s.SplitAfter("a,b", ","))
	p("Case:      ", s.ToLower("TEST"), s.ToUpper("test"), s.Title("her royal"), s.EqualFold("Go", "GO"))
	p("Trim:      ", s.TrimSpace(" \t x "), s.Trim("xxhixx", "x"), s.TrimLeft("aab", "a"), s.TrimPrefix("prefix-a", "prefix-"), s.TrimSuffix("a.go", ".go"), s.TrimFunc("123abc456", unicode.IsDigit), s.TrimRight("abc...", "."))
	fmt.Printf("%q %q\n", s.Fields("  foo bar  baz   "), s.FieldsFunc("a1b2;c", func(r rune) bool { return !unicode.IsLetter(r) }))
	before, after, ok := s.Cut("key=value=x", "=")
	p(before, after, ok)
	rest, ok := s.CutPrefix("v1.2", "v")
	p(rest, ok)
	r := s.NewReplacer("<", "&lt;", ">", "&gt;")
	p(r.Replace("<b>x</b>"))
	p(s.Compare("a", "b"), s.ContainsRune("abc", 'b'), s.ContainsAny("x", "xyz"))
	p(s.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return r + 1
	}, "banana"))
	p(upper("shout"), []upper{"a", "b"}, map[upper]int{"k": 1})
	p(upper("a"), upper("b"), 1, 2, "x", upper("c"))
	fmt.Print(upper("a"), upper("b"), 1, 2, "x", 3, upper("c"), 'q', upper("d"), "\n")
	p(fmt.Sprint("a", 1, 2, "b", upper("x"), upper("y"), true, nil, []int{1}), fmt.Sprintln("end", upper("z")))
	tw := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(tw, "a\tb\tc")
	fmt.Fprintln(tw, "aaaa\tbbbbb\tc")
	tw.Flush()
	var sb s.Builder
	for i := 3; i >= 1; i-- {
		fmt.Fprintf(&sb, "%d...", i)
	}
	sb.WriteString("ignition")
	p(sb.String())
	rd := s.NewReader("some reader")
	b := make([]byte, 4)
	n, err := rd.Read(b)
	p(n, err, string(b), rd.Len())
	for line := range s.Lines("one\ntwo\nthree") {
		fmt.Printf("%q ", line)
	}
	for w := range s.FieldsSeq(" x y ") {
		fmt.Printf("%q ", w)
	}
	p()
}
