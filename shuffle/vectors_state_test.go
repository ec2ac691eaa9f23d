package shuffle

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Where upper halves of vectors may be in use, no function returns, calls one without
// vectors, or has an instruction of SSE: on Intel's processors, and others, each costs
// more than the vectors save, and no result shows it.
func TestVectorState(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library for another experiment")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("there is code for vectors of amd64 only")
	}
	cmd := exec.Command("go", "build", "-gcflags=-S", ".")
	cmd.Env = append(os.Environ(), "GOEXPERIMENT=simd")
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "unknown GOEXPERIMENT") {
		t.Skip("this toolchain has no package simd/archsimd")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code := readAssembly(string(out))
	for _, kernel := range []string{"drawWide", "rollHalf", "traceWide", "exchangeWide", "riffleWide", "riffle"} {
		if !slices.ContainsFunc(code.vectorFunctions(), func(f string) bool { return strings.HasSuffix(f, "."+kernel) }) {
			t.Errorf("%s has no vectors: is this what the compiler prints?", kernel)
		}
	}
	for _, fault := range code.faults() {
		t.Error(fault)
	}
}

// What the test would find.
func TestVectorFaults(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"VPADDB Z0, Z1, Z2; VZEROUPPER; RET", ""},
		{"MOVQ CX, X1; VPADDB Z0, Z1, Z2; VZEROUPPER; MOVUPS X15, (AX); RET", ""},
		{"VPADDB Z0, Z1, Z2; RET", "pkg.f+1: RET"},
		{"VPADDB Y0, Y1, Y2; MOVQ CX, X1; VZEROUPPER; RET", "pkg.f+1: MOVQ CX, X1"},
		{"VPADDB Z0, Z1, Z2; DUFFZERO $8; VZEROUPPER; RET", "pkg.f+1: DUFFZERO $8"},
		{"VPADDB Z0, Z1, Z2; CALL runtime.memmove(SB); VZEROUPPER; RET", "pkg.f+1: CALL runtime.memmove(SB)"},
		{"VPADDB Z0, Z1, Z2; CALL runtime.panicBounds(SB)", ""},
		{"JEQ 3; VPADDB Z0, Z1, Z2; VZEROUPPER; RET", ""},
		{"JEQ 3; VZEROUPPER; JMP 4; VPADDB Z0, Z1, Z2; RET", "pkg.f+4: RET"},
		{"MOVQ CX, X1; VPADDB Z0, Z1, Z2; JLT 0; VZEROUPPER; RET", "pkg.f+0: MOVQ CX, X1"},
		{"VPADDB Z0, Z1, Z2; CALL pkg.g(SB); RET|MOVQ CX, X1; VPADDB Z0, Z1, Z2; VZEROUPPER; RET", "pkg.g+0: MOVQ CX, X1"},
	} {
		var text strings.Builder
		fmt.Fprintln(&text, "pkg.main STEXT\n\t0x0000 00000 (a.go:1)\tCALL\tpkg.f(SB)\n\t0x0001 00001 (a.go:1)\tRET")
		for i, body := range strings.Split(c.code, "|") {
			fmt.Fprintf(&text, "pkg.%c STEXT size=9\n", 'f'+i)
			for pc, line := range strings.Split(body, "; ") {
				op, args, _ := strings.Cut(line, " ")
				fmt.Fprintf(&text, "\t0x%04x %05d (a.go:1)\t%s\t%s\n", pc, pc, op, args)
			}
		}
		if got := strings.Join(readAssembly(text.String()).faults(), "; "); got != c.want {
			t.Errorf("%s: found %q, want %q", c.code, got, c.want)
		}
	}
}

// instruction is a line of what the compiler prints with -S.
type instruction struct {
	at       int
	op, args string
}

// assembly are the instructions of functions.
type assembly map[string][]instruction

