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
	"time"
)

// Report says what a confined process can't reach on this system.
type Report struct {
	Network   bool // no connections
	Files     bool // neither reads nor changes any outside of its folder
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
	reads, changes, inside := attemptFiles()
	if inside != nil {
		return fmt.Errorf("a confined process can't write to its own folder: %w", inside)
	}
	return json.NewEncoder(os.Stdout).Encode(Report{
		Network:   attemptNetwork() != nil,
		Files:     reads != nil && changes,
		Processes: attemptProcess() != nil,
	})
}

// attemptFiles also says whether all attempts to change something were refused.
func attemptFiles() (reads error, refused bool, inside error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, false, err
	}
	_, reads = os.ReadFile(filepath.Join(dir, "..", outside))
	refused = true
	for _, err := range attemptChanges(filepath.Join(dir, "..")) {
		refused = refused && err != nil
	}
	inside = os.WriteFile(filepath.Join(dir, "written"), []byte("text"), 0o600)
	if inside == nil {
		_, inside = os.ReadFile(filepath.Join(dir, "written"))
	}
	return reads, refused, inside
}

// attemptChanges attempts to change a folder that has a file named outside.
func attemptChanges(dir string) map[string]error {
	file := filepath.Join(dir, outside)
	opened, err := os.OpenFile(file, os.O_RDONLY|os.O_TRUNC, 0)
	if err == nil {
		opened.Close()
	}
	return map[string]error{
		"write beside":               os.WriteFile(filepath.Join(dir, "written"), nil, 0o600),
		"change the mode":            os.Chmod(file, 0o644),
		"change the folder's mode":   os.Chmod(dir, 0o755),
		"change the times":           os.Chtimes(file, time.Unix(1, 0), time.Unix(1, 0)),
		"empty a file":               os.Truncate(file, 0),
		"empty a file by opening it": err,
	}
}

// attemptNetwork sends a packet and a request to port 9 of localhost, where nobody
// listens.
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
