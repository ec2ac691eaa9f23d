package blocks

import (
	"io/fs"
	"path/filepath"
	"time"
)

const (
	// diskEvery is how often a process's folder is looked at.
	diskEvery = time.Second / 2
	// leastFile is what a file takes, be it empty.
	leastFile = 4 << 10
)

// watchDisk ends the process when its files take more than they may.
func (p *Process) watchDisk(dir string) {
	tick := time.NewTicker(diskEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.over:
			return
		case <-tick.C:
		}
		if used(dir, p.limits.Disk)+removed(p.cmd.Process.Pid) > p.limits.Disk {
			p.full.Store(true)
			p.cmd.Process.Kill()
			return
		}
	}
}

// used is about how many bytes the files in a folder take; it stops counting above most.
func used(dir string, most int64) (size int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it is gone by now
		}
		size += leastFile
		if info, err := d.Info(); err == nil && d.Type().IsRegular() {
			size += info.Size()
		}
		if size > most {
			return fs.SkipAll
		}
		return nil
	})
	return size
}