var (
	functionLine    = regexp.MustCompile(`^(\S+) STEXT`)
	instructionLine = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \([^)]*\)\t(\S+)(?:\t(.*))?$`)
	wideRegister    = regexp.MustCompile(`\b[YZ]\d+\b`)
	shortRegister   = regexp.MustCompile(`\bX\d+\b`)
)

func readAssembly(text string) assembly {
	code, name := assembly{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if f := functionLine.FindStringSubmatch(line); f != nil {
			name = f[1]
		} else if i := instructionLine.FindStringSubmatch(line); i != nil {
			at, _ := strconv.Atoi(i[1])
			code[name] = append(code[name], instruction{at, i[2], i[3]})
		}
	}
	return code
}

// vectorFunctions are those with wide registers that are called: all of others is
// compiled into them.
func (code assembly) vectorFunctions() (list []string) {
	called := map[string]bool{}
	for _, body := range code {
		for _, i := range body {
			called[i.callee()] = true
		}
	}
	for name, body := range code {
		if called[name] && slices.ContainsFunc(body, instruction.widens) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func (i instruction) widens() bool { return wideRegister.MatchString(i.args) }

// callee is the function that is called, "" if none is.
func (i instruction) callee() string {
	if i.op != "CALL" {
		return ""
	}
	return strings.TrimSuffix(i.args, "(SB)")
}

// ends reports whether the function ends here, with a panic if not with a return.
func (i instruction) ends() bool {
	return i.op == "RET" || i.op == "UNDEF" || strings.HasPrefix(i.callee(), "runtime.panic")
}

// harmless are functions that are called in the middle of vectors: one grows the stack,
// the other is there for processors that have none.
var harmless = []string{"runtime.morestack_noctxt", "runtime.morestack", "math/bits.OnesCount64"}

// place is an instruction that is reached, perhaps with upper halves in use.
type place struct {
	function string
	index    int
	wide     bool
}

// faults follows all ways through the functions with vectors.
func (code assembly) faults() (list []string) {
	seen := map[place]bool{}
	vectors := code.vectorFunctions()
	var ways []place
	for _, name := range vectors {
		ways = append(ways, place{name, 0, false})
	}
	for len(ways) > 0 {
		p := ways[0]
		ways = ways[1:]
		if seen[p] || p.index >= len(code[p.function]) {
			continue
		}
		seen[p] = true
		i := code[p.function][p.index]
		if p.wide && i.suffers(vectors) {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s+%d: %s %s", p.function, i.at, i.op, i.args)))
		}
		if p.wide && slices.Contains(vectors, i.callee()) {
			ways = append(ways, place{i.callee(), 0, true})
		}
		ways = append(ways, code.after(p)...)
	}
	return list
}

// suffers reports whether upper halves must not be in use.
func (i instruction) suffers(vectors []string) bool {
	switch {
	case i.op == "CALL":
		return !i.ends() && !slices.Contains(vectors, i.callee()) && !slices.Contains(harmless, i.callee())
	case i.op == "RET", i.op == "DUFFZERO", i.op == "DUFFCOPY":
		return true
	}
	return shortRegister.MatchString(i.args) && !strings.HasPrefix(i.op, "V")
}

// after is where the code goes on.
func (code assembly) after(p place) (ways []place) {
	body := code[p.function]
	i := body[p.index]
	switch {
	case i.widens():
		p.wide = true
	case i.op == "VZEROUPPER", i.op == "CALL" && !slices.Contains(harmless, i.callee()):
		p.wide = false // as all functions leave them
	}
	if target, err := strconv.Atoi(i.args); err == nil && strings.HasPrefix(i.op, "J") {
		to := slices.IndexFunc(body, func(other instruction) bool { return other.at >= target })
		ways = append(ways, place{p.function, to, p.wide})
	}
	if i.op != "JMP" && !i.ends() {
		ways = append(ways, place{p.function, p.index + 1, p.wide})
	}
	return ways
}
