package diff

import (
	"fmt"
	"math/rand/v2"
	"regexp"
)

// shared is a type whose values two sides can change: a change of one must be seen by
// the other exactly when Go shares it.
type shared struct {
	typ         string
	user, plain string // a value that holds the user's types, and one that doesn't
	change      string // puts NEW into X
	look        string // at X, where that was put
}

var sharedTypes = []shared{
	{"[]any", `[]any{Mark(1), Square{2}}`, `[]any{1, "a"}`, `X[0] = NEW`, `X[0]`},
	{"Anys", `Anys{Mark(1), Square{2}}`, `Anys{1, "a"}`, `X[0] = NEW`, `X[0]`},
	{"[][]any", `[][]any{{Mark(1)}}`, `[][]any{{1}}`, `X[0][0] = NEW`, `X[0][0]`},
	{"map[string]any", `map[string]any{"a": Mark(1)}`, `map[string]any{"a": 1}`, `X["a"] = NEW`, `X["a"]`},
	{"map[any]any", `map[any]any{Mark(1): Mark(1)}`, `map[any]any{1: 1}`, `X[1] = NEW`, `X[1]`},
	{"map[Mark]any", `map[Mark]any{1: Mark(1)}`, `map[Mark]any{1: 1}`, `X[1] = NEW`, `X[1]`},
	{"map[string][]any", `map[string][]any{"a": {Mark(1)}}`, `map[string][]any{"a": {1}}`, `X["a"][0] = NEW`, `X["a"][0]`},
	{"[]map[string]any", `[]map[string]any{{"a": Mark(1)}}`, `[]map[string]any{{"a": 1}}`, `X[0]["a"] = NEW`, `X[0]["a"]`},
	{"[]fmt.Stringer", `[]fmt.Stringer{Suit(1)}`, `[]fmt.Stringer{time.Second}`, `X[0] = Suit(NEW.(int))`, `X[0]`},
	{"[]Shape", `[]Shape{Square{1}}`, `[]Shape{nil}`, `X[0] = Square{float64(NEW.(int))}`, `X[0]`},
	{"[]error", `[]error{Fault{1}}`, `[]error{io.EOF}`, `X[0] = Fault{NEW.(int)}`, `X[0]`},
	{"map[string]error", `map[string]error{"a": Fault{1}}`, `map[string]error{"a": io.EOF}`, `X["a"] = Fault{NEW.(int)}`, `X["a"]`},
	{"Shapes", `Shapes{"a": Square{1}}`, `Shapes{}`, `X["a"] = Square{float64(NEW.(int))}`, `X["a"]`},
	{"*[]any", `&[]any{Mark(1)}`, `&[]any{1}`, `(*X)[0] = NEW`, `(*X)[0]`},
	{"*any", `pointer(any(Mark(1)))`, `pointer(any(1))`, `*X = NEW`, `*X`},
	{"*error", `pointer(error(Fault{1}))`, `pointer(io.EOF)`, `*X = Fault{NEW.(int)}`, `*X`},
	{"*[2]any", `&[2]any{Mark(1)}`, `&[2]any{1}`, `X[0] = NEW`, `X[0]`},
	{"*map[string]any", `&map[string]any{"a": Mark(1)}`, `&map[string]any{"a": 1}`, `(*X)["a"] = NEW`, `(*X)["a"]`},
	{"*Whole", `&Whole{List: []any{Mark(1)}}`, `&Whole{List: []any{1}}`, `X.List[0] = NEW`, `X.List[0]`},
	{"Whole", `Whole{List: []any{Mark(1)}}`, `Whole{List: []any{1}}`, `X.List[0] = NEW`, `X.List[0]`},
	{"Box[[]any]", `Box[[]any]{[]any{Mark(1)}}`, `Box[[]any]{[]any{1}}`, `X.V[0] = NEW`, `X.V[0]`},
	{"[]Box[any]", `[]Box[any]{{Mark(1)}}`, `[]Box[any]{{1}}`, `X[0].V = NEW`, `X[0].V`},
	{"*Box[any]", `&Box[any]{Mark(1)}`, `&Box[any]{1}`, `X.Put(NEW)`, `X.Get()`},
	{"[]*Pair", `[]*Pair{{X: 1}}`, `[]*Pair{nil}`, `X[0] = &Pair{X: NEW.(int)}`, `told(X[0])`},
	{"map[string]*Pair", `map[string]*Pair{"a": {X: 1}}`, `map[string]*Pair{}`, `X["a"] = &Pair{X: NEW.(int)}`, `told(X["a"])`},
	{"[]int", `[]int{1}`, `[]int{1, 2}`, `X[0] = NEW.(int)`, `X[0]`},
	{"[]Mark", `[]Mark{1}`, `[]Mark{1, 2}`, `X[0] = Mark(NEW.(int))`, `X[0]`},
	{"[]func() any", `[]func() any{func() any { return Mark(1) }}`, `[]func() any{func() any { return 1 }}`, `X[0] = func() any { return NEW }`, `X[0]()`},
	{"map[string]func(any) any", `map[string]func(any) any{"a": func(any) any { return Mark(1) }}`, `map[string]func(any) any{"a": func(x any) any { return x }}`, `X["a"] = func(any) any { return NEW }`, `X["a"](nil)`},
	{"struct{ A []any }", `struct{ A []any }{[]any{Mark(1)}}`, `struct{ A []any }{[]any{1}}`, `X.A[0] = NEW`, `X.A[0]`},
	{"[2][]any", `[2][]any{{Mark(1)}}`, `[2][]any{{1}}`, `X[0][0] = NEW`, `X[0][0]`},
	{"chan []any", `make(chan []any, 9)`, `make(chan []any, 8)`, `X <- []any{NEW}`, `len(X)`},
	{"chan any", `make(chan any, 9)`, `make(chan any, 8)`, `X <- NEW`, `len(X)`},
	{"chan Shape", `make(chan Shape, 9)`, `make(chan Shape, 8)`, `X <- Square{float64(NEW.(int))}`, `len(X)`},
}

