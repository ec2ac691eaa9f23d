package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Report says what a confined process can't reach on this system.
type Report struct {
	Network   bool // no connections
	Files     bool // neither reads nor writes outside of its folder
	Processes bool // starts none
}

// Open names what isn't blocked, in a sentence each.
func (r Report) Open() (open []string) {
	for _, part := range []struct {
		name    string
		blocked bool
	}{{"network", r.Network}, {"files outside the notebook's folder", r.Files}, {"other programs", r.Processes}} {
		if !part.blocked {
			open = append(open, part.name+": not blocked on this system")
		}
	}
	return open
}

// Probe is the subcommand in which a confined process attempts what it must not
// be able to do.
const Probe = "confined-probe"

// outside is the name of the file beside the probe's folder.
const outside = "outside"

// Try finds out what Command's processes can't reach, with a process like them.
func Try() (Report, error) {
	var r Report
	base, err := os.MkdirTemp("", "riffle-confine-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(base)
	dir := filepath.Join(base, "folder")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(base, outside), []byte("text"), 0o600)); err != nil {
		return r, err
	}
	argv, err := Command(dir, Probe)
	if err != nil {
		return r, err
	}
	said, err := exec.Command(argv[0], argv[1:]...).Output()
	if err != nil {
		return r, fmt.Errorf("no confined process starts here: %w", err)
	}
	if err := json.Unmarshal(said, &r); err != nil {
		return r, fmt.Errorf("the confined process answered %q: %w", said, err)
	}
	return r, nil
}

// Attempt attempts it all, in a confined process, and prints what failed.
func Attempt() error {
	reads, writes, inside := attemptFiles()
	if inside != nil {
		return fmt.Errorf("a confined process can't write to its own folder: %w", inside)
	}
	return json.NewEncoder(os.Stdout).Encode(Report{
		Network:   attemptNetwork() != nil,
		Files:     reads != nil && writes != nil,
		Processes: attemptProcess() != nil,
	})
}

func attemptFiles() (reads, writes, inside error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	_, reads = os.ReadFile(filepath.Join(dir, "..", outside))
	writes = os.WriteFile(filepath.Join(dir, "..", "written"), nil, 0o600)
	inside = os.WriteFile(filepath.Join(dir, "written"), []byte("text"), 0o600)
	if inside == nil {
		_, inside = os.ReadFile(filepath.Join(dir, "written"))
	}
	return reads, writes, inside
}

// attemptNetwork sends a packet and a request to nobody: this machine's port 9.
func attemptNetwork() error {
	for _, network := range []string{"udp", "tcp"} {
		c, err := net.Dial(network, "127.0.0.1:9")
		if err == nil {
			c.Close()
			return nil
		}
		if strings.Contains(err.Error(), "refused") { // the system tried
			return nil
		}
	}
	return errors.New("no connection")
}

// attemptProcess starts this program, which must be allowed to run: it is running.
func attemptProcess() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return exec.Command(self, "version").Run()
}
