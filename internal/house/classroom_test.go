package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/test/need"
)

// TestHandOut executes the settings of a student's server, as Jupyter does, and wants its
// home to have the lessons, and to keep what the student has written.
func TestHandOut(t *testing.T) {
	need.Programs(t, "python3")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"course/01-lottery/01-lottery.ipynb": "new 1", "course/02-fisher-yates/02-fisher-yates.ipynb": "new 2",
		"home/riffle/02-fisher-yates.ipynb": "my answers",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings, err := filepath.Abs(root + "/doc/classroom/jupyter_server_config.py")
	if err != nil {
		t.Fatal(err)
	}
	const jupyter = `
import pathlib, sys, types, unittest.mock
settings = unittest.mock.MagicMock()
known = {"get_config": lambda: settings}
text = pathlib.Path(sys.argv[1]).read_text().replace("/usr/local/share/riffle/course", sys.argv[2])
exec(compile(text, sys.argv[1], "exec"), known)
exec(compile(text, sys.argv[1], "exec"), known)
print(settings.KernelSpecManager.allowed_kernelspecs)
`
	cmd := exec.Command("python3", "-c", jupyter, settings, filepath.Join(dir, "course"))
	home := filepath.Join(dir, "home")
	cmd.Env = append(os.Environ(), "HOME="+home, "USERPROFILE="+home)
	if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "{'riffle'}" {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{"01-lottery.ipynb": "new 1", "02-fisher-yates.ipynb": "my answers"} {
		if got, err := os.ReadFile(filepath.Join(home, "riffle", name)); err != nil || string(got) != want {
			t.Errorf("%s is %q (%v), want %q", name, got, err, want)
		}
	}
}

// TestImage wants the container file to copy files that are here, and to hand out the
// lessons from where the settings look for them.
func TestImage(t *testing.T) {
	text, err := os.ReadFile(root + "/doc/classroom/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	copied := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "COPY" || strings.HasPrefix(fields[1], "--from") {
			continue
		}
		for _, name := range fields[1 : len(fields)-1] {
			copied++
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Errorf("the image wants %s: %v", name, err)
			}
		}
	}
	if copied < 3 {
		t.Errorf("the image copies %d files", copied)
	}
	settings, err := os.ReadFile(root + "/doc/classroom/jupyter_server_config.py")
	if err != nil {
		t.Fatal(err)
	}
	const course = "/usr/local/share/riffle/course"
	if !strings.Contains(string(text), course) || !strings.Contains(string(settings), course) {
		t.Errorf("the image and its settings don't both name %s", course)
	}
}
