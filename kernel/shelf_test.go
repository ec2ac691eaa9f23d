package kernel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// remember keeps cells of one kernel on the shelf, from number n on.
func (s *shelf) remember(n int, cells ...string) {
	for i, c := range cells {
		s.Add(n+i, c)
	}
	s.closeShelf()
}

func open(t *testing.T, file string) *shelf {
	t.Helper()
	return openShelf(file, func(err error) { t.Error(err) })
}

// TestShelf asks three kernels of one user, of which two run side by side, in all
// modes.
func TestShelf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "riffle", "history")
	a, idle, b := serveHistory(t, file, "a"), serveHistory(t, file, "idle"), serveHistory(t, file, "b")
	tail := map[string]any{"hist_access_type": "tail"}
	a.execute("print 1")
	a.execute("print a\n\tprint b")
	a.ask("shell", "history_request", tail) // writes what is pending
	b.execute("print 2")
	b.ask("shell", "history_request", tail)
	a.execute("1+1")
	b.execute("1+1")
	a.ask("shell", "history_request", tail)
	b.ask("shell", "history_request", tail)
	for _, tt := range []struct {
		name    string
		client  *client
		request string
		want    string
	}{
		{"tail of the second", b, `{"hist_access_type":"tail","n":3}`, `[[1,3,"1+1"],[2,1,"print 2"],[2,2,"1+1"]]`},
		{"its own last", a, `{"hist_access_type":"tail","n":2,"output":true}`, `[[1,2,["print a\n\tprint b",null]],[1,3,["1+1","2"]]]`},
		{"this session's outputs", b, `{"hist_access_type":"range","session":0,"start":2,"stop":3,"output":true}`, `[[2,2,["1+1","2"]]]`},
		{"the session before", b, `{"hist_access_type":"range","session":-1,"start":1,"stop":3}`, `[[1,1,"print 1"],[1,2,"print a\n\tprint b"]]`},
		{"a session by its number", idle, `{"hist_access_type":"range","session":2,"start":1,"stop":2}`, `[[2,1,"print 2"]]`},
		{"before the first cell", idle, `{"hist_access_type":"range","session":-1,"start":2,"stop":3}`, `[[2,2,"1+1"]]`},
		{"a session that never was", idle, `{"hist_access_type":"range","session":7,"start":1,"stop":2}`, `[]`},
		{"search", b, `{"hist_access_type":"search","pattern":"print ?"}`, `[[1,1,"print 1"],[2,1,"print 2"]]`},
		{"search of lines", b, `{"hist_access_type":"search","pattern":"*print b*"}`, `[[1,2,"print a\n\tprint b"]]`},
		{"search, unique", b, `{"hist_access_type":"search","pattern":"1+1","unique":true}`, `[[2,2,"1+1"]]`},
		{"search, not unique", b, `{"hist_access_type":"search","pattern":"1+1","n":5}`, `[[1,3,"1+1"],[2,2,"1+1"]]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := tt.client.ask("shell", "history_request", json.RawMessage(tt.request))
			got, err := json.Marshal(field(x.reply, "history"))
			if err != nil || string(got) != tt.want {
				t.Errorf("history %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// TestShelfKeepsUsersApart wants a file that nobody else reads.
func TestShelfKeepsUsersApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	open(t, file).remember(1, "secret := 1")
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
	b := open(t, file)
	b.remember(1, "b")
	all, session, err := open(t, file).Others()
	var inputs []string
	for _, e := range all {
		inputs = append(inputs, e.Input)
	}
	if got := strings.Join(inputs, " "); got != "a hal b" || session != 6 || err != nil {
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
	s := openShelf(filepath.Join(dir, "file", "history"), func(err error) { told = err })
	s.remember(1, "a")
	if all, session, err := s.Others(); len(all) != 0 || session != 1 || err != nil || told == nil {
		t.Errorf("%v, %d, %v; told %v", all, session, err, told)
	}
}

// TestShelfCloses: what waits to be written is written at once when the kernel ends.
func TestShelfCloses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	s := open(t, file)
	for range 3 { // also while another is written
		for _, c := range []string{"a", "b", "c"} {
			s.Add(1, c)
		}
		s.closeShelf()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n < 9 {
		t.Errorf("%d lines are kept, want 9:\n%s", n, text)
	}
}
