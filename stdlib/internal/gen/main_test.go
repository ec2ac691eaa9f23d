package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWrite checks that the folder ends up with the wanted generated files,
// and with everything that isn't generated or is of the other half.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"internal/std/old_gen.go": "old",
		"internal/std/fmt_gen.go": "before",
		"internal/std/hand.go":    "hand",
		"internal/own/old_gen.go": "other half",
	} {
		if err := update(filepath.Join(dir, filepath.FromSlash(name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	err := write(dir, "std", map[string][]byte{"internal/std/fmt_gen.go": []byte("after"), "data/std.zip": []byte("zip")})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"internal/std/old_gen.go": "",
		"internal/std/fmt_gen.go": "after",
		"internal/std/hand.go":    "hand",
		"data/std.zip":            "zip",
		"internal/own/old_gen.go": "other half",
	} {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if string(got) != want || (err != nil) != (want == "") {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
}
