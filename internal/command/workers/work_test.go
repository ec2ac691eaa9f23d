package workers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"riffle/internal/jetstream"
	"riffle/internal/test/natstest"
)

// busy is an experiment whose 256 stretches take some hundredths of a second each,
// and others that are split in other ways.
const busy = `
Seed(int64(len(os.Args[1])))
r := trials.Run(10_000, func(rng PRNG) int {
	sum := 0
	for range 5_000 {
		sum += rng.IntN(6)
	}
	return sum % 11
})
fmt.Println(r)
means := trials.Run(3_000, func(rng PRNG) float64 { return rng.Float64() })
fmt.Println(math.Float64bits(means.Mean.Mean), math.Float64bits(means.Mean.Deviation))
for _, k := range []int{2, 3} {
	fmt.Println(trials.Run(int(r.Mean.Mean*100), func(rng PRNG) bool { return rng.IntN(k) == 0 }))
}
fmt.Println(games.BattleStats(13, 400))
fmt.Println(fair.Matrix(Naive, 5, 20_000))
`

// steady is busy without an experiment that depends on another, so that each shard runs once.
var steady = strings.Replace(busy, "int(r.Mean.Mean*100)", "500", 1)

// farm is a server with a folder of files.
type farm struct {
	*testing.T
	*natstest.Server
	dir string
	env []string // what workers have besides
}

func newFarm(t *testing.T, server ...string) *farm {
	if testing.Short() {
		t.Skip("starts a server and workers")
	}
	t.Parallel() // mostly they wait: for deliveries, networks, processes
	return &farm{t, natstest.Start(t, server...), t.TempDir(), nil}
}

// program is a command of riffle's, which ends with the test.
type program struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	mu             sync.Mutex
}

// log is what the program said so far.
func (p *program) log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

// Write takes what the program says.
func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.Write(b)
}

func (f *farm) start(args ...string) *program {
	f.Helper()
	p := &program{Cmd: exec.Command("riffle", args...)}
	p.Dir, p.Cmd.Stdout, p.Cmd.Stderr = f.dir, &p.stdout, p
	p.Env = append(os.Environ(), f.env...)
	if err := p.Start(); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
		if f.Failed() {
			f.Logf("%v said\n%s", p.Args, p.log())
		}
	})
	return p
}

// worker starts a worker and waits until it takes blocks.
func (f *farm) worker(name, server string, flags ...string) *program {
	f.Helper()
	p := f.start(append([]string{"work", server, "--stream", jetstream.DefaultStream, "--name", name}, flags...)...)
	f.until("worker "+name+" is there", func() bool { return strings.Contains(p.log(), "takes blocks") })
	return p
}

