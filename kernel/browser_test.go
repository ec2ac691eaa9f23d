package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"riffle/internal/test/full"
	"riffle/internal/test/pytest"
)

// TestBrowser runs the scripts of testdata/browser in one JupyterLab. RIFFLE_SCREENSHOTS
// names a folder that keeps what they saw.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes two minutes")
	}
	t.Parallel()
	python, chromium := pytest.Browser(t)
	data := jupyterCases["riffle"].install(t)
	suite := filepath.Join("testdata", "browser", "suite.py")
	cmd := exec.CommandContext(t.Context(), python, suite, t.TempDir())
	cmd.Args = append(cmd.Args, full.Or([]string{"widgets", "wrong"}, []string{"widgets", "debugger", "wrong", "notebooks"})...)
	cmd.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+data, "JUPYTER_RUNTIME_DIR="+filepath.Join(data, "runtime"),
		"JUPYTER_CONFIG_DIR="+filepath.Join(data, "config"), "JUPYTER_PLATFORM_DIRS=0", "RIFFLE_BROWSER="+chromium)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
