package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"riffle/internal/test/pytest"
)

// TestBrowser runs the scripts of testdata/browser, each with JupyterLab and a browser
// of its own. RIFFLE_SCREENSHOTS names a folder that keeps what they saw.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes three minutes")
	}
	python, chromium := pytest.Browser(t)
	notebooks, err := filepath.Abs("../notebooks")
	if err != nil {
		t.Fatal(err)
	}
	for script, args := range map[string][]string{"widgets.py": nil, "debugger.py": nil, "wrong.py": nil, "notebooks.py": {notebooks}} {
		t.Run(script, func(t *testing.T) {
			data := jupyterCases["riffle"].install(t)
			cmd := exec.CommandContext(t.Context(), python, append([]string{filepath.Join("testdata", "browser", script), t.TempDir()}, args...)...)
			cmd.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+data, "JUPYTER_RUNTIME_DIR="+filepath.Join(data, "runtime"),
				"JUPYTER_CONFIG_DIR="+filepath.Join(data, "config"), "JUPYTER_PLATFORM_DIRS=0", "RIFFLE_CHROMIUM="+chromium)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", script, err, out)
			}
		})
	}
}
