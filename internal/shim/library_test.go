package shim

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"riffle/internal/rt"
	"riffle/stdlib"
)

// newLibrary is a library whose cells print to out and read the lines of in.
func newLibrary(out io.Writer, in string) *Library {
	lines := bufio.NewScanner(strings.NewReader(in))
	return New(rt.New(rt.Config{}), Config{Stdout: out, ReadLine: func() (string, error) {
		if !lines.Scan() {
			return "", io.EOF
		}
		return lines.Text(), nil
	}})
}

// TestOverrides wants each function that takes the place of one of the library's to have
// its type.
func TestOverrides(t *testing.T) {
	l := newLibrary(io.Discard, "")
	n := 0
	for _, overrides := range []map[string]map[string]reflect.Value{l.Overrides(), l.ProcessOverrides()} {
		for path, members := range overrides {
			for name, v := range members {
				n++
				original, ok := stdlib.Symbol(path, name)
				if !ok {
					t.Errorf("%s.%s isn't in the library", path, name)
					continue
				}
				if original.Type() != v.Type() {
					t.Errorf("%s.%s is %s, want %s", path, name, v.Type(), original.Type())
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("there are only %d", n)
	}
}

// TestPrinting prints values with the overrides of package fmt: what fmt itself prints.
func TestPrinting(t *testing.T) {
	var out bytes.Buffer
	overrides := newLibrary(&out, "").Overrides()["fmt"]
	call := func(name string, args ...any) string {
		f := overrides[name]
		in := make([]reflect.Value, len(args))
		for i, a := range args {
			in[i] = reflect.ValueOf(&a).Elem()
			if i < f.Type().NumIn()-1 {
				in[i] = reflect.ValueOf(a)
			}
		}
		results := f.Call(in)
		switch r := results[0].Interface().(type) {
		case string:
			return r
		case []byte:
			return string(r)
		case error:
			return r.Error()
		}
		defer out.Reset()
		return out.String()
	}
	for _, v := range ordinary {
		for _, c := range []struct{ name, got, want string }{
			{"Print", call("Print", v, "a", 1, 2), fmt.Sprint(v, "a", 1, 2)},
			{"Println", call("Println", v, nil), fmt.Sprintln(v, nil)},
			{"Printf", call("Printf", "%v|%+v|%T|", v, v, v), fmt.Sprintf("%v|%+v|%T|", v, v, v)},
			{"Sprint", call("Sprint", v), fmt.Sprint(v)},
			{"Sprintf", call("Sprintf", "%8v %[1]q", v), fmt.Sprintf("%8v %[1]q", v)},
			{"Append", call("Append", []byte("x"), v), "x" + fmt.Sprint(v)},
			{"Errorf", call("Errorf", "%w: %v", io.EOF, v), "EOF: " + fmt.Sprint(v)},
			{"Fprint", call("Fprint", io.Writer(&out), v) + "", fmt.Sprint(v)},
		} {
			if c.got != c.want {
				t.Errorf("%s of %#v: %q, want %q", c.name, v, c.got, c.want)
			}
		}
	}
}

// TestScanning reads what a user types with the overrides of package fmt, and with the
// library's readers over the standard input, in turns: as from a file.
func TestScanning(t *testing.T) {
	const typed = "1 2\nthree\n\n4,5\nrest of\nlines"
	l := newLibrary(io.Discard, typed)
	file := strings.NewReader(typed + "\n")
	overrides := l.Overrides()["fmt"]
	scan := overrides["Scan"].Interface().(func(...any) (int, error))
	scanln := overrides["Scanln"].Interface().(func(...any) (int, error))
	scanf := overrides["Scanf"].Interface().(func(string, ...any) (int, error))
	var got, want []any
	note := func(list *[]any, n int, err error, values ...any) {
		*list = append(*list, n, fmt.Sprint(err), fmt.Sprint(values...))
	}

	var a, b, c, d int
	var s string
	n, err := scan(&a)
	note(&got, n, err, a)
	n, err = scanln(&b)
	note(&got, n, err, b)
	n, err = scan(&s)
	note(&got, n, err, s)
	n, err = scanln(&c)
	note(&got, n, err, c)

	one := oneByte{file} // as fmt reads from a file: it can't put back what it read
	n, err = fmt.Fscan(one, &a)
	note(&want, n, err, a)
	n, err = fmt.Fscanln(one, &b)
	note(&want, n, err, b)
	n, err = fmt.Fscan(one, &s)
	note(&want, n, err, s)
	n, err = fmt.Fscanln(one, &c)
	note(&want, n, err, c)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}

	got, want = nil, nil
	n, err = scanf("%d,%d\n", &c, &d)
	note(&got, n, err, c, d)
	n, err = fmt.Fscanf(one, "%d,%d\n", &c, &d)
	note(&want, n, err, c, d)
	rest, err := io.ReadAll(l.File(os.Stdin).(io.Reader))
	note(&got, len(rest), err, string(rest))
	rest, err = io.ReadAll(file)
	note(&want, len(rest), err, string(rest))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// oneByte reads a byte at a time, and can't put it back.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// TestNobodyAnswers: where there is no one to ask, a call of the user's ends, and says why.
func TestNobodyAnswers(t *testing.T) {
	why := errors.New("nobody is there")
	l := New(rt.New(rt.Config{}), Config{ReadLine: func() (string, error) { return "", why }})
	if _, err := l.File(os.Stdin).(io.Reader).Read(make([]byte, 1)); err != why { // not a user's goroutine
		t.Errorf("got %v, want %v", err, why)
	}
}

// TestSettings: a cell reads back what it has set of the process, which keeps its own.
func TestSettings(t *testing.T) {
	set := newLibrary(io.Discard, "").ProcessOverrides()["runtime/debug"]
	limit := set["SetMemoryLimit"].Interface().(func(int64) int64)
	if first, second, read := limit(1<<30), limit(1<<31), limit(-1); first != 1<<63-1 || second != 1<<30 || read != 1<<31 {
		t.Errorf("got %d, %d and %d", first, second, read)
	}
	stack := set["SetMaxStack"].Interface().(func(int) int)
	if first, second := stack(1), stack(2); first != 1000000000 || second != 1 {
		t.Errorf("got %d and %d", first, second)
	}
}

// TestFinalizers refuses what runtime.SetFinalizer ends a program for, with its words.
func TestFinalizers(t *testing.T) {
	x := new(int)
	for _, c := range []struct {
		object, finalizer any
		want              string
	}{
		{nil, nil, "first argument is nil"},
		{7, nil, "first argument is int, not pointer"},
		{(*int)(nil), nil, "pointer not in allocated block"},
		{x, nil, ""},
		{x, 7, "second argument is int, not a function"},
		{x, func(...*int) {}, "cannot pass *int to finalizer func(...*int) because dotdotdot"},
		{x, func() {}, "cannot pass *int to finalizer func()"},
		{x, func(*string) {}, "cannot pass *int to finalizer func(*string)"},
		{x, func(*int) {}, ""},
		{x, func(any) {}, ""},
	} {
		if got := badFinalizer(reflect.ValueOf(c.object), reflect.ValueOf(c.finalizer)); got != c.want {
			t.Errorf("a finalizer %T of %T: %q, want %q", c.finalizer, c.object, got, c.want)
		}
	}
}
