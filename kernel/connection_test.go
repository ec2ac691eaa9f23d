package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConnectionKeys reads connection files with and without encryption. The keys are
// those that ZeroMQ's manual gives for tests.
func TestConnectionKeys(t *testing.T) {
	const (
		ports  = `{"shell_port": 1, "control_port": 2, "iopub_port": 3, "stdin_port": 4, "hb_port": 5`
		public = `, "curve_publickey": "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"`
		secret = `, "curve_secretkey": "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"`
	)
	tests := []struct {
		text, want string
		keys       bool
	}{
		{ports + `}`, "", false},
		{ports + public + secret + `}`, "", true},
		{ports + `, "curve_publickey": null, "curve_secretkey": null}`, "", false},
		{ports + public + `}`, "curve_publickey and curve_secretkey: secret key: 0 characters, want 40", false},
		{ports + secret + `}`, "public key: 0 characters", false},
		{ports + public + `, "curve_secretkey": 5}`, "cannot unmarshal number", false},
	}
	for _, tt := range tests {
		file := filepath.Join(t.TempDir(), "c.json")
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := readConnection(file)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.text, err, tt.want)
		}
		if err != nil {
			continue
		}
		if keys, err := c.curveKeys(); (keys != nil) != tt.keys || err != nil {
			t.Errorf("%s: keys %v, %v", tt.text, keys, err)
		}
	}
}
