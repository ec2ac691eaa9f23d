package session

import (
	"fmt"
	"os"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/core"
)

func TestDump(t *testing.T) {
	name := os.Getenv("DUMP")
	if name == "" {
		t.Skip("no file")
	}
	text, _ := os.ReadFile(name)
	s, _ := New(Options{})
	var u *cell.Unit
	var errs cell.Errors
	if cell.IsProgram(string(text)) {
		u, errs = s.compiler.Program(&cell.Source{Text: string(text), File: "x.go"})
	} else {
		u, errs = s.compiler.Compile(&cell.Source{Text: string(text)})
	}
	if errs != nil {
		t.Fatal(compileError(errs))
	}
	for i, l := range splitLines(core.Print(u.Program).Source) {
		fmt.Printf("%4d %s\n", i+1, l)
	}
	if err := s.engine.load(u.Lowered, s.describe); err != nil {
		t.Fatal(err)
	}
	if _, err := s.engine.compile(u.Lowered); err != nil {
		t.Fatal(err)
	}
}

func splitLines(s string) []string {
	var out []string
	cur := ""
	for _, c := range s {
		if c == '\n' {
			out = append(out, cur)
			cur = ""
			continue
		}
		cur += string(c)
	}
	return out
}
