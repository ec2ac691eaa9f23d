package kernel

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// doctorTimeout bounds each check of the kernel.
const doctorTimeout = 10 * time.Second

// Doctor starts a kernel the way Jupyter would, with argv, where
// "{connection_file}" is replaced by the file's name, and talks to it over its
// sockets. It writes one line per check to out, with advice where a check fails,
// and checks that Jupyter will find the kernel, and that tools on PATH work with it.
// machineCode says why cells can't run as machine code, which isn't a failure. It returns
// an error if any check failed.
func Doctor(ctx context.Context, out io.Writer, argv []string, machineCode func() error) error {
	d := &doctor{out: out}
	d.checkKernel(ctx, argv)
	d.machineCode(machineCode)
	d.checkEnvironment()
	d.checkTools()
	if d.failed > 0 {
		return fmt.Errorf("doctor: %d of %d checks failed", d.failed, d.checks)
	}
	return nil
}

type doctor struct {
	out            io.Writer
	checks, failed int
}

// runCheck runs one check and writes how it went.
func (d *doctor) runCheck(what, advice string, f func() error) bool {
	d.checks++
	start := time.Now()
	if err := f(); err != nil {
		d.failed++
		fmt.Fprintf(d.out, "FAIL  %s: %v\n      %s\n", what, err, advice)
		return false
	}
	fmt.Fprintf(d.out, "ok    %s (%.1f ms)\n", what, float64(time.Since(start).Microseconds())/1000)
	return true
}

func (d *doctor) addNote(format string, args ...any) {
	fmt.Fprintf(d.out, "note  "+format+"\n", args...)
}

// checkKernel checks a kernel from start to shutdown.
func (d *doctor) checkKernel(ctx context.Context, argv []string) {
	p := &probe{}
	defer p.stopKernel()
	const reinstall = "if the program is damaged, download or build it again"
	const firewall = "a firewall or security program may forbid connections to 127.0.0.1"
	_ = d.runCheck("start "+strings.Join(argv, " "), reinstall, func() error { return p.startKernel(ctx, argv) }) &&
		d.runCheck("connect to its sockets", firewall, p.connect) &&
		d.runCheck("heartbeat", firewall, p.heartbeat) &&
		d.runCheck("kernel_info_request", reinstall, p.info) &&
		d.runCheck("run 1+1", "the session's process may be killed at its start; look at the memory that is free", p.probeCell) &&
		d.runCheck("shut down", reinstall, p.shutdown)
}

// machineCode says whether cells can run as machine code: without it they are slower but
// just as correct.
func (d *doctor) machineCode(f func() error) {
	start := time.Now()
	if err := f(); err != nil {
		d.addNote("no machine code here, so that loops are interpreted: %v", err)
		return
	}
	fmt.Fprintf(d.out, "ok    machine code (%.1f ms)\n", float64(time.Since(start).Microseconds())/1000)
}

// checkEnvironment checks which kernels Jupyter will find.
func (d *doctor) checkEnvironment() {
	if path, err := exec.LookPath("jupyter"); err == nil {
		d.addNote("jupyter is %s", path)
	} else {
		d.addNote("no jupyter on PATH; to get it: pip install jupyterlab (an editor with notebooks of its own needs none)")
	}
	found := false
	for _, dir := range slices.Concat(kernelDirs(), besideJupyter()) {
		if s, err := readSpec(dir); err == nil && s.isRiffle() && len(s.Argv) > 0 {
			found = true
			d.runCheck("kernel in "+dir, "run: riffle install", func() error { return runnable(s.program(dir)) })
		}
	}
	if !found {
		d.addNote("Jupyter does not know this kernel yet; run: riffle install")
	}
}

// besideJupyter are the kernels in the environment of the jupyter on PATH, if that isn't
// active.
func besideJupyter() []string {
	path, err := interpreter("jupyter")
	if err != nil {
		return nil
	}
	dir := shareDir(filepath.Dir(filepath.Dir(path)))
	if slices.Contains(dataDirs(), dir) {
		return nil
	}
	return kernelsIn(dir)
}

// kernelDirs are the folders of all installed kernels.
func kernelDirs() []string { return kernelsIn(dataDirs()...) }

// kernelsIn are the folders of the kernels in data folders.
func kernelsIn(data ...string) []string {
	var dirs []string
	for _, data := range data {
		entries, err := os.ReadDir(filepath.Join(data, "kernels"))
		if err != nil {
			continue
		}
		for _, e := range entries {
			dirs = append(dirs, filepath.Join(data, "kernels", e.Name()))
		}
	}
	return dirs
}

func runnable(program string) error {
	_, err := exec.LookPath(program)
	return err
}

// Installed are the folders in which riffle is registered as a kernel, among those where
// Jupyter looks.
func Installed() (dirs []string) {
	for _, dir := range append(kernelDirs(), besideJupyter()...) {
		if s, err := readSpec(dir); err == nil && s.isRiffle() {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
