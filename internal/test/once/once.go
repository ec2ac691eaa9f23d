// Package once lets tests share what takes long to make. Call [Do] with the folder that
// holds it, or [Alone] for what changes and is made again.
package once

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// The times that bound the wait for another process that builds.
const (
	poll  = 100 * time.Millisecond
	renew = 30 * time.Second
	stale = 5 * time.Minute
)

// Do makes dir with build unless that was done before.
func Do(dir string, build func() error) error {
	done := dir + ".done"
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	return Alone(dir, func() error { return buildOnce(done, build) })
}

// Alone runs build while no other process builds dir. The tests of several packages run
// at the same time, so one takes a lock and the others wait. Who builds renews the lock;
// one that is stale is of a process that died, and is broken.
func Alone(dir string, build func() error) error {
	lock := dir + ".lock"
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	for {
		switch err := os.Mkdir(lock, 0o755); {
		case err == nil:
			defer hold(lock)()
			return build()
		case !errors.Is(err, fs.ErrExist):
			return err
		}
		if info, err := os.Stat(lock); err == nil && time.Since(info.ModTime()) > stale {
			os.Remove(lock)
		}
		time.Sleep(poll)
	}
}

// buildOnce builds what isn't done, with the lock held: whoever held it before may
// have finished after Do had looked.
func buildOnce(done string, build func() error) error {
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if err := build(); err != nil {
		return err
	}
	return os.WriteFile(done, nil, 0o644)
}

// hold renews a lock until release is called, which removes it.
func hold(lock string) (release func()) {
	touch := func() {
		now := time.Now()
		os.Chtimes(lock, now, now)
	}
	touch()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(renew)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				touch()
			}
		}
	})
	return func() {
		close(stop)
		wg.Wait()
		os.Remove(lock)
	}
}
