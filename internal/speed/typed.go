package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// typed measures what cells make of the library: testdata/typed.txt has pieces of Go that
// are run as cells, by riffle and without machine code, and as a compiled program.
func typed(ctx context.Context, out *os.File, only string, runs int) error {
	_, b, err := start(ctx, "internal/speed/testdata/typed.txt", runs)
	if err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	pieces, err := piecesOf("internal/speed/testdata/typed.txt", only)
	if err != nil {
		return err
	}
	ways, err := b.waysTyped(ctx, pieces)
	if err != nil {
		return err
	}
	rows, err := b.compare(ctx, ways)
	if err != nil {
		return err
	}
	fmt.Fprint(out, "| | compiled, ms | riffle : compiled | interpreted : compiled |\n|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(out, "| %s | %.3g | %.2f | %s |\n", r.what, float64(r.compiled)/1e6, r.others[0], ratio(r.others[1]))
	}
	return nil
}

// piece is a piece of Go that is measured, and what comes before it.
type piece struct{ title, before, measured string }

// piecesOf reads those whose titles match.
func piecesOf(file, only string) (ps []piece, err error) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	for _, f := range a.Files {
		if ok, err := filepath.Match(only, f.Name); err != nil || !ok {
			continue
		}
		before, measured, ok := strings.Cut(string(f.Data), "---\n")
		if !ok {
			return nil, fmt.Errorf("%s: %q has no line ---", file, f.Name)
		}
		ps = append(ps, piece{f.Name, before, measured})
	}
	if len(ps) == 0 {
		return nil, fmt.Errorf("%s: no title matches %q", file, only)
	}
	return ps, nil
}

// timed is the measured part with what prints its line, as operations reads it.
func (p piece) timed() string {
	return fmt.Sprintf("began := spent()\n%sfmt.Println(result, spent()-began, %q)\n", p.measured, p.title)
}

// spent is a function of pieces: the processor time of all threads where Linux tells it,
// which other load on the machine changes little, else the time.
const spent = `func spent() (ns int64) {
	time.Sleep(time.Millisecond) // a thread that sleeps is counted to the end
	threads, _ := filepath.Glob("/proc/self/task/*/schedstat")
	for _, t := range threads {
		text, _ := os.ReadFile(t)
		var n int64
		fmt.Sscan(string(text), &n)
		ns += n
	}
	if ns == 0 {
		return time.Now().UnixNano()
	}
	return ns
}
`

// cells are the pieces as a script: two cells each.
func cells(ps []piece) string {
	var b strings.Builder
	b.WriteString(spent)
	for _, p := range ps {
		fmt.Fprintf(&b, "// %%%%\nresult := 0\n%s// %%%%\n%s", p.before, p.timed())
	}
	return b.String()
}

// program are the pieces as a program.
func program(ps []piece) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"path/filepath\"\n\t\"time\"\n\n\t. \"riffle/shuffle\"\n")
	for _, name := range []string{"fair", "games", "trials"} {
		fmt.Fprintf(&b, "\t\"riffle/shuffle/%s\"\n", name)
	}
	b.WriteString(")\n\nvar _, _, _ = fair.Exact, games.BattleStats, trials.Seed\n\n" + spent + "\nfunc main() {\n")
	for _, p := range ps {
		fmt.Fprintf(&b, "func() {\nresult := 0\n%s%s}()\n", p.before, p.timed())
	}
	b.WriteString("}\n")
	return b.String()
}

// waysTyped builds the program, and says how to run that and the cells.
func (b bench) waysTyped(ctx context.Context, ps []piece) ([]way, error) {
	script, source := filepath.Join(b.dir, "typed.cells.go"), filepath.Join(b.dir, "typed.go")
	for file, text := range map[string]string{script: cells(ps), source: program(ps)} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if err := goBuild(ctx, b.path("typed"), source); err != nil {
		return nil, err
	}
	run := []string{b.path("riffle"), "run", script}
	return []way{{command: []string{b.path("typed")}}, {command: run}, {command: run, env: interpreted}}, nil
}
