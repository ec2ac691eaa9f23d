package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"time"
)

// Libraries ask values for methods that their static types don't promise.

type User struct{ Name, Password string }

func (u User) LogValue() slog.Value { return slog.StringValue(u.Name + ", password hidden") }

type Team struct {
	Lead User
	Size int
}

func (t Team) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("lead", t.Lead), slog.Int("size", t.Size))
}

type Secret struct{ user *User }

func logging() {
	noTime := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	options := &slog.HandlerOptions{ReplaceAttr: noTime}
	u := User{"bob", "secret"}
	for _, h := range []slog.Handler{slog.NewTextHandler(os.Stdout, options), slog.NewJSONHandler(os.Stdout, options)} {
		l := slog.New(h).With("by", u)
		l.Info("login", "user", u, slog.Any("team", Team{u, 3}), "err", NotFound("x"), "level", Level(2))
		l.WithGroup("g").Warn("p", "ptr", &u, "list", []any{u, 1}, "map", map[string]any{"k": Level(1)})
	}
	slog.New(limited{slog.NewTextHandler(os.Stdout, options)}).Info("shown", "user", u)
	slog.New(limited{slog.NewTextHandler(os.Stdout, options)}).Debug("not shown")
}

type limited struct{ slog.Handler }

func (h limited) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelInfo }
func (h limited) Handle(ctx context.Context, r slog.Record) error {
	r.AddAttrs(slog.String("handled", "here"))
	return h.Handler.Handle(ctx, r)
}

type Sink struct{ log []string }

func (s *Sink) Write(p []byte) (int, error) {
	s.log = append(s.log, fmt.Sprintf("Write %q", p))
	return len(p), nil
}
func (s *Sink) ReadFrom(r io.Reader) (int64, error) {
	b, err := io.ReadAll(r)
	s.log = append(s.log, fmt.Sprintf("ReadFrom %q", b))
	return int64(len(b)), err
}
func (s *Sink) WriteString(t string) (int, error) {
	s.log = append(s.log, fmt.Sprintf("WriteString %q", t))
	return len(t), nil
}

type Source struct{ s string }

func (r *Source) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p, r.s)
	r.s = r.s[n:]
	return n, nil
}

type Teller struct{ Source }

func (r *Teller) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, "told: "+r.s)
	return int64(n), err
}

func copying() {
	s := &Sink{}
	fmt.Println(io.Copy(s, &Source{"plain"}))
	fmt.Println(io.Copy(s, &Teller{Source{"teller"}}))
	fmt.Println(io.WriteString(s, "string"))
	fmt.Fprintf(s, "%d", 5)
	w := bufio.NewWriter(s)
	w.WriteString("buffered")
	fmt.Println(w.Flush())
	fmt.Println(strings.Join(s.log, "; "))
	b, err := io.ReadAll(io.LimitReader(io.MultiReader(&Source{"ab"}, &Source{"cd"}), 3))
	fmt.Println(string(b), err)
}

type Level int

func (l Level) MarshalText() ([]byte, error) { return bytes.Repeat([]byte("*"), int(l)), nil }
func (l *Level) UnmarshalText(b []byte) error {
	if strings.Trim(string(b), "*") != "" {
		return fmt.Errorf("level %q is not of stars", b)
	}
	*l = Level(len(b))
	return nil
}

type Names []string

func (n *Names) String() string     { return strings.Join(*n, "+") }
func (n *Names) Set(s string) error { *n = append(*n, s); return nil }
func (n *Names) Get() any           { return []string(*n) }

type Switch bool

func (s *Switch) String() string { return map[bool]string{true: "on", false: "off"}[bool(*s)] }
func (s *Switch) Set(t string) error {
	*s = t == "true" || t == "on"
	return nil
}
func (s *Switch) IsBoolFlag() bool { return true }

func flags() {
	f := flag.NewFlagSet("prog", flag.ContinueOnError)
	var out bytes.Buffer
	f.SetOutput(&out)
	var l Level
	var n Names
	var s Switch
	f.TextVar(&l, "level", Level(2), "the `level` in stars")
	f.Var(&n, "name", "a name, may be repeated")
	f.Var(&s, "switch", "on or off")
	fmt.Println(f.Parse([]string{"-level", "****", "-name", "a", "-name=b", "-switch", "rest"}))
	fmt.Println(int(l), n, bool(s), f.Args(), f.Lookup("name").Value.(flag.Getter).Get())
	fmt.Println(f.Parse([]string{"-level", "x"}))
	f.PrintDefaults()
	fmt.Println(out.String())
	f.Visit(func(g *flag.Flag) { fmt.Print(g.Name, "=", g.Value, " ") })
	fmt.Println()
}

type NotFound string

func (e NotFound) Error() string        { return "no " + string(e) }
func (e NotFound) Is(target error) bool { return target == fs.ErrNotExist }

type Busy struct{ cause error }

func (e *Busy) Error() string   { return "busy: " + e.cause.Error() }
func (e *Busy) Unwrap() error   { return e.cause }
func (e *Busy) Timeout() bool   { return true }
func (e *Busy) Temporary() bool { return true }

type Both []error

func (b Both) Error() string   { return fmt.Sprint(len(b), " errors") }
func (b Both) Unwrap() []error { return b }

type Any struct{ n int }

func (a Any) Error() string { return "any" }
func (a Any) As(target any) bool {
	if p, ok := target.(*NotFound); ok {
		*p = NotFound(fmt.Sprint("number ", a.n))
		return true
	}
	return false
}

