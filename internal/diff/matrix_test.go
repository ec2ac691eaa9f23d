package diff

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// element is a type of elements with three values of it.
type element struct {
	name, typ  string
	values     [3]string
	comparable bool
	library    bool // an interface of the library's: cells have no pointers to such elements
}

var elements = []element{
	{"any of the user's", "any", [3]string{`Mark(3)`, `Square{2}`, `Word("a")`}, true, false},
	{"any of Go's", "any", [3]string{`3`, `"a"`, `2.5`}, true, false},
	{"any of all", "any", [3]string{`&Pair{1, "a"}`, `nil`, `[]any{Mark(1), 2}`}, false, false},
	{"Shape", "Shape", [3]string{`Square{3}`, `&Disc{1}`, `Square{2}`}, true, false},
	{"error", "error", [3]string{`Fault{3}`, `io.EOF`, `&Trouble{What: "a"}`}, true, true},
	{"fmt.Stringer", "fmt.Stringer", [3]string{`Square{3}`, `time.Second`, `Suit(1)`}, true, true},
	{"color.Color", "color.Color", [3]string{`Ink(3)`, `color.Gray{1}`, `color.RGBA{2, 0, 0, 255}`}, true, true},
	{"fs.DirEntry", "fs.DirEntry", [3]string{`files()[0]`, `files()[1]`, `files()[2]`}, false, true},
	{"union", "interface{ Sum(int) int }", [3]string{`Pair{3, "c"}`, `&Pair{1, "a"}`, `Pair{2, "b"}`}, true, false},
	{"Mark", "Mark", [3]string{`3`, `1`, `2`}, true, false},
	{"Word", "Word", [3]string{`"c"`, `"a"`, `"b"`}, true, false},
	{"Pair", "Pair", [3]string{`Pair{3, "c"}`, `Pair{1, "a"}`, `Pair{2, "b"}`}, true, false},
	{"*Pair", "*Pair", [3]string{`&Pair{3, "c"}`, `&Pair{1, "a"}`, `nil`}, true, false},
	{"Square", "Square", [3]string{`Square{3}`, `Square{1}`, `Square{2}`}, true, false},
	{"Box[any]", "Box[any]", [3]string{`Box[any]{Mark(3)}`, `Box[any]{"a"}`, `Box[any]{nil}`}, true, false},
	{"[]any", "[]any", [3]string{`[]any{Mark(3)}`, `[]any{1, "a"}`, `nil`}, false, false},
	{"[2]any", "[2]any", [3]string{`[2]any{Mark(3)}`, `[2]any{1, "a"}`, `[2]any{Square{1}, nil}`}, true, false},
	{"map[string]any", "map[string]any", [3]string{`map[string]any{"k": Mark(3)}`, `map[string]any{"a": 1}`, `nil`}, false, false},
	{"func() any", "func() any", [3]string{`func() any { return Mark(3) }`, `func() any { return 1 }`, `func() any { return "x" }`}, false, false},
	{"struct", "struct{ A any }", [3]string{`struct{ A any }{Mark(3)}`, `struct{ A any }{1}`, `struct{ A any }{nil}`}, true, false},
	{"*any", "*any", [3]string{`pointer(any(Mark(3)))`, `pointer(any(1))`, `pointer(any("x"))`}, true, false},
	{"*int", "*int", [3]string{`pointer(3)`, `pointer(1)`, `pointer(2)`}, true, false},
	{"int", "int", [3]string{`3`, `1`, `2`}, true, false},
	{"string", "string", [3]string{`"c"`, `"a"`, `"b"`}, true, false},
	{"time.Duration", "time.Duration", [3]string{`3`, `time.Second`, `2`}, true, false},
}

// container is a place that a slice stands in: E is the type of its elements, VALUES
// some of them.
type container struct {
	name, make string
	slice      string // the slice in it
}

