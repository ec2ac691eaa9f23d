package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestMain makes this test binary the program that is confined.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case Subcommand:
			if err := Enter(os.Args[2], os.Args[3]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Args = append(os.Args[:1], os.Args[3:]...)
			main()
		case Probe, "attempts", "environment", "version":
			main()
		}
	}
	os.Exit(m.Run())
}

// main is the program in the confined process.
func main() {
	defer os.Exit(0)
	switch os.Args[1] {
	case Probe:
		if err := Attempt(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "environment":
		json.NewEncoder(os.Stdout).Encode(os.Environ())
	case "attempts":
		json.NewEncoder(os.Stdout).Encode(attempts())
	}
}

// attempts are what an answer might try, with the errors that it gets.
func attempts() map[string]string {
	said := map[string]string{}
	var mu sync.Mutex
	try := func(what string, f func() error) {
		err := f()
		mu.Lock()
		defer mu.Unlock()
		said[what] = fmt.Sprint(err)
	}
	read := func(name string) func() error {
		return func() error { _, err := os.ReadFile(name); return err }
	}
	try("read /etc/passwd", read("/etc/passwd"))
	try("read the parent's command line", read(fmt.Sprintf("/proc/%d/cmdline", os.Getppid())))
	try("read its own memory", read("/proc/self/mem"))
	try("list /", func() error { _, err := os.ReadDir("/"); return err })
	for what, err := range attemptChanges("..") {
		try(what, func() error { return err })
	}
	for what, f := range systemAttempts() {
		try(what, f)
	}
	try("remove beside", func() error { return os.Remove("../outside") })
	try("link to outside", func() error {
		os.Symlink("../outside", "link")
		return read("link")()
	})
	try("signal the parent", func() error { return signalParent() })
	try("listen", func() error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err })
	try("run a shell", func() error { return exec.Command("/bin/sh", "-c", "true").Run() })
	try("run itself", func() error { return exec.Command("/proc/self/exe", "version").Run() })
	try("write within", within)
	try("write to nothing", func() error { return os.WriteFile(os.DevNull, nil, 0o700) })
	// Another thread is bound too.
	var others sync.WaitGroup
	for i := range 20 {
		others.Go(func() {
			runtime.LockOSThread()
			try(fmt.Sprintf("thread %d", i), read("/etc/passwd"))
		})
	}
	others.Wait()
	return said
}

// within does what lessons do with files.
func within() error {
	dir, err := os.MkdirTemp(".", "dir")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp("", "file") // TMPDIR is the folder
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o600), os.WriteFile(filepath.Join(dir, "a"), nil, 0o600),
		os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "b")), os.Remove(filepath.Join(dir, "b")),
		os.MkdirAll(filepath.Join(dir, "c", "d"), 0o700), f.Truncate(10), f.Close(), os.RemoveAll(dir),
	)
}

// run runs a subcommand confined to a folder of its own.
func run(t *testing.T, subcommand string, answer any) (dir string) {
	t.Helper()
	base := t.TempDir()
	dir = filepath.Join(base, "a folder, \"quoted\"")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(base, outside), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	argv, err := Command(dir, subcommand)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "SECRET=42", "LANG=de_DE.UTF-8")
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(said, answer); err != nil {
		t.Fatalf("%s: %v", said, err)
	}
	if text, err := os.ReadFile(filepath.Join(base, outside)); string(text) != "secret" {
		t.Errorf("the file outside has %q, %v", text, err)
	}
	return dir
}

func TestEnvironment(t *testing.T) {
	var got []string
	dir := run(t, "environment", &got)
	text := strings.Join(got, "\n")
	if strings.Contains(text, "SECRET") || strings.Contains(text, "PATH=") {
		t.Errorf("the environment has more than is needed:\n%s", text)
	}
	for _, want := range []string{"HOME=" + dir, "LANG=de_DE.UTF-8"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s isn't in\n%s", want, text)
		}
	}
}

func TestOpen(t *testing.T) {
	if open := (Report{Files: true}).Open(); len(open) != 2 || open[0] != "network: not blocked on this system" {
		t.Errorf("%q", open)
	}
}
