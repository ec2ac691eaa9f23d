package jetstream

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// contexts are files of nats context, and what they set or why they are refused.
var contexts = []struct {
	name, text string
	url, user  string
	token      string
	err        string
}{
	{name: "plain", text: `{"description": "", "url": "nats://a:4222", "token": ""}`, url: "nats://a:4222"},
	{name: "user", text: `{"url": "tls://a", "user": "me", "password": "x"}`, url: "tls://a", user: "me"},
	{name: "token", text: `{"url": "nats://a", "token": "secret", "inbox_prefix": "_MINE"}`, url: "nats://a", token: "secret"},
	{name: "nowhere", text: `{"user": "me"}`, err: "nowhere.json has no url"},
	{name: "broken", text: `{"url": `, err: "broken.json: unexpected end of JSON input"},
	{name: "key", text: `{"url": "nats://a", "nkey": "/no/such/file"}`, err: "key.json: "},
	{name: "missing", err: "missing is neither an address such as nats://host nor a context of nats (no file "},
}

func TestContexts(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	dir := filepath.Join(home, "nats", "context")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range contexts {
		if tt.text != "" {
			if err := os.WriteFile(filepath.Join(dir, tt.name+".json"), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		url, options, err := destination(tt.name)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.err)
			}
			continue
		}
		var o nats.Options
		for _, set := range options {
			if err := set(&o); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		if err != nil || url != tt.url || o.User != tt.user || o.Token != tt.token {
			t.Errorf("%s: %s, %v, user %q, token %q", tt.name, url, err, o.User, o.Token)
		}
	}
}

func TestStreamNames(t *testing.T) {
	for _, name := range []string{"", "a.b", "a b", "*", strings.Repeat("a", 65)} {
		if _, err := Connect("nats://127.0.0.1:1", name, ""); err == nil || !strings.HasPrefix(err.Error(), "stream ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestShown: logs don't have passwords.
func TestShown(t *testing.T) {
	for server, want := range map[string]string{
		"nats://host": "nats://host", "class": "class", "nats://ann:secret@host:4222": "nats://ann:xxxxx@host:4222",
	} {
		if got := serverForLogs(server); got != want {
			t.Errorf("%s is shown as %s, want %s", server, got, want)
		}
	}
}