var slicesIn = []container{
	{"slice", `x := []E{VALUES}`, `x`},
	{"named", "type lineup []E\nx := lineup{VALUES}", `x`},
	{"array", `x := [3]E{VALUES}`, `x[:]`},
	{"array pointer", `x := &[3]E{VALUES}`, `x[:]`},
	{"pointer", `x := &[]E{VALUES}`, `(*x)`},
	{"field", `x := struct { n int; s []E }{1, []E{VALUES}}`, `x.s`},
	{"pointer to field", `x := &struct { s []E; n int }{[]E{VALUES}, 1}`, `x.s`},
	{"map", `x := map[string][]E{"k": {VALUES}}`, `x["k"]`},
	{"interface", `var x any = []E{VALUES}`, `x.([]E)`},
	{"slices", `x := [][]E{{VALUES}, nil}`, `x[0]`},
	{"box", `x := Box[[]E]{[]E{VALUES}}`, `x.V`},
	{"window", "base := []E{VALUES, VALUES}\nx := base[2:5]", `x`},
	{"channel", "queue := make(chan []E, 1)\nqueue <- []E{VALUES}\nx := <-queue", `x`},
	{"arguments", "x := spread[E](VALUES)", `x`},
	{"closure", "kept := []E{VALUES}\nx := func() []E { return kept }", `x()`},
}

// act is what is done with a slice S, whose element type is E: with the library, that is.
type act struct{ name, do string }