// until waits for something.
func (f *farm) until(what string, so func() bool) {
	f.Helper()
	for range 600 {
		if so() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	f.Fatalf("not after half a minute: %s", what)
}

func (f *farm) file(name, text string) string {
	f.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
	return name
}

// ends waits for a program and wants its status.
func (f *farm) ends(p *program, status int) {
	f.Helper()
	done := make(chan struct{})
	go func() {
		p.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(45 * time.Second):
		p.Process.Kill()
		<-done
		f.Fatalf("%v doesn't end:\n%s", p.Args, p.log())
	}
	if got := p.ProcessState.ExitCode(); got != status {
		f.Fatalf("%v: status %d, want %d\n%s", p.Args, got, status, p.log())
	}
}

// alone is what one process prints.
func (f *farm) alone(file string, args ...string) string {
	f.Helper()
	p := f.start(append([]string{"run", file}, args...)...)
	f.ends(p, 0)
	return p.stdout.String()
}

// same wants a program to print what one process prints.
func (f *farm) same(p *program, want string) {
	f.Helper()
	f.ends(p, 0)
	if got := p.stdout.String(); got != want {
		f.Errorf("%v printed\n%s\nwant\n%s", p.Args, got, want)
	}
}

// takes waits until a worker has an experiment.
func (f *farm) takes(p *program) {
	f.Helper()
	f.until("a worker plays", func() bool { return strings.Contains(p.log(), "experiment") })
}

// shards runs 100 shards, some at a time.
func (f *farm) shards(file, arg string) {
	f.Helper()
	for first := 1; first <= 100; first += 4 {
		var running []*program
		for i := first; i < first+4; i++ {
			running = append(running, f.start("run", "--shard", fmt.Sprintf("%d/100", i), "--parts", "parts", file, arg))
		}
		for _, p := range running {
			f.ends(p, 0)
		}
	}
}

// TestWorkersKilled has one experiment played by one process, by 100 shards, and by
// four workers of which two are killed, while they play one of a cell's too.
func TestWorkersKilled(t *testing.T) {
	f := newFarm(t)
	file := f.file("steady.go", steady)
	want := f.alone(file, "four")
	f.shards(file, "four")
	f.same(f.start("run", "--parts", "parts", file, "four"), want)

	var workers []*program
	for i := range 4 {
		workers = append(workers, f.worker(fmt.Sprint("w", i), f.URL()))
	}
	p := f.start("run", "--on", f.URL(), file, "four")
	here, there := newCells(t), newCells(t)
	const trial = "trials.Run(256, func(rng PRNG) int { time.Sleep(5*time.Millisecond); return rng.IntN(6) }, trials.Seed(3))"
	shown := make(chan string)
	go func() {
		there.run(t.Context(), `trials.On("`+f.URL()+`")`)
		text, _ := there.run(t.Context(), trial)
		there.run(t.Context(), `trials.On("")`)
		shown <- text
	}()
	for _, w := range workers[:2] {
		f.takes(w)
		w.Process.Kill()
	}
	f.same(p, want)
	got := <-shown
	if want, _ := here.run(t.Context(), trial); got != want {
		t.Errorf("a cell showed\n%s\nwant\n%s", got, want)
	}
}

// TestWorkersCut cuts the network and starts the server again while an experiment is
// played.
func TestWorkersCut(t *testing.T) {
	f := newFarm(t)
	file := f.file("busy.go", busy)
	want := f.alone(file, "")
	near, far := natstest.NewCut(t, f.Address), natstest.NewCut(t, f.Address)
	w := f.worker("far", far.URL())
	p := f.start("run", "--on", near.URL(), file, "")
	f.takes(w)
	for _, cut := range []*natstest.Cut{far, near} {
		cut.Set(true)
		time.Sleep(2 * time.Second)
		cut.Set(false)
	}
	f.Restart(time.Second)
	f.same(p, want)
}

// TestTwoRuns has two processes share stream and workers.
func TestTwoRuns(t *testing.T) {
	f := newFarm(t)
	file := f.file("busy.go", busy)
	f.worker("one", f.URL())
	f.worker("two", f.URL())
	first, second := f.start("run", "--on", f.URL(), file, "a"), f.start("run", "--on", f.URL(), file, "bb")
	f.same(first, f.alone(file, "a"))
	f.same(second, f.alone(file, "bb"))
}

// refusals are experiments that end with an error, which is told once.
var refusals = []struct {
	name, text, want string
	worker           []string
}{
	{name: "panic", text: "Seed(3)\ntrials.Run(5000, func(rng PRNG) int {\n\treturn 1 / rng.IntN(4000)\n})\n",
		want: `(?s)^riffle: FILE: experiment 1 \(trials.Run, 5,000 runs\): one of trials \d+ to \d+ panicked; they draw from shuffle.XoshiroOf\(-?\d+, \d+\):\npanic: runtime error: integer divide by zero\nFILE:3:2\n`},
	{name: "endless", text: "Seed(3)\ntrials.Run(100, func(rng PRNG) int {\n\tfor rng.IntN(20) == 0 {\n\t\tfor {\n\t\t}\n\t}\n\treturn 1\n})\n", worker: []string{"--time", "1s"},
		want: `^riffle: FILE: experiment 1 \(trials.Run, 100 runs\): blocks \d+ to \d+ were played 4 times and never to their end; w: the blocks took too long\n$`},
	{name: "memory", text: "Seed(3)\nvar all [][]byte\ntrials.Run(100, func(rng PRNG) int {\n\tvar all [][]byte\n\tfor {\n\t\tall = append(all, make([]byte, 1<<20))\n\t\tall[len(all)-1][rng.IntN(9)] = 1\n\t}\n})\n", worker: []string{"--memory", "128"},
		want: `blocks \d+ to \d+ were played 4 times and never to their end; w: it needs more than 128 MiB of memory\n$`},
	{name: "disk", text: "Seed(3)\ntrials.Run(100, func(rng PRNG) int {\n\tfor i := 0; ; i++ {\n\t\tname := fmt.Sprint(i % 64)\n\t\tos.WriteFile(name, make([]byte, 1<<20), 0o600)\n\t\ttime.Sleep(10*time.Millisecond)\n\t}\n})\n", worker: []string{"--disk", "8"},
		want: `blocks \d+ to \d+ were played 4 times and never to their end; w: it writes more than 8 MiB into files\n$`},
	{name: "environment", text: "Seed(3)\ntrials.Run(100, func(rng PRNG) int {\n\tpanic(fmt.Sprint(`secret `, os.Getenv(`RIFFLE_TEST_SECRET`) != ``, `, folder `, os.Getenv(`TMPDIR`) == os.Getenv(`HOME`)))\n})\n", worker: []string{"--unconfined"},
		want: `panic: secret false, folder true\n`},
	{name: "unseeded", text: "trials.Run(10, func(rng PRNG) bool { return true })\n",
		want: `^riffle: FILE: experiment 1 \(trials.Run, 10 runs\) has no seed, so no worker would play the same: set one before it`},
	{name: "aside", text: "Seed(1)\nsixes := 0\ntrials.Run(10, func(rng PRNG) bool { sixes++; return true })\n",
		want: `trials.Run, 10 runs can't be played elsewhere: its trial changes a variable that isn't its own \(FILE:3:38\), which this process doesn't see`},
	{name: "file", text: "Seed(1)\ntext, err := os.ReadFile(`FILE`)\nif err != nil { panic(err) }\ntrials.Run(len(text), func(rng PRNG) bool { return true })\n",
		want: `the program ended with status 2 before experiment 1 \(trials.Run, \d+ runs\):\npanic: open FILE: no such file`},
	{name: "network", text: "Seed(1)\n_, err := net.Dial(`tcp`, `HOST`)\ntrials.Run(10, func(rng PRNG) bool { if err != nil { panic(err) }; return true })\n",
		want: `panic: dial tcp .*(permission denied|operation not permitted)`},
}

func TestWorkersRefuse(t *testing.T) {
	f := newFarm(t)
	f.env = []string{"RIFFLE_TEST_SECRET=42"}
	for _, tt := range refusals {
		t.Run(tt.name, func(t *testing.T) {
			sub := &farm{t, f.Server, f.dir, f.env}
			name := tt.name + ".go"
			text := strings.NewReplacer("FILE", name, "HOST", f.Address).Replace(tt.text)
			w := sub.worker("w", f.URL(), tt.worker...)
			p := sub.start("run", "--on", f.URL(), sub.file(name, text))
			sub.ends(p, 1)
			if want := strings.ReplaceAll(tt.want, "FILE", name); !regexp.MustCompile(want).MatchString(p.log()) {
				t.Errorf("%s\nsaid\n%s\nwant\n%s", text, p.log(), want)
			}
			w.Process.Signal(syscall.SIGTERM)
			w.Wait()
		})
	}
}

// TestLargeMessages has a server that takes messages of 4 KB alone.
func TestLargeMessages(t *testing.T) {
	config := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(config, []byte("max_payload: 4096\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := newFarm(t, "-c", config)
	f.worker("w", f.URL())
	noise := make([]byte, 4096)
	rand.NewChaCha8([32]byte{}).Read(noise)
	for name, tt := range map[string]struct{ text, want string }{
		"job.go": {fmt.Sprintf("Seed(1)\ntrials.Run(10, func(rng PRNG) bool { return true }) // %x\n", noise),
			`^riffle: job.go: experiment 1 \(trials.Run, 10 runs\): the program, with its arguments and the results of the experiments before it, has \d+ bytes packed, and a message to nats://\S+ may have 4096: set max_payload in the server's configuration to more than \d+\n$`},
		"part.go": {"Seed(1)\ntrials.Run(1_000_000, func(rng PRNG) uint64 { return rng.Uint64() })\n",
			`^riffle: part.go: experiment 1 \(trials.Run, 1,000,000 runs\): what blocks \d+ to \d+ count has \d+ bytes packed, and a message to nats://\S+ may have 4096: set max_payload in the server's configuration to more than \d+; or let trials have fewer different outcomes\n$`},
	} {
		p := f.start("run", "--on", f.URL(), f.file(name, tt.text))
		f.ends(p, 1)
		if !regexp.MustCompile(tt.want).MatchString(p.log()) {
			t.Errorf("%s said\n%s\nwant\n%s", name, p.log(), tt.want)
		}
	}
}

// TestWorkersInterrupt interrupts a run: what is counted is kept, and the queue is
// empty.
func TestWorkersInterrupt(t *testing.T) {
	f := newFarm(t)
	file := f.file("long.go", "Seed(1)\nr := trials.Run(1_000, func(rng PRNG) int {\n\ttime.Sleep(20*time.Millisecond)\n\treturn rng.IntN(2)\n})\nfmt.Println(r.Runs > 0, r.Runs < 1000, r.Asked)\n")
	f.worker("w", f.URL())
	p := f.start("run", "--on", f.URL(), file)
	time.Sleep(2 * time.Second)
	p.Process.Signal(os.Interrupt)
	f.ends(p, 0)
	if got := p.stdout.String(); got != "true true 1000\n" || !strings.Contains(p.log(), "was interrupted; ") {
		t.Errorf("printed %q, said %q", got, p.log())
	}
}

// TestOtherWorkers has a worker with an older riffle leave an experiment alone, and
// somebody publish parts that are none.
func TestOtherWorkers(t *testing.T) {
	f := newFarm(t)
	file := f.file("busy.go", busy)
	want := f.alone(file, "")
	client, err := jetstream.Connect(f.URL(), jetstream.DefaultStream, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	older := jetstream.NewWorker(client, "older", "riffle v0.1", func(string) (*exec.Cmd, error) { return nil, fmt.Errorf("it plays") })
	older.Version = "0.1"
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { older.Run(ctx) })
	defer wg.Wait()
	defer cancel()

	conn, err := nats.Connect(f.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.Subscribe(jetstream.DefaultStream+".jobs.*", func(m *nats.Msg) {
		id := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
		for _, part := range []string{"bm9uc2Vuc2U=", "H4sIAAAAAAAA/0vOzy3ISSxKVQQA"} {
			conn.Publish(jetstream.DefaultStream+".parts."+id, []byte(`{"from":0,"to":4,"worker":"liar","part":"`+part+`"}`))
			conn.Publish(jetstream.DefaultStream+".parts."+id, []byte(`{"from":7,"to":1,"worker":"liar","part":"`+part+`"}`))
		}
		conn.Publish(jetstream.DefaultStream+".parts."+id, []byte("{"))
		m2, _ := json.Marshal("nothing")
		conn.Publish(jetstream.DefaultStream+".parts."+id, m2)
	})
	p := f.start("run", "--on", f.URL(), file, "")
	f.until("no worker is told", func() bool { return strings.Contains(p.log(), "no worker takes blocks from stream RIFFLE yet") })
	f.worker("right", f.URL())
	f.same(p, want)
	if !strings.Contains(p.log(), "worker older has another riffle (riffle v0.1, version 0.1 of its parts, here ") {
		t.Errorf("said\n%s", p.log())
	}
}

// TestWorkersGone kills each worker that takes a block.
func TestWorkersGone(t *testing.T) {
	f := newFarm(t)
	file := f.file("one.go", "Seed(1)\ntrials.Run(1, func(rng PRNG) int {\n\tfor {\n\t}\n})\n")
	p := f.start("run", "--on", f.URL(), file)
	for i := range 4 {
		w := f.worker(fmt.Sprint("w", i), f.URL())
		f.takes(w)
		w.Process.Kill()
	}
	f.worker("last", f.URL()) // or the server hands nothing out, and can't tell
	f.ends(p, 1)
	if want := "riffle: one.go: experiment 1 (trials.Run, 1 run): blocks 0 to 0 were handed out 4 times and never played to their end; the last worker ended without a word\n"; p.log() != want {
		t.Errorf("said\n%s\nwant\n%s", p.log(), want)
	}
}

// TestNotebookOn runs a notebook with a parameter.
func TestNotebookOn(t *testing.T) {
	f := newFarm(t)
	const text = `{"cells": [
  {"cell_type": "code", "execution_count": null, "id": "a", "metadata": {"tags": ["parameters"]}, "outputs": [], "source": "n := 10"},
  {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "Seed(1)"},
  {"cell_type": "code", "execution_count": null, "id": "c", "metadata": {}, "outputs": [], "source": "trials.Run(n, func(rng PRNG) int { return rng.IntN(n) % 7 })"}
 ], "metadata": {"kernelspec": {"display_name": "Go (riffle)", "language": "go", "name": "riffle"}}, "nbformat": 4, "nbformat_minor": 5}`
	file := f.file("n.ipynb", text)
	w := f.worker("w", f.URL())
	f.ends(f.start("run", file, "-o", "alone.ipynb", "-p", "n=2000"), 0)
	f.ends(f.start("run", "--on", f.URL(), file, "-o", "on.ipynb", "-p", "n=2000"), 0)
	alone, _ := os.ReadFile(filepath.Join(f.dir, "alone.ipynb"))
	on, _ := os.ReadFile(filepath.Join(f.dir, "on.ipynb"))
	if !bytes.Contains(on, []byte("2,000 runs")) || !bytes.Equal(alone, on) {
		t.Errorf("the notebook is\n%s\nwant\n%s", on, alone)
	}
	if !strings.Contains(w.log(), "experiment 1 (trials.Run, 2,000 runs) of n.ipynb") {
		t.Errorf("the worker said\n%s", w.log())
	}
}