// keeper is a part of the library that keeps x of type T and gives it back as an any.
type keeper struct{ name, keep, back string }

var keeping = []keeper{
	{"sync.Map.Store", `var m sync.Map; m.Store("k", x)`, `func() any { v, _ := m.Load("k"); return v }()`},
	{"sync.Map.Range", `var m sync.Map; m.LoadOrStore("k", x)`, `func() (r any) { m.Range(func(k, v any) bool { r = v; return true }); return }()`},
	{"list.PushBack", `l := list.New(); l.PushBack(x)`, `l.Front().Value`},
	{"list.Element.Value", `l := list.New(); e := l.PushBack(1); e.Value = x`, `e.Value`},
	{"ring.Value", `r := ring.New(1); r.Value = x`, `func() (o any) { r.Do(func(v any) { o = v }); return }()`},
	{"context.WithValue", `c := context.WithValue(context.Background(), Place{}, x)`, `c.Value(Place{})`},
	{"atomic.Value", `var a atomic.Value; a.Store(x)`, `a.Load()`},
	{"atomic.Pointer", `var a atomic.Pointer[T]; a.Store(&x)`, `any(*a.Load())`},
	{"sync.Pool", `p := sync.Pool{New: func() any { return x }}`, `p.Get()`},
	{"sync.OnceValue", `o := sync.OnceValue(func() any { return x })`, `o()`},
	{"reflect.ValueOf", `v := reflect.ValueOf(x)`, `v.Interface()`},
	{"reflect.New", `v := reflect.New(reflect.TypeOf(x)).Elem(); v.Set(reflect.ValueOf(x))`, `v.Interface()`},
	{"reflect.Call", `v := reflect.ValueOf(func() any { return x })`, `v.Call(nil)[0].Interface()`},
	{"slog.Any", `g := slog.Any("k", x)`, `g.Value.Any()`},
	{"slog.Group", `g := slog.Group("g", "k", x)`, `g.Value.Group()[0].Value.Any()`},
	{"iter.Pull", `next, stop := iter.Pull(func(yield func(any) bool) { for yield(x) { } }); defer stop()`, `func() any { v, _ := next(); return v }()`},
	{"slices.Repeat", `s := slices.Repeat([]any{x}, 2)`, `slices.Clone(s)[1]`},
	{"expvar.Func", `f := expvar.Func(func() any { return x })`, `f.Value()`},
	{"recover", `kept := func() (r any) { defer func() { r = recover() }(); panic(x) }`, `kept()`},
	{"context.Cause", `c, cancel := context.WithCancelCause(context.Background()); cancel(&Trouble{Cause: Carrier{x}})`, `func() any { var e Carrier; errors.As(context.Cause(c), &e); return e.x }()`},
	{"errors.Join", `joined := errors.Join(Carrier{x}, nil)`, `func() any { var e Carrier; errors.As(joined, &e); return e.x }()`},
	{"fmt.Errorf", `wrapped := fmt.Errorf("a %w", Carrier{x})`, `errors.Unwrap(wrapped).(Carrier).x`},
	{"heap.Push", `h := &sorter[any]{}; heap.Push(h, any(x))`, `(*h)[0]`},
	{"unique.Make", `u := unique.Make[any](&Box[any]{x})`, `u.Value().(*Box[any]).V`},
	{"time.AfterFunc", `c := make(chan any, 1); time.AfterFunc(0, func() { c <- x }); y := <-c`, `y`},
	{"template", `var seen any; template.Must(template.New("").Funcs(template.FuncMap{"see": func(v any) string { seen = v; return "" }}).Parse("{{see .}}")).Execute(io.Discard, x)`, `seen`},
	{"maps.Clone", `m := maps.Clone(map[string]any{"k": x})`, `m["k"]`},
}

// keepers: the library keeps a value, and then both sides change it.
func keepers(*rand.Rand) (checks []check) {
	for _, s := range sharedTypes {
		for _, k := range keeping {
			for _, value := range [][2]string{{"user's", s.user}, {"plain", s.plain}} {
				put := func(x string) string { return of(s.change, x) }
				look := func(x string) string { return of(s.look, x) }
				body := fmt.Sprintf("x := %s\n%s\nvar fresh any = 5\n%s\n", value[1], slot(k.keep, map[string]string{"T": s.typ}), put("x"))
				body += fmt.Sprintf("got := (%s).(%s)\nfmt.Println(%s, %s)\n", k.back, s.typ, look("x"), look("got"))
				body += fmt.Sprintf("fresh = 6\n%s\nagain := (%s).(%s)\nfmt.Println(%s, %s, %s)\n", put("got"), k.back, s.typ, look("x"), look("got"), look("again"))
				if s.typ[0] == '*' || s.typ[:4] == "chan" {
					body += "fmt.Println(x == got, got == again, any(x) == any(again))\n"
				}
				checks = append(checks, check{label: "keep/" + slashed(k.name, s.typ, value[0]), body: body})
			}
		}
	}
	return checks
}

// of is a change or a look with a variable in the place of X.
func of(text, x string) string {
	return aloneX.ReplaceAllString(slot(text, map[string]string{"NEW": "fresh"}), "${1}"+x+"${2}")
}

// aloneX is an X that is no field's name.
var aloneX = regexp.MustCompile(`(^|[^.\w])X([^:\w]|$)`)