var onSlices = []act{
	// inspected
	{"sort.SliceIsSorted", `fmt.Println(sort.SliceIsSorted(S, func(i, j int) bool { return told(S[i]) < told(S[j]) }))`},
	{"reflect.Index", `for i := range reflect.ValueOf(S).Len() { fmt.Println(told(reflect.ValueOf(S).Index(i).Interface())) }`},
	{"reflect.Type", `fmt.Println(reflect.TypeOf(S).Elem(), reflect.ValueOf(S).Index(0).Kind(), reflect.TypeOf(S).Elem().Comparable())`},
	{"reflect.DeepEqual", `fmt.Println(reflect.DeepEqual(S, slices.Clone(S)), reflect.DeepEqual(any(S), any(S[:2])))`},
	{"fmt.Sprintf", `fmt.Printf("%T %d %s\n", S, len(fmt.Sprintf("%T", S[0])), fmt.Sprintf("%T", S[:1]))`},
	{"slices.IndexFunc", `fmt.Println(slices.IndexFunc(S, func(e E) bool { return told(e) == told(S[1]) }), slices.ContainsFunc(S, func(e E) bool { return any(e) == nil }))`},
	{"slices.MaxFunc", `fmt.Println(told(slices.MaxFunc(S, compareTold[E])), told(slices.MinFunc(S, compareTold[E])))`},
	{"slices.EqualFunc", `fmt.Println(slices.EqualFunc(S, S, func(a, b E) bool { return told(a) == told(b) }))`},
	// permuted
	{"sort.Slice", `sort.Slice(S, func(i, j int) bool { return told(S[i]) < told(S[j]) })`},
	{"sort.SliceStable", `sort.SliceStable(S, func(i, j int) bool { return told(S[i]) > told(S[j]) })`},
	{"sort.Sort", `sort.Sort(sorter[E](S))`},
	{"sort.Reverse", `sort.Stable(sort.Reverse(sorter[E](S)))`},
	{"slices.SortFunc", `slices.SortFunc(S, func(a, b E) int { return compareTold(a, b) })`},
	{"slices.SortStableFunc", `slices.SortStableFunc(S, func(a, b E) int { return compareTold(b, a) })`},
	{"slices.Reverse", `slices.Reverse(S)`},
	{"reflect.Swapper", "swap := reflect.Swapper(S)\nswap(0, 2)\nswap(1, 2)"},
	{"rand.Shuffle", `rand.New(rand.NewPCG(1, 2)).Shuffle(len(S), func(i, j int) { S[i], S[j] = S[j], S[i] })`},
	{"rand.Shuffle by Swapper", `rand.New(&Dice{3}).Shuffle(len(S), reflect.Swapper(S))`},
	{"heap.Init", "h := sorter[E](S)\nheap.Init(&h)\nheap.Push(&h, h[1])\nfmt.Println(told(heap.Pop(&h)), all(h))"},
	{"heap.Fix", "h := sorter[E](S)\nh[0], h[2] = h[2], h[0]\nheap.Fix(&h, 0)\nfmt.Println(told(heap.Remove(&h, 1)))"},
	{"shuffle.On", `shuffle.FisherYates.On(S, shuffle.JavaRandom(5))`},
	{"shuffle.Shuffler.On", `shuffle.Shuffler(func(deck []int, rng shuffle.PRNG) { deck[0], deck[2] = deck[2], deck[0] }).On(S)`},
	// filled
	{"reflect.Set", `reflect.ValueOf(S).Index(0).Set(reflect.ValueOf(S).Index(1))`},
	{"reflect.Copy", `fmt.Println(reflect.Copy(reflect.ValueOf(S), reflect.ValueOf([]E{S[2]})))`},
	{"reflect.SetZero", `reflect.ValueOf(S).Index(1).SetZero()`},
	{"reflect.Clear", `reflect.ValueOf(S).Clear()`},
	{"reflect of pointer", "s := S\nv := reflect.ValueOf(&s).Elem()\nv.Set(reflect.Append(v, v.Index(0)))\nfmt.Println(all(s))"},
	{"reflect.Addr", "v := reflect.ValueOf(S).Index(0).Addr().Interface().(*E)\n*v = S[2]"},
	{"slices.Insert", `fmt.Println(all(slices.Insert(S[:1], 1, S[2])))`},
	{"slices.Delete", `fmt.Println(all(slices.Delete(S, 0, 1)))`},
	{"slices.DeleteFunc", `fmt.Println(all(slices.DeleteFunc(S, func(e E) bool { return told(e) == told(S[0]) })))`},
	{"slices.Replace", `fmt.Println(all(slices.Replace(S, 0, 2, S[2])))`},
	{"slices.CompactFunc", `fmt.Println(all(slices.CompactFunc(S, func(a, b E) bool { return len(told(a)) == len(told(b)) })))`},
	{"copy", `fmt.Println(copy(S[1:], S))`},
	// kept
	{"sync.Map", "var m sync.Map\nm.Store(1, S)\nv, _ := m.Load(1)\nv.([]E)[0] = S[1]"},
	{"atomic.Value", "var v atomic.Value\nv.Store(S)\nv.Load().([]E)[2] = S[0]"},
	{"atomic.Pointer", "var v atomic.Pointer[[]E]\ns := S\nv.Store(&s)\n(*v.Load())[2] = S[0]"},
	{"list.List", "l := list.New()\nl.PushBack([]E(S))\nl.Front().Value.([]E)[0] = S[2]"},
	{"ring.Ring", "r := ring.New(2)\nr.Value = S\nr.Do(func(v any) { if v != nil { v.([]E)[1] = S[2] } })"},
	{"context", "c := context.WithValue(context.Background(), Place{1, \"k\"}, S)\nc.Value(Place{1, \"k\"}).([]E)[1] = S[0]"},
	{"sync.Pool", "p := sync.Pool{New: func() any { return S }}\np.Get().([]E)[1] = S[0]"},
	{"sync.OnceValue", "o := sync.OnceValue(func() []E { return S })\no()[2] = S[0]"},
	{"slog.Any", `slog.Any("k", S).Value.Any().([]E)[2] = S[0]`},
	{"reflect.Interface", `reflect.ValueOf(S).Interface().([]E)[0] = S[1]`},
	{"reflect.MakeMap", "m := reflect.MakeMap(reflect.TypeFor[map[string][]E]())\nm.SetMapIndex(reflect.ValueOf(\"k\"), reflect.ValueOf([]E(S)))\nm.Interface().(map[string][]E)[\"k\"][0] = S[2]"},
	{"panic", "func() { defer func() { recover().([]E)[0] = S[2] }(); panic(S) }()"},
	// handed back
	{"slices.Clone", "c := slices.Clone(S)\nc[0] = c[1]\nfmt.Println(all(c))"},
	{"slices.Collect", `fmt.Println(all(slices.Collect(slices.Values(S))), kinds(slices.Collect(slices.Values(S))))`},
	{"slices.Sorted", `fmt.Println(all(slices.SortedFunc(slices.Values(S), compareTold[E])))`},
	{"slices.Backward", `for i, e := range slices.Backward(S) { fmt.Println(i, told(e)) }`},
	{"slices.Chunk", `for part := range slices.Chunk(S, 2) { part[0] = S[2]; fmt.Println(all(part)) }`},
	{"slices.Repeat", `fmt.Println(all(slices.Repeat(S, 2)), all(slices.Concat(S, S[:1])))`},
	{"iter.Pull", "next, stop := iter.Pull(slices.Values(S))\ne, ok := next()\nfmt.Println(told(e), ok)\nstop()"},
	{"maps.Collect", `m := maps.Collect(slices.All(S)); fmt.Println(len(m), told(m[1]))`},
	{"reflect.Slice", `reflect.ValueOf(S).Slice(1, 3).Interface().([]E)[0] = S[2]`},
	{"reflect.Append", `fmt.Println(all(reflect.Append(reflect.ValueOf(S), reflect.ValueOf(S).Index(0)).Interface().([]E)))`},
	{"reflect.AppendSlice", `fmt.Println(all(reflect.AppendSlice(reflect.ValueOf([]E(S)), reflect.ValueOf([]E(S[:1]))).Interface().([]E)))`},
	{"reflect.MakeSlice", "v := reflect.MakeSlice(reflect.TypeOf(S), 2, 4)\nv.Index(0).Set(reflect.ValueOf(S).Index(2))\nfmt.Println(all(v.Interface().([]E)))"},
	{"reflect.Convert", `reflect.ValueOf(S).Convert(reflect.TypeFor[sorter[E]]()).Interface().(sorter[E]).Swap(0, 1)`},
	// called back
	{"reflect.Call", `reflect.ValueOf(func(s []E) { s[0] = S[1] }).Call([]reflect.Value{reflect.ValueOf(S)})`},
	{"reflect.CallSlice", `fmt.Println(reflect.ValueOf(func(s ...E) int { s[0] = S[1]; return len(s) }).CallSlice([]reflect.Value{reflect.ValueOf([]E(S))})[0])`},
	{"reflect.MakeFunc", "f := reflect.MakeFunc(reflect.TypeFor[func([]E) E](), func(a []reflect.Value) []reflect.Value {\na[0].Index(0).Set(a[0].Index(1))\nreturn []reflect.Value{a[0].Index(2)}\n}).Interface().(func([]E) E)\nfmt.Println(told(f(S)))"},
	{"reflect.Method", `fmt.Println(reflect.ValueOf(sorter[E](S)).MethodByName("Less").Call([]reflect.Value{reflect.ValueOf(0), reflect.ValueOf(1)})[0])`},
	{"slices.BinarySearchFunc", `fmt.Println(slices.BinarySearchFunc(S, S[1], func(a, b E) int { fmt.Println(told(a)); return compareTold(a, b) }))`},
	{"reflect.Seq", `for v := range reflect.ValueOf(S).Seq() { fmt.Println(v.Kind()) }`},
	{"reflect.Seq2", `for i, v := range reflect.ValueOf(S).Seq2() { fmt.Println(i, told(v.Interface())) }`},
	{"template", "template.Must(template.New(\"\").Funcs(template.FuncMap{\"f\": func(s []E) string { s[0] = S[2]; return all(s) }, \"g\": told}).Parse(\"{{f .}} {{len .}} {{g (index . 1)}}{{range .}} {{g .}}{{end}}\\n\")).Execute(os.Stdout, S)"},
	{"sync.Map.Range", "var m sync.Map\nm.Store(1, S)\nm.Range(func(k, v any) bool { v.([]E)[0] = S[1]; return true })"},
	{"time.AfterFunc", "done := make(chan bool)\ntime.AfterFunc(0, func() { S[0] = S[1]; close(done) })\n<-done"},
	{"reflect.Value.Set func", "var f func() []E\nreflect.ValueOf(&f).Elem().Set(reflect.ValueOf(func() []E { return S }))\nf()[0] = S[1]"},
	{"reflect chan", "pipe := make(chan []E, 1)\nreflect.ValueOf(pipe).Send(reflect.ValueOf([]E(S)))\nv, _ := reflect.ValueOf(pipe).Recv()\nv.Index(0).Set(v.Index(2))"},
}

