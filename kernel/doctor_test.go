package kernel

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// doctored is what Doctor says with no Jupyter but that in data, times left out.
func doctored(t *testing.T, data string, argv ...string) (string, error) {
	t.Helper()
	t.Setenv("JUPYTER_DATA_DIR", data)
	t.Setenv("JUPYTER_PATH", "")
	t.Setenv("VIRTUAL_ENV", "")
	t.Setenv("CONDA_PREFIX", "")
	t.Setenv("PATH", "")
	var out bytes.Buffer
	err := Doctor(context.Background(), &out, argv, func() error { return errors.New("the heap is out of sight") })
	return regexp.MustCompile(` \(.* ms\)`).ReplaceAllString(out.String(), ""), err
}

func TestDoctorHealthy(t *testing.T) {
	t.Setenv(kernelEnv, "1")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, err := doctored(t, t.TempDir(), exe, "kernel", "{connection_file}")
	if err != nil {
		t.Error(err)
	}
	want := "ok    start " + exe + ` kernel {connection_file}
ok    connect to its sockets
ok    heartbeat
ok    kernel_info_request
ok    run 1+1
ok    shut down
note  no machine code here, so that loops are interpreted: the heap is out of sight
note  no jupyter on PATH; to get it: pip install jupyterlab (an editor with notebooks of its own needs none)
note  Jupyter does not know this kernel yet; run: riffle install
`
	if got != want {
		t.Errorf("Doctor says\n%s\nwant\n%s", got, want)
	}
}

func TestDoctorSick(t *testing.T) {
	data := t.TempDir()
	missing := filepath.Join(data, "no such program")
	t.Setenv("JUPYTER_DATA_DIR", data)
	t.Setenv("PATH", "")
	if err := install(InstallOptions{}, missing); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		argv []string
		want []string
		err  string
	}{
		{[]string{missing, "kernel"}, []string{"FAIL  start " + missing, "FAIL  kernel in " + filepath.Join(data, "kernels", "riffle"), "run: riffle install"}, "doctor: 2 of 2 checks failed"},
		{[]string{exe, "-test.run=^$"}, []string{"ok    start", "FAIL  connect to its sockets: the kernel ended"}, "doctor: 2 of 3 checks failed"},
		{nil, []string{"no command given"}, "doctor: 2 of 2 checks failed"},
	}
	for _, tt := range tests {
		got, err := doctored(t, data, tt.argv...)
		if err == nil || err.Error() != tt.err {
			t.Errorf("%v: error %v, want %s", tt.argv, err, tt.err)
		}
		for _, line := range tt.want {
			if !strings.Contains(got, line) {
				t.Errorf("%v: Doctor says\n%s\nwithout %q", tt.argv, got, line)
			}
		}
	}
}