func chains() {
	err := fmt.Errorf("open: %w", &Busy{NotFound("file")})
	var nf NotFound
	var busy *Busy
	var ne net.Error
	fmt.Println(errors.Is(err, fs.ErrNotExist), errors.As(err, &nf), nf, errors.As(err, &busy), busy.cause, errors.As(err, &ne) && ne.Timeout())
	both := Both{io.EOF, err}
	fmt.Println(both, errors.Is(both, io.EOF), errors.Is(both, NotFound("file")), errors.Is(both, NotFound("other")))
	fmt.Println(errors.As(fmt.Errorf("w: %w", Any{4}), &nf), nf, errors.Unwrap(err) == error(busy), os.IsTimeout(busy))
	join := errors.Join(NotFound("a"), nil, &Busy{io.EOF})
	fmt.Printf("%v|%q\n", join, join.Error())
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(NotFound("cause"))
	fmt.Println(context.Cause(ctx), context.Cause(ctx) == NotFound("cause"), ctx.Err())
	r, w := io.Pipe()
	w.CloseWithError(NotFound("pipe"))
	_, err = r.Read(nil)
	fmt.Println(err == NotFound("pipe"))
}

type Key struct{ n int }

func (k Key) String() string { return fmt.Sprint("key ", k.n) }

func keys() {
	ctx := context.WithValue(context.Background(), Key{1}, User{"ann", "pw"})
	u, ok := ctx.Value(Key{1}).(User)
	fmt.Println(u.Name, ok, ctx.Value(Key{2}))
}

type Dir map[string]string

func (d Dir) Open(name string) (fs.File, error) {
	if s, ok := d[name]; ok {
		return &file{name, strings.NewReader(s)}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
func (d Dir) ReadFile(name string) ([]byte, error) {
	if s, ok := d[name]; ok {
		return []byte("read " + s), nil
	}
	return nil, NotFound(name)
}
func (d Dir) Glob(pattern string) ([]string, error) { return []string{"globbed " + pattern}, nil }

type file struct {
	name string
	*strings.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return info{f}, nil }
func (f *file) Close() error               { return nil }

type info struct{ f *file }

func (i info) Name() string       { return i.f.name }
func (i info) Size() int64        { return i.f.Reader.Size() }
func (i info) Mode() fs.FileMode  { return 0o644 }
func (i info) ModTime() time.Time { return time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC) }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

func files() {
	d := Dir{"a.txt": "alpha"}
	b, err := fs.ReadFile(d, "a.txt")
	fmt.Println(string(b), err)
	_, err = fs.ReadFile(d, "b")
	fmt.Println(err, errors.Is(err, fs.ErrNotExist))
	g, _ := fs.Glob(d, "*")
	fmt.Println(g)
	s, err := fs.Stat(d, "a.txt")
	fmt.Println(s.Name(), s.Size(), s.Mode(), err, fs.FormatFileInfo(s))
	_, err = fs.Stat(d, "zz")
	fmt.Println(err, errors.Is(err, fs.ErrNotExist))
}

type MyErr struct{ n int }

func (e MyErr) Error() string { return fmt.Sprint("err ", e.n) }

func channels() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	p, _ := os.FindProcess(os.Getpid())
	p.Signal(os.Interrupt)
	fmt.Println(<-c)
	signal.Stop(c)
	errs := make(chan error, 3)
	go func() {
		for i := range 3 {
			if i == 1 {
				errs <- nil
				continue
			}
			errs <- MyErr{i}
		}
		close(errs)
	}()
	for e := range errs {
		m, ok := e.(MyErr)
		fmt.Println(e, m.n, ok, e == nil, e == MyErr{2})
	}
	e, ok := <-errs
	fmt.Println(e, ok, len(errs), cap(errs))
	ss := make(chan fmt.Stringer, 2)
	ss <- time.Second
	ss <- Key{3}
	fmt.Println(len(ss), <-ss, (<-ss).(Key).n)
	in, out := make(chan error), make(chan error)
	go func(in <-chan error, out chan<- error) {
		for e := range in {
			out <- fmt.Errorf("w: %w", e)
		}
		close(out)
	}(in, out)
	in <- MyErr{7}
	v := <-out
	close(in)
	var me MyErr
	fmt.Println(v, errors.As(v, &me), me.n)
	select {
	case e, ok := <-out:
		fmt.Println(e, ok)
	case <-time.After(5 * time.Second):
		fmt.Println("late")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	select {
	case s := <-c:
		fmt.Println(s)
	case <-ctx.Done():
		fmt.Println(ctx.Err())
	}
	var nilc chan error
	m := map[chan error]int{errs: 3}
	fmt.Println(nilc == nil, m[errs], nilc)
}

type Address net.IPNet

type card struct {
	IP   net.IP
	Wait time.Duration
	Any  any
	err  error
	ip   net.IP
	list []time.Duration
}

func printing() {
	a := Address{IP: net.IPv4(1, 2, 3, 4), Mask: net.CIDRMask(8, 32)}
	fmt.Println(a)
	fmt.Printf("%v %+v %s\n", a, a, a)
	c := card{net.IPv4(9, 8, 7, 6), time.Minute, net.IPv4(1, 1, 1, 1), nil, net.IP{1}, []time.Duration{5}}
	fmt.Printf("%v\n%+v\n%#v\n", c, c, c)
	fmt.Printf("%v %d\n", []any{a, c.Wait, Key{1}, []any{Key{2}}}, map[string]int{"k": 3})
	fmt.Printf("%T %T %x\n", []any{a}, map[string]any{"k": Key{1}}, []any{Level(17)})
	var x any = reflect.TypeOf(3)
	t, ok := x.(reflect.Type)
	_, no := x.(fmt.Formatter)
	fmt.Println(t, ok, no)
}

func main() {
	logging()
	copying()
	flags()
	chains()
	keys()
	files()
	channels()
	printing()
}
