package jetstream

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle/internal/blocks"
	"riffle/internal/test/natstest"
	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// TestMain makes this test binary a process that plays blocks.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == blocks.Subcommand {
		if err := blocks.Serve(os.Stdin, os.Stdout, program); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// program is what all workers play, 256 stretches that take a hundredth of a second each.
func program(_ string, _ []byte, _ []string, play trials.Player) int {
	dice(play, nil)
	return 0
}

func dice(play trials.Player, ctx context.Context) *trials.Result {
	return trials.Run(512, func(rng shuffle.PRNG) int {
		if play != nil {
			time.Sleep(5 * time.Millisecond)
		}
		return rng.IntN(6)
	}, trials.Options{Seeded: true, Seed: 7, Player: play, Workers: 1, Context: ctx})
}

// log keeps what is said.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// crowd is a server with workers in this process.
type crowd struct {
	*testing.T
	*natstest.Server
	keep time.Duration
}

func newCrowd(t *testing.T) *crowd {
	if testing.Short() {
		t.Skip("starts a server")
	}
	t.Parallel()
	return &crowd{t, natstest.Start(t), keep}
}

func (c *crowd) client(url, name string) *Client {
	c.Helper()
	client, err := Connect(url, DefaultStream, name)
	if err != nil {
		c.Fatal(err)
	}
	client.keep = c.keep
	c.Cleanup(client.Close)
	return client
}

// play plays the dice by workers.
func (c *crowd) play() (said *log, result func()) { return c.playOver(c.URL()) }

// playOver plays by workers of the server at a URL.
func (c *crowd) playOver(url string) (said *log, result func()) {
	c.Helper()
	said = &log{}
	p := NewPlayer(c.client(url, "player"), Options{Name: "dice.go", Digest: "dice", Log: said})
	ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
	done := make(chan *trials.Result)
	go func() {
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				c.Errorf("the experiment ends with %v", v)
			}
		}()
		done <- dice(p.Play, ctx)
	}()
	return said, func() {
		c.Helper()
		defer cancel()
		got, want := <-done, dice(nil, nil)
		if got != nil && got.String() != want.String() {
			c.Errorf("workers gave\n%v\nwant\n%v\nsaid: %s", got, want, said)
		}
	}
}

func self(dir string) (*exec.Cmd, error) {
	cmd := exec.Command(os.Args[0], blocks.Subcommand)
	cmd.Dir = dir
	return cmd, nil
}

// worker starts a worker and returns what it says, and how to stop it.
func (c *crowd) worker(name string, command func(string) (*exec.Cmd, error)) (said *log, stop func()) {
	w := NewWorker(c.client(c.URL(), name), name, "test", command)
	said = &log{}
	w.Log = said
	ctx, cancel := context.WithCancel(c.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	stop = func() {
		cancel()
		running.Wait()
	}
	c.Cleanup(stop)
	return said, stop
}

func (c *crowd) until(said *log, what string) {
	c.Helper()
	for range 600 {
		if strings.Contains(said.String(), what) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.Fatalf("nobody says %q, but\n%s", what, said)
}

// TestLasting has an experiment wait for longer than the server keeps anything, and last
// for longer too.
func TestLasting(t *testing.T) {
	c := newCrowd(t)
	c.keep = 2 * time.Second
	_, result := c.play()
	time.Sleep(3 * time.Second)
	c.worker("late", self)
	result()
}

// TestOtherStore has the server start again without what it has stored.
func TestOtherStore(t *testing.T) {
	c := newCrowd(t)
	c.keep = 20 * time.Second // and the player looks often
	_, result := c.play()
	worker, _ := c.worker("w", self)
	c.until(worker, "experiment 1")
	c.RestartEmpty()
	result()
}

// TestUnanswered loses answers of the server on a connection that seems to be well, while
// the program's own time is far from over.
func TestUnanswered(t *testing.T) {
	c := newCrowd(t)
	c.keep = 20 * time.Second
	cut := natstest.NewCut(t, c.Address)
	_, result := c.playOver(cut.URL())
	worker, _ := c.worker("w", self)
	c.until(worker, "experiment 1")
	cut.Silence()
	time.Sleep(3 * time.Second) // in which the player asks for something
	cut.Set(true)
	cut.Set(false)
	result()
}

// TestBroken has a worker that can't start a process, and one whose processes fail, leave
// the blocks to a third.
func TestBroken(t *testing.T) {
	c := newCrowd(t)
	broken, _ := c.worker("broken", func(string) (*exec.Cmd, error) { return exec.Command("/no/such/program"), nil })
	fails, _ := c.worker("fails", func(string) (*exec.Cmd, error) { return exec.Command("/bin/sh", "-c", "exit 3"), nil })
	for _, w := range []*log{broken, fails} {
		c.until(w, "takes blocks")
	}
	said, result := c.play()
	c.until(said, "worker broken can't play, and leaves the blocks to others: ")
	c.worker("w", self)
	result()
}

// TestStopped stops five workers in good order while they play the same blocks.
func TestStopped(t *testing.T) {
	c := newCrowd(t)
	_, result := c.play()
	for range 5 {
		said, stop := c.worker("leaves", func(string) (*exec.Cmd, error) { return exec.Command("sleep", "60"), nil })
		c.until(said, "experiment 1")
		stop()
	}
	c.worker("w", self)
	result()
}
