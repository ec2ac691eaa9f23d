package repl

import "testing"

func TestReflows(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"TERM": "xterm-256color"}, true},
		{map[string]string{"TERM": "xterm-256color", "XTERM_VERSION": "XTerm(380)"}, false},
		{map[string]string{"TERM": "tmux-256color", "XTERM_VERSION": "XTerm(380)", "TMUX": "/tmp/tmux-0/default,1,0"}, true},
		{map[string]string{"TERM": "screen", "STY": "1.pts-0"}, false},
		{map[string]string{"TERM": "linux"}, false},
		{map[string]string{"TERM": "st-256color"}, false},
		{map[string]string{"TERM": "stterm"}, true},
	} {
		if got := reflows(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
}
