// Functional options, builder, observer, visitor, state machine, middleware.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"
)

type Server struct {
	host    string
	port    int
	timeout time.Duration
	tags    []string
}
type Option func(*Server) error

func WithPort(p int) Option {
	return func(s *Server) error {
		if p <= 0 {
			return fmt.Errorf("bad port %d", p)
		}
		s.port = p
		return nil
	}
}
func WithTags(ts ...string) Option {
	return func(s *Server) error { s.tags = append(s.tags, ts...); return nil }
}
func NewServer(host string, opts ...Option) (*Server, error) {
	s := &Server{host: host, port: 80, timeout: time.Second}
	for _, o := range opts {
		if err := o(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

type Query struct {
	table string
	where []string
	limit int
}

func From(t string) *Query { return &Query{table: t} }
func (q *Query) Where(c string, a ...any) *Query {
	q.where = append(q.where, fmt.Sprintf(c, a...))
	return q
}
func (q *Query) Limit(n int) *Query { q.limit = n; return q }
func (q *Query) String() string {
	s := "SELECT * FROM " + q.table
	if len(q.where) > 0 {
		s += " WHERE " + strings.Join(q.where, " AND ")
	}
	if q.limit > 0 {
		s += fmt.Sprint(" LIMIT ", q.limit)
	}
	return s
}

type Event interface{ Name() string }
type UserCreated struct{ Who string }
type CardDealt struct{ N int }

func (UserCreated) Name() string { return "user" }
func (c CardDealt) Name() string { return "card" }

type Bus struct{ subs map[string][]func(Event) }

func (b *Bus) On(name string, f func(Event)) {
	if b.subs == nil {
		b.subs = make(map[string][]func(Event))
	}
	b.subs[name] = append(b.subs[name], f)
}
func (b *Bus) Emit(es ...Event) {
	for _, e := range es {
		for _, f := range b.subs[e.Name()] {
			f(e)
		}
	}
}

type Expr interface{ Accept(Visitor) float64 }
type Visitor interface {
	VisitNum(Num) float64
	VisitBin(*Bin) float64
}
type Num float64
type Bin struct {
	Op   byte
	L, R Expr
}

func (n Num) Accept(v Visitor) float64  { return v.VisitNum(n) }
func (b *Bin) Accept(v Visitor) float64 { return v.VisitBin(b) }

type evaluator struct{ steps int }

func (e *evaluator) VisitNum(n Num) float64 { e.steps++; return float64(n) }
func (e *evaluator) VisitBin(b *Bin) float64 {
	e.steps++
	l, r := b.L.Accept(e), b.R.Accept(e)
	switch b.Op {
	case '+':
		return l + r
	case '*':
		return l * r
	}
	panic("unknown operator " + string(b.Op))
}

type State func(*Lexer) State
type Lexer struct {
	in  string
	pos int
	out []string
}

func start(l *Lexer) State {
	switch {
	case l.pos >= len(l.in):
		return nil
	case l.in[l.pos] >= '0' && l.in[l.pos] <= '9':
		return number
	case l.in[l.pos] == ' ':
		l.pos++
		return start
	}
	return symbol
}
func number(l *Lexer) State {
	from := l.pos
	for l.pos < len(l.in) && l.in[l.pos] >= '0' && l.in[l.pos] <= '9' {
		l.pos++
	}
	l.out = append(l.out, "num:"+l.in[from:l.pos])
	return start
}
func symbol(l *Lexer) State {
	l.out = append(l.out, "sym:"+l.in[l.pos:l.pos+1])
	l.pos++
	return start
}

type Handler func(string) (string, error)
type Middleware func(Handler) Handler

func chain(h Handler, ms ...Middleware) Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}
func logging(log *[]string) Middleware {
	return func(next Handler) Handler {
		return func(s string) (out string, err error) {
			*log = append(*log, "> "+s)
			defer func() { *log = append(*log, fmt.Sprintf("< %s %v", out, err)) }()
			return next(s)
		}
	}
}
func recovering(next Handler) Handler {
	return func(s string) (_ string, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("handler panicked: %v", r)
			}
		}()
		return next(s)
	}
}

type Account struct {
	owner   string
	balance int
	history []string
}

var ErrFunds = errors.New("insufficient funds")

type FundsError struct{ Need, Have int }

func (e *FundsError) Error() string { return fmt.Sprintf("need %d, have %d", e.Need, e.Have) }
func (e *FundsError) Unwrap() error { return ErrFunds }

func (a *Account) Withdraw(n int) error {
	if n > a.balance {
		return fmt.Errorf("%s: %w", a.owner, &FundsError{n, a.balance})
	}
	a.balance -= n
	a.history = append(a.history, fmt.Sprintf("-%d", n))
	return nil
}

type Plugin interface {
	Run(args ...string) (string, error)
}
type PluginFunc func(args ...string) (string, error)

func (f PluginFunc) Run(args ...string) (string, error) { return f(args...) }

var registry = map[string]Plugin{}

func register(name string, p Plugin) { registry[name] = p }

func init() {
	register("echo", PluginFunc(func(a ...string) (string, error) { return strings.Join(a, " "), nil }))
	register("fail", PluginFunc(func(a ...string) (string, error) { return "", errors.New("failed") }))
}

func init() { fmt.Println("second init sees", len(registry)) }

func main() {
	s, err := NewServer("localhost", WithPort(8080), WithTags("a", "b"))
	fmt.Printf("%+v %v\n", *s, err)
	_, err = NewServer("x", WithPort(-1))
	fmt.Println(err)
	fmt.Println(From("cards").Where("suit = %q", "♥").Where("rank > %d", 9).Limit(3))
	var bus Bus
	total := 0
	bus.On("card", func(e Event) { total += e.(CardDealt).N })
	bus.On("user", func(e Event) { fmt.Printf("%T %+v\n", e, e) })
	bus.Emit(CardDealt{5}, UserCreated{"ann"}, CardDealt{2})
	fmt.Println(total)
	ev := &evaluator{}
	fmt.Println((&Bin{'+', Num(2), &Bin{'*', Num(3), Num(4)}}).Accept(ev), ev.steps)
	l := &Lexer{in: "12 + (3*45)"}
	for st := State(start); st != nil; {
		st = st(l)
	}
	fmt.Println(l.out)
	var log []string
	h := chain(func(s string) (string, error) {
		if s == "boom" {
			panic(s)
		}
		return strings.ToUpper(s), nil
	}, logging(&log), recovering)
	h("hi")
	h("boom")
	fmt.Printf("%q\n", log)
	a := &Account{owner: "ann", balance: 100}
	fmt.Println(a.Withdraw(30), a.Withdraw(100))
	var fe *FundsError
	err = a.Withdraw(100)
	fmt.Println(errors.Is(err, ErrFunds), errors.As(err, &fe), *fe, a.history)
	names := make([]string, 0)
	for n := range registry {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		out, err := registry[n].Run("x", n)
		fmt.Printf("%s %q %v\n", n, out, err)
	}
	defer func() { fmt.Println(recover()) }()
	(&Bin{'/', Num(1), Num(2)}).Accept(ev)
}