type look struct{ before, after string }

// looks are ways to look at the slice afterwards, with what they need to be done before.
var looks = []look{
	{"alias := S", "fmt.Println(\"alias\", all(alias))"},
	{"first := &S[0]", "fmt.Println(\"first\", told(*first))"},
	{"held := struct{ in any }{S}", "fmt.Println(\"held\", told(held.in))"},
	{"see := func() string { return all(S) }", "fmt.Println(\"seen\", see())"},
	{"", "fmt.Println(kinds(S))"},
	{"", "fmt.Printf(\"%T %T\\n\", S, S[0])"},
}

// valuesIn are containers that hold single values A, B and C of type E.
var valuesIn = []act{
	{"map/language", "m := map[string]E{\"a\": A, \"b\": B}\nn := maps.Clone(m)\nm[\"a\"] = C\nfmt.Println(told(m[\"a\"]), told(n[\"a\"]), len(m))"},
	{"map/maps.Values", "m := map[string]E{\"a\": A}\nfmt.Println(all(slices.Collect(maps.Values(m))), slices.Sorted(maps.Keys(m)))"},
	{"map/maps.Copy", "m, n := map[string]E{\"a\": A}, map[string]E{\"a\": B, \"c\": C}\nmaps.Copy(m, n)\nmaps.DeleteFunc(m, func(k string, e E) bool { return told(e) == told(n[\"c\"]) })\nfmt.Println(len(m), told(m[\"a\"]))"},
	{"map/maps.EqualFunc", "m := map[string]E{\"a\": A}\nfmt.Println(maps.EqualFunc(m, m, func(x, y E) bool { return told(x) == told(y) }))"},
	{"map/reflect.SetMapIndex", "m := map[string]E{\"a\": A}\nalias := m\nreflect.ValueOf(m).SetMapIndex(reflect.ValueOf(\"a\"), reflect.ValueOf([]E{B}).Index(0))\nfmt.Println(told(alias[\"a\"]), reflect.ValueOf(m).MapIndex(reflect.ValueOf(\"a\")).Kind())"},
	{"map/reflect.MapRange", "m := map[string]E{\"a\": A}\nfor it := reflect.ValueOf(m).MapRange(); it.Next(); {\nfmt.Println(it.Key(), told(it.Value().Interface()))\n}\nreflect.ValueOf(m).Clear()\nfmt.Println(len(m))"},
	{"map/sync.Map", "m := map[string]E{\"a\": A}\nvar s sync.Map\ns.Store(\"m\", m)\nv, _ := s.Load(\"m\")\nv.(map[string]E)[\"a\"] = B\nv.(map[string]E)[\"z\"] = C\nfmt.Println(told(m[\"a\"]), len(m))"},
	{"map/fmt", "m := map[string]E{\"a\": A, \"b\": B}\nfmt.Printf(\"%T %d\\n\", m, len(m))"},
	{"map/interface", "var x any = map[string]E{\"a\": A}\nx.(map[string]E)[\"a\"] = C\nfmt.Println(told(x.(map[string]E)[\"a\"]))"},
	{"map/template", "m := map[string]E{\"a\": A}\ntemplate.Must(template.New(\"\").Funcs(template.FuncMap{\"g\": told}).Parse(\"{{g .a}} {{g (index . \\\"a\\\")}}{{range $k, $v := .}} {{$k}} {{g $v}}{{end}}\\n\")).Execute(os.Stdout, m)"},
	{"pointer/reflect.Set", "p := new(E)\n*p = A\nq := p\nreflect.ValueOf(p).Elem().Set(reflect.ValueOf([]E{B}).Index(0))\nfmt.Println(told(*q), p == q)"},
	{"pointer/sync.Map", "p := pointer[E](A)\nvar m sync.Map\nm.Store(1, p)\nv, _ := m.Load(1)\n*v.(*E) = B\nfmt.Println(told(*p), v.(*E) == p, v == any(p))"},
	{"pointer/list", "p := pointer[E](A)\nl := list.New()\nl.PushBack(p)\n*l.Front().Value.(*E) = C\nfmt.Println(told(*p), l.Front().Value == any(p))"},
	{"pointer/reflect.New", "v := reflect.New(reflect.TypeFor[E]())\nv.Elem().Set(reflect.ValueOf([]E{B}).Index(0))\nfmt.Println(told(*v.Interface().(*E)), v.Elem().Kind())"},
	{"pointer/atomic.Pointer", "var v atomic.Pointer[E]\np := pointer[E](A)\nv.Store(p)\nold := v.Swap(pointer[E](B))\nfmt.Println(told(*old), told(*v.Load()), old == p)"},
	{"pointer/in struct", "x := struct{ P *E }{pointer[E](A)}\nv := reflect.ValueOf(&x).Elem().Field(0)\nv.Elem().Set(reflect.ValueOf([]E{C}).Index(0))\nfmt.Println(told(*x.P))"},
	{"channel/language", "c := make(chan E, 2)\nc <- A\nc <- B\nfmt.Println(told(<-c), len(c), cap(c))"},
	{"channel/reflect", "c := make(chan E, 2)\nreflect.ValueOf(c).Send(reflect.ValueOf([]E{A}).Index(0))\nfmt.Println(told(<-c))\nc <- B\nv, ok := reflect.ValueOf(c).Recv()\nfmt.Println(told(v.Interface()), ok)"},
	{"channel/reflect.Select", "c := make(chan E, 1)\nc <- A\ni, v, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)}})\nfmt.Println(i, told(v.Interface()), ok)"},
	{"channel/kept", "c := make(chan E, 1)\nvar m sync.Map\nm.Store(1, c)\nv, _ := m.Load(1)\nv.(chan E) <- A\nfmt.Println(told(<-c), v == any(c))"},
	{"channel/made", "c := reflect.MakeChan(reflect.TypeFor[chan E](), 1).Interface().(chan E)\nc <- B\nfmt.Println(told(<-c), cap(c))"},
	{"func/reflect.Call", "f := func(e E) (E, error) { return e, Fault{1} }\nr := reflect.ValueOf(f).Call([]reflect.Value{reflect.ValueOf([]E{A}).Index(0)})\nfmt.Println(told(r[0].Interface()), told(r[1].Interface()), r[0].Kind())"},
	{"func/reflect.MakeFunc", "f := reflect.MakeFunc(reflect.TypeFor[func(E, ...E) E](), func(a []reflect.Value) []reflect.Value { fmt.Println(a[1].Len()); return a[:1] }).Interface().(func(E, ...E) E)\nfmt.Println(told(f(A, B, C)))"},
	{"func/kept", "var m sync.Map\nm.Store(1, func() E { return B })\nv, _ := m.Load(1)\nfmt.Println(told(v.(func() E)()))"},
	{"func/sync.OnceValues", "f := sync.OnceValues(func() (E, error) { fmt.Println(\"once\"); return A, nil })\nx, err := f()\ny, _ := f()\nfmt.Println(told(x), err, told(x) == told(y))"},
	{"iterator/iter.Pull2", "next, stop := iter.Pull2(func(yield func(string, E) bool) { _ = yield(\"a\", A) && yield(\"b\", B) })\nk, e, ok := next()\nfmt.Println(k, told(e), ok)\nstop()"},
	{"iterator/slices.AppendSeq", "s := slices.AppendSeq([]E{A}, func(yield func(E) bool) { _ = yield(B) && yield(C) })\nfmt.Println(all(s), kinds(s))"},
	{"iterator/reflect", "var seq iter.Seq[E] = func(yield func(E) bool) { _ = yield(B) && yield(C) }\nfor v := range reflect.ValueOf(seq).Seq() { fmt.Println(told(v.Interface())) }"},
	{"value/sync.Map", "var m sync.Map\nvar e E = A\nm.Store(1, e)\nv, _ := m.Load(1)\nfmt.Println(told(v))\nprev, loaded := m.Swap(1, E(B))\nfmt.Println(told(prev), loaded)"},
	{"value/list", "l := list.New()\nl.PushBack(E(A))\nl.PushFront(E(B))\nl.Front().Value = E(C)\nfor e := l.Front(); e != nil; e = e.Next() { fmt.Println(told(e.Value)) }"},
	{"value/ring", "r := ring.New(2)\nr.Value = E(A)\nr.Next().Value = E(B)\nr.Do(func(v any) { fmt.Println(told(v)) })"},
	{"value/context", "c := context.WithValue(context.Background(), Mark(1), E(A))\nfmt.Println(told(c.Value(Mark(1))), c.Value(1) == nil)"},
	{"value/panic", "func() { defer func() { r := recover(); fmt.Println(told(r)) }(); panic(any(E(A))) }()"},
	{"value/field", "x := struct{ V, W E }{A, B}\nv := reflect.ValueOf(&x).Elem()\nv.Field(0).Set(v.Field(1))\nfmt.Println(told(x.V), told(v.FieldByName(\"W\").Interface()))"},
	{"value/array", "x := [2]E{A, B}\nv := reflect.ValueOf(&x).Elem()\nv.Index(1).Set(v.Index(0))\nfmt.Println(all(x[:]), v.Len())"},
	{"value/errors.As", "var err error = &Trouble{\"x\", Fault{2}}\nvar f Fault\nvar e E = A\nfmt.Println(errors.As(fmt.Errorf(\"%w\", err), &f), f.Code, told(e))"},
	{"value/unique", "COMPARABLE\nh, g := unique.Make[any](E(A)), unique.Make[any](E(A))\nfmt.Println(h == g, told(h.Value()))"},
	{"key/any", "COMPARABLE\na, b := E(A), E(B)\nm := map[any]string{a: \"a\", b: \"b\"}\nfmt.Println(m[a], m[b], len(m))"},
	{"key/map", "COMPARABLE\na, b := E(A), E(B)\nm := map[E]string{a: \"a\", b: \"b\"}\nfmt.Println(m[a], m[b], len(m), slices.Sorted(maps.Values(m)))\nfor k := range maps.Keys(map[E]int{a: 1}) { fmt.Println(told(k), m[k]) }"},
	{"key/reflect", "COMPARABLE\na := E(A)\nm := map[E]int{a: 1}\nv := reflect.ValueOf(m)\nfmt.Println(told(v.MapKeys()[0].Interface()), v.MapIndex(v.MapKeys()[0]), m[v.MapKeys()[0].Interface().(E)])\nv.SetMapIndex(v.MapKeys()[0], reflect.ValueOf(5))\nfmt.Println(m[a], len(m))"},
	{"key/sync.Map", "COMPARABLE\na, b := E(A), E(B)\nvar m sync.Map\nm.Store(a, 1)\nm.Store(b, 2)\nv, ok := m.Load(a)\nfmt.Println(v, ok)\n_, ok = m.Load(E(C))\nfmt.Println(ok)"},
	{"equal/interfaces", "COMPARABLE\na, b := E(A), E(B)\nvar x, y any = a, b\nfmt.Println(x == y, x == any(a), any(b) == x)\nvar m sync.Map\nm.Store(1, a)\nv, _ := m.Load(1)\nfmt.Println(v == x, v == any(a))"},
	{"equal/slices", "COMPARABLE\na, b := E(A), E(B)\ns := []E{a, b}\nfmt.Println(slices.Contains(s, b), slices.Index(s, a), slices.Equal(s, s), slices.Compact([]E{a, a, b})[0] == a)"},
	{"equal/CompareAndSwap", "COMPARABLE\na, b := E(A), E(B)\nvar m sync.Map\nm.Store(1, a)\nfmt.Println(m.CompareAndSwap(1, b, a), m.CompareAndSwap(1, a, b), m.CompareAndDelete(1, b))"},
}

