package kernel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/kernel/wire"
)

// openHistory is a kernel's history in a file, as one kernel after the other has
// it.
func openHistory(t *testing.T, file string) *kernel {
	t.Helper()
	k := new(kernel)
	k.history.shelf = openShelf(file, func(err error) { t.Error(err) })
	return k
}

func (k *kernel) remember(cells ...string) {
	for _, c := range cells {
		k.history.number(c, true)
	}
	k.history.shelf.close()
}

// TestShelf asks three kernels of one user, of which two run side by side, in all
// modes.
func TestShelf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "riffle", "history")
	a, idle, b := openHistory(t, file), openHistory(t, file), openHistory(t, file)
	a.remember("x := 1", "for {\n\tbreak\n}")
	b.remember("y := 2")
	a.remember("x")
	b.history.number("x", true)
	b.history.output(2, "1")
	for _, tt := range []struct {
		name    string
		kernel  *kernel
		request string
		want    string
	}{
		{"tail of the second", b, `{"hist_access_type":"tail","n":3}`, `[[1,3,"x"],[2,1,"y := 2"],[2,2,"x"]]`},
		{"its own last", a, `{"hist_access_type":"tail","n":2,"output":true}`, `[[1,2,["for {\n\tbreak\n}",null]],[1,3,["x",null]]]`},
		{"this session's outputs", b, `{"hist_access_type":"range","session":0,"start":2,"stop":3,"output":true}`, `[[2,2,["x","1"]]]`},
		{"the session before", b, `{"hist_access_type":"range","session":-1,"start":1,"stop":3}`, `[[1,1,"x := 1"],[1,2,"for {\n\tbreak\n}"]]`},
		{"a session by its number", idle, `{"hist_access_type":"range","session":2,"start":1,"stop":2}`, `[[2,1,"y := 2"]]`},
		{"before the first cell", idle, `{"hist_access_type":"range","session":-1,"start":2,"stop":3}`, `[[2,2,"x"]]`},
		{"a session that never was", idle, `{"hist_access_type":"range","session":7,"start":1,"stop":2}`, `[]`},
		{"search", b, `{"hist_access_type":"search","pattern":"? := *"}`, `[[1,1,"x := 1"],[2,1,"y := 2"]]`},
		{"search of lines", b, `{"hist_access_type":"search","pattern":"*break*"}`, `[[1,2,"for {\n\tbreak\n}"]]`},
		{"search, unique", b, `{"hist_access_type":"search","pattern":"x","unique":true}`, `[[2,2,"x"]]`},
		{"search, not unique", b, `{"hist_access_type":"search","pattern":"x","n":5}`, `[[1,3,"x"],[2,2,"x"]]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			reply, err := searchHistory(tt.kernel, &request{Message: &wire.Message{Content: json.RawMessage(tt.request)}})
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(reply.(map[string]any)["history"])
			if err != nil || string(got) != tt.want {
				t.Errorf("history %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// TestShelfKeepsUsersApart wants a file that nobody else reads.
func TestShelfKeepsUsersApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	openHistory(t, file).remember("secret := 1")
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestDamagedShelf leaves out lines that no kernel wrote, and goes on.
func TestDamagedShelf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(file, []byte("4\t1\ta\nno number\n-3\t1\tb\n4\tx\tc\n5\t1\n4\t2\thal"), 0o600); err != nil {
		t.Fatal(err)
	}
	k := openHistory(t, file)
	k.remember("b")
	all, session, err := k.history.snapshot()
	var inputs []string
	for _, e := range all {
		inputs = append(inputs, e.input)
	}
	if got := strings.Join(inputs, " "); got != "a hal b" || session != 5 || err != nil {
		t.Errorf("session %d has %q, %v", session, got, err)
	}
}

// TestUnwritableShelf goes on in memory.
func TestUnwritableShelf(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var told error
	k := new(kernel)
	k.history.shelf = openShelf(filepath.Join(dir, "file", "history"), func(err error) { told = err })
	k.remember("a")
	if all, session, err := k.history.snapshot(); len(all) != 1 || session != 1 || err != nil || told == nil {
		t.Errorf("%v, %d, %v; told %v", all, session, err, told)
	}
}

// TestShelfCloses: what waits to be written is written at once when the kernel ends.
func TestShelfCloses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	k := openHistory(t, file)
	for range 3 { // also while another is written
		for _, c := range []string{"a", "b", "c"} {
			k.history.number(c, true)
		}
		k.history.shelf.close()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n < 9 {
		t.Errorf("%d lines are kept, want 9:\n%s", n, text)
	}
}
