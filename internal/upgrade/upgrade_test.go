//go:build !js

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/relied"
)

// TestFacts: all facts hold for the versions in go.mod, each names a file that is there,
// and the page for upgrades has a row for it.
func TestFacts(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "doc", "upgrading.md"))
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(page), "\n## What only tests see")
	for _, f := range facts() {
		if err := check(f); err != nil {
			t.Errorf("%s, %s: %v", f.Of, f.What, err)
		}
		if _, err := os.Stat(filepath.Join(root, f.File)); err != nil {
			t.Error(err)
		}
		if row := "| " + f.Of + " | " + f.What + " | `" + f.File + "` | " + f.Else + " |\n"; !strings.Contains(table, row) {
			t.Errorf("doc/upgrading.md lacks the row\n%s", row)
		}
	}
	const header = 2
	if rows := strings.Count(table, "\n|") - header; rows != len(facts()) {
		t.Errorf("doc/upgrading.md has %d rows for %d facts", rows, len(facts()))
	}
}

// TestReport: what doesn't hold, or panics, is said with its file and what follows.
func TestReport(t *testing.T) {
	var b strings.Builder
	changed := report(&b, []relied.Fact{
		{Of: "Go", What: "water is wet", Check: func() error { return nil }},
		{Of: "yaegi", What: "fire is cold", File: "fire.go", Else: "fingers burn", Check: func() error { return errors.New("it is hot") }},
		{Of: "wazero", What: "air is there", File: "air.go", Else: "nobody breathes", Check: func() error { panic("a vacuum") }},
	})
	if changed != 2 {
		t.Errorf("%d facts have changed, want 2", changed)
	}
	for _, want := range []string{"water is wet\n", "fire is cold: it is hot\n", "fire.go knows it; as it is, fingers burn\n", "the check panicked: a vacuum\n", "2 of 3 have changed"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, b.String())
		}
	}
}