// matrix is each type of elements in each container with each act, and all looks
// afterwards.
func matrix(*rand.Rand) (checks []check) {
	for _, e := range elements {
		typ := operand(e.typ)
		for _, in := range slicesIn {
			for _, a := range onSlices {
				if e.library && a.name == "reflect.Addr" {
					continue
				}
				checks = append(checks, check{label: "matrix/" + slashed(e.name, in.name, a.name), later: func() string { return inMatrix(e, in, a) }})
			}
		}
		for _, a := range valuesIn {
			do, needs := strings.CutPrefix(a.do, "COMPARABLE\n")
			if needs && !e.comparable {
				continue
			}
			do = slot(do, map[string]string{"E": typ, "A": e.values[0], "B": e.values[1], "C": e.values[2]})
			checks = append(checks, check{label: "matrix/" + slashed(e.name, a.name), body: do})
		}
	}
	return checks
}

// inMatrix is an act on a slice in a container, with all looks.
func inMatrix(e element, in container, a act) string {
	looks := slices.DeleteFunc(slices.Clone(looks), func(l look) bool { return e.library && strings.Contains(l.before, "&S[0]") })
	lines := []string{in.make}
	for _, l := range looks {
		lines = append(lines, l.before)
	}
	lines = append(lines, a.do, "fmt.Println(all(S))")
	for _, l := range looks {
		lines = append(lines, l.after)
	}
	if strings.HasPrefix(in.make, "base") {
		lines = append(lines, "fmt.Println(\"base\", all(base))")
	}
	do := strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
	typ := operand(e.typ)
	do = slot(slot(do, map[string]string{"S": in.slice}), map[string]string{"E": typ, "VALUES": strings.Join(e.values[:], ", ")})
	if in.name == "named" {
		do = strings.ReplaceAll(do, ".([]"+typ+")", ".(lineup)")
	}
	return do + "\n"
}

// operand is a type as it can stand in front of a parenthesis.
func operand(typ string) string {
	if strings.HasPrefix(typ, "*") || strings.HasPrefix(typ, "func") {
		return "(" + typ + ")"
	}
	return typ
}

func slashed(words ...string) string { return strings.Join(words, "/") }
