package main

import (
	"bytes"
	"os"
	"testing"
)

// TestFiles holds the committed files to what the program draws.
func TestFiles(t *testing.T) {
	for name, want := range logoFiles() {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what this program draws; run: go generate ./kernel/logo", name)
		}
	}
}
