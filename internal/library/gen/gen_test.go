package main

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"riffle/internal/test/full"
)

// TestParams wants params.txt to be what the compiler says today.
func TestParams(t *testing.T) {
	if !full.On() {
		t.Skip("it compiles the standard library: in the full run")
	}
	old, err := os.ReadFile("../params.txt")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(old), "\n")
	if v := minor(runtime.Version()); !strings.Contains(head, " "+v+".") {
		t.Skipf("%s: this is %s", head, v)
	}
	text, err := derive()
	if err != nil {
		t.Fatal(err)
	}
	if text != string(old) {
		t.Error("params.txt is out of date: go generate ./internal/library")
	}
}
