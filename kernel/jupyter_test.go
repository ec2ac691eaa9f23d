package kernel

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"riffle/internal/test/built"
	"riffle/internal/test/pytest"
)

// A jupyterCase is what the scripts in testdata are told to type into one
// kernel, and what they must see.
type jupyterCase struct {
	// argv starts the kernel.
	argv func(t *testing.T) []string
	// env is added to the kernel's environment; Jupyter wants one, if empty.
	env map[string]string
	// conformance are jupyter_kernel_test's snippets.
	conformance map[string]any
	// notebook is pairs of a cell and what it shows.
	notebook [][2]string
	// session is what session.py needs.
	session map[string]string
}

// jupyterCases are the program and, to tell its faults from the kernel's, the
// kernel alone over a fake session.
var jupyterCases = map[string]jupyterCase{
	"fake": {
		argv: func(t *testing.T) []string {
			exe, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			return []string{exe, "kernel", "{connection_file}"}
		},
		env: map[string]string{kernelEnv: "1"},
		conformance: map[string]any{
			"code_hello_world":        "print hello, world",
			"code_stderr":             "eprint oops",
			"completion_samples":      []any{map[string]any{"text": "pri", "matches": []string{"print"}}},
			"complete_code_samples":   []string{"1+1"},
			"incomplete_code_samples": []string{"for {"},
			"invalid_code_samples":    []string{"x := = 1"},
			"code_page_something":     "print?",
			"code_generate_error":     "fail boom",
			"code_execute_result":     []any{map[string]string{"code": "1+1", "result": "2"}, map[string]string{"code": "\n1+1", "result": "2"}},
			"code_display_data":       []any{map[string]string{"code": "show <b>", "mime": "text/html"}},
			"code_history_pattern":    "1?1",
			"code_inspect_sample":     "print",
			"code_clear_output":       "clear",
		},
		notebook: [][2]string{
			{"1+1", "2\n"}, {"print a\neprint b", "a\nb\n"}, {"fail boom", "panic: boom\n"}, {"1+1", "2\n"},
		},
		session: map[string]string{"loop": "loop", "expr": "1+1", "ask": "ask name?", "asked": "got bob\n"},
	},
	"riffle": {
		argv: func(t *testing.T) []string { return []string{built.Program(t), "kernel", "{connection_file}"} },
		env:  map[string]string{},
		conformance: map[string]any{
			"code_hello_world":        `fmt.Println("hello, world")`,
			"code_stderr":             `fmt.Fprintln(os.Stderr, "oops")`,
			"completion_samples":      []any{map[string]any{"text": "fmt.Printl", "matches": []string{"Println"}}},
			"complete_code_samples":   []string{"1+1", "x := 1", "func f() int { return 1 }"},
			"incomplete_code_samples": []string{"for i := 0; i < 3; i++ {", "fmt.Println("},
			"invalid_code_samples":    []string{"x := = 1"},
			"code_page_something":     "fmt.Println?",
			"code_generate_error":     `panic("boom")`,
			"code_execute_result":     []any{map[string]string{"code": "1+2", "result": "3"}, map[string]string{"code": `"a" + "b"`, "result": `"ab"`}},
			"code_display_data":       []any{map[string]string{"code": `display.Display(display.HTML("<b>x</b>"))`, "mime": "text/html"}},
			"code_history_pattern":    "1?2*",
			"code_inspect_sample":     "fmt.Println",
			"code_clear_output":       "display.Clear(false)",
		},
		notebook: [][2]string{
			{"1+1", "2\n"},
			{"x := 41\nx++", ""},
			{`fmt.Println("x is", x)`, "x is 42\n"},
			{`panic("boom")`, "panic: boom\n"},
			{"x", "42\n"},
		},
		session: map[string]string{
			"loop": "for { }",
			"expr": "1+1",
			"ask":  "sc := bufio.NewScanner(os.Stdin)\nsc.Scan()\nfmt.Println(\"got\", sc.Text())",
			// What is asked is the session's business, what comes back is ours.
			"asked":  "got bob\n",
			"secret": `key, err := display.Password("key: "); fmt.Println(len(key), err)`,
			"told":   "6 <nil>\n",
		},
	},
}

// TestJupyter drives each kernel with the real Jupyter client.
func TestJupyter(t *testing.T) {
	t.Parallel()
	for name, tt := range jupyterCases {
		t.Run(name, func(t *testing.T) {
			data := tt.install(t)
			for script, input := range map[string]any{
				"conformance.py": tt.conformance, "notebook.py": tt.notebook, "session.py": tt.session,
			} {
				t.Run(script, func(t *testing.T) { python(t, data, script, input) })
			}
		})
	}
}

// TestWidgets plays a front end with widgets to the program.
func TestWidgets(t *testing.T) {
	t.Parallel()
	python(t, jupyterCases["riffle"].install(t), "widgets.py", nil)
}

// TestCurve encrypts the sockets, with the real client.
func TestCurve(t *testing.T) {
	t.Parallel()
	python(t, jupyterCases["riffle"].install(t), "curve.py", jupyterCases["riffle"].session)
}

// TestHostileClients surrounds the real client with others that are up to no
// good.
func TestHostileClients(t *testing.T) {
	t.Parallel()
	python(t, jupyterCases["riffle"].install(t), "hostile.py", nil)
}

// TestMessages checks all kinds of messages, and the notebooks that are made of them, against
// the protocol and the format.
func TestMessages(t *testing.T) {
	t.Parallel()
	cells, err := os.ReadFile(filepath.Join("testdata", "cells.json"))
	if err != nil {
		t.Fatal(err)
	}
	python(t, jupyterCases["riffle"].install(t), "messages.py", json.RawMessage(cells))
}

// TestDebugger debugs a cell with the real client.
func TestDebugger(t *testing.T) {
	t.Parallel()
	python(t, jupyterCases["riffle"].install(t), "debug.py", nil)
}

// TestBadCells feeds the program what goes wrong, by the table that the prompt
// is tested with.
func TestBadCells(t *testing.T) {
	t.Parallel()
	python(t, jupyterCases["riffle"].install(t), "bad.py", map[string]any{
		"table":   filepath.Join("..", "internal", "command", "prompt", "testdata", "bad.json"),
		"known":   filepath.Join("..", "internal", "command", "prompt", "testdata", "bad_known.json"),
		"verbose": testing.Verbose(),
	})
}

// install makes the kernel known as "riffle" in a new data folder of Jupyter's.
func (c jupyterCase) install(t *testing.T) (data string) {
	t.Helper()
	data = t.TempDir()
	raw, err := json.Marshal(map[string]any{
		"argv": c.argv(t), "display_name": "riffle", "language": "go", "interrupt_mode": "message", "env": c.env,
		"metadata": map[string]any{"debugger": true, "supported_encryption": []string{"curve"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(data, "kernels", "riffle")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.json"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	return data
}

// watched makes Python look for riffle's own in what a Jupyter client gets.
func watched(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", "watch"))
	if err != nil {
		t.Fatal(err)
	}
	return "PYTHONPATH=" + dir
}

// python runs a script of testdata with its input in a file. What it gets from the kernel may
// show nothing of riffle's own.
func python(t *testing.T, data, script string, input any) {
	t.Helper()
	interpreter := pytest.Python(t)
	raw, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "input.json")
	if err := os.WriteFile(file, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(interpreter, filepath.Join("testdata", script), file)
	cmd.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+data, "XDG_STATE_HOME="+data, "JUPYTER_RUNTIME_DIR="+filepath.Join(data, "runtime"), "JUPYTER_PLATFORM_DIRS=0", watched(t))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", script, err, out)
	}
}
