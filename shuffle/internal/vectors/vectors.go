// Package vectors reads the files of reference values that tests compare with.
// Only tests import it.
package vectors

import (
	"encoding/json"
	"os"
	"testing"
)

// Load decodes a key of a JSON file, or all of it if the key is empty. It ends the
// test when that fails.
func Load[T any](t testing.TB, path, key string) T {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		var parts map[string]json.RawMessage
		if err := json.Unmarshal(data, &parts); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		data = parts[key]
	}
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s, %q: %v", path, key, err)
	}
	return v
}
