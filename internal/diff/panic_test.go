package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// callingBack are calls of the library that call the user back, who calls act.
const callingBack = `strings.Map(func(r rune) rune { act(); return r }, "ab")
strings.FieldsFunc("a b", func(r rune) bool { act(); return false })
strings.IndexFunc("ab", func(r rune) bool { act(); return true })
strings.TrimFunc("ab", func(r rune) bool { act(); return true })
bytes.Map(func(r rune) rune { act(); return r }, []byte("ab"))
slices.SortFunc([]int{2, 1}, func(a, b int) int { act(); return 0 })
slices.SortFunc([]any{Mark(2), 1}, func(a, b any) int { act(); return 0 })
slices.IndexFunc([]Shape{Square{1}}, func(a Shape) bool { act(); return true })
slices.BinarySearchFunc([]int{1}, 1, func(a, b int) int { act(); return 0 })
slices.CompactFunc([]int{1, 2}, func(a, b int) bool { act(); return true })
slices.DeleteFunc([]any{1, 2}, func(a any) bool { act(); return true })
slices.Collect(func(yield func(int) bool) { yield(1); act() })
maps.DeleteFunc(map[string]any{"a": 1}, func(k string, v any) bool { act(); return true })
sort.Slice([]int{2, 1}, func(i, j int) bool { act(); return true })
sort.Slice([]any{Mark(2), 1}, func(i, j int) bool { act(); return true })
sort.SliceStable([]Shape{Square{2}, nil}, func(i, j int) bool { act(); return true })
sort.Search(3, func(i int) bool { act(); return true })
sort.Find(3, func(i int) int { act(); return 0 })
sort.Sort(Sorting{})
sort.Stable(sort.Reverse(Sorting{}))
heap.Init(&Heaping{})
heap.Push(&Heaping{}, 1)
heap.Pop(&Heaping{})
regexp.MustCompile("a").ReplaceAllStringFunc("aa", func(s string) string { act(); return s })
fs.WalkDir(fstest.MapFS{"a": {}}, ".", func(p string, d fs.DirEntry, err error) error { act(); return nil })
new(sync.Once).Do(func() { act() })
sync.OnceFunc(func() { act() })()
sync.OnceValue(func() any { act(); return 1 })()
sync.OnceValues(func() (any, error) { act(); return 1, nil })()
func() { var m sync.Map; m.Store(1, 2); m.Range(func(k, v any) bool { act(); return true }) }()
func() { p := sync.Pool{New: func() any { act(); return 1 }}; p.Get() }()
ring.New(2).Do(func(any) { act() })
os.Expand("$a", func(s string) string { act(); return s })
reflect.ValueOf(func() { act() }).Call(nil)
reflect.ValueOf(Encoding{}).MethodByName("Method").Call(nil)
reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { act(); return nil }).Interface().(func())()
rand.New(rand.NewPCG(1, 2)).Shuffle(3, func(i, j int) { act() })
rand.New(Streaming{}).IntN(5)
mrand.New(Streaming{}).Intn(5)
io.ReadAll(Streaming{})
io.Copy(io.Discard, Streaming{})
io.Copy(Streaming{}, strings.NewReader("x"))
io.WriteString(Streaming{}, "x")
io.TeeReader(strings.NewReader("x"), Streaming{}).Read(make([]byte, 1))
io.MultiWriter(Streaming{}, os.Stdout).Write([]byte("x"))
fmt.Fprint(Streaming{}, "x")
fmt.Fscan(Streaming{}, new(int))
bufio.NewScanner(Streaming{}).Scan()
bufio.NewReader(Streaming{}).ReadByte()
bufio.NewWriter(Streaming{}).Flush()
func() { s := bufio.NewScanner(strings.NewReader("ab")); s.Split(func(d []byte, e bool) (int, []byte, error) { act(); return 0, nil, nil }); s.Scan() }()
json.Marshal(Encoding{})
json.Marshal([]any{Encoding{}})
json.Unmarshal([]byte("1"), &Encoding{})
json.NewDecoder(Streaming{}).Decode(new(int))
json.NewEncoder(Streaming{}).Encode(1)
xml.Marshal(Texting{})
gob.NewEncoder(io.Discard).Encode(Gobbing{})
errors.Is(Wrapping{}, io.EOF)
errors.As(Wrapping{}, new(*Trouble))
fmt.Println(errors.Unwrap(Wrapping{}))
context.WithValue(Valued{context.Background()}, 1, 2).Value(3)
template.Must(template.New("").Funcs(template.FuncMap{"f": func() string { act(); return "" }}).Parse("{{f}}")).Execute(io.Discard, nil)
template.Must(template.New("").Parse("{{.Method}}")).Execute(io.Discard, Encoding{})
template.Must(template.New("").Parse("{{.}}")).Execute(Streaming{}, 1)
fmt.Printf("%v\n", Stringing{})
fmt.Printf("%v %+v\n", []any{Stringing{}}, struct{ A any }{Stringing{}})
fmt.Println(Erring{})
fmt.Println(map[string]error{"a": Erring{}})
log.New(Streaming{}, "", 0).Println("x")
log.New(os.Stdout, "", 0).Println(Stringing{})
slog.New(slog.NewTextHandler(Streaming{}, nil)).Info("x")
http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { act() }).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
func() { f := flag.NewFlagSet("", flag.ContinueOnError); f.Func("a", "", func(string) error { act(); return nil }); f.Parse([]string{"-a", "1"}) }()
func() { f := flag.NewFlagSet("", flag.ContinueOnError); f.Int("a", 1, ""); f.VisitAll(func(*flag.Flag) { act() }) }()
ast.Inspect(ast.NewIdent("a"), func(ast.Node) bool { act(); return true })
func() { next, stop := iter.Pull(func(yield func(int) bool) { act() }); defer stop(); next() }()
func() { for range slices.Values([]int{1}) { act() } }()
func() { for range strings.SplitSeq("a,b", ",") { act() } }()
func() { for range maps.Keys(map[int]int{1: 1}) { act() } }()
draw.Draw(image.NewRGBA(image.Rect(0, 0, 1, 1)), image.Rect(0, 0, 1, 1), Picture{}, image.Point{}, draw.Src)
png.Encode(io.Discard, Picture{})
sql.OpenDB(Database{}).Ping()
quick.Check(func(x int) bool { act(); return true }, &quick.Config{MaxCount: 1})
strings.NewReplacer("a", "b").WriteString(Streaming{}, "a")
tabwriter.NewWriter(Streaming{}, 1, 1, 1, ' ', 0).Write([]byte("a\tb\n"))
csv.NewReader(Streaming{}).Read()
hmac.New(func() hash.Hash { act(); return sha256.New() }, nil)
testing.AllocsPerRun(1, func() { act() })
shuffle.Shuffler(func(deck []int, rng shuffle.PRNG) { act() }).On([]int{1, 2})
shuffle.FromSource(Streaming{}).IntN(3)`

// throwing are bodies of act: panics with values of all kinds, and what ends a callback
// otherwise.
var throwing = []string{
	`panic(thrown)`, `panic(Fault{3})`, `panic(Mark(4))`, `panic("text")`, `panic(io.EOF)`, `panic([]any{Mark(1)})`, `panic(Shape(Square{2}))`,
	`var m map[string]int; m["a"] = 1`, `panic(fmt.Errorf("wrapped %w", Fault{1}))`, `defer func() { panic(fmt.Sprint("again ", recover())) }(); panic(1)`,
	`func() { defer func() { fmt.Println("inside", recover()) }(); panic(Mark(2)) }()`, `var p *Pair; p.X++`, `panic(&Trouble{What: "deep"})`,
}

// panics: what the user's code throws comes through the library as it is.
func panics(*rand.Rand) (checks []check) {
	for call := range strings.Lines(callingBack) {
		call = strings.TrimSuffix(call, "\n")
		name, _, _ := strings.Cut(strings.TrimPrefix(call, "func() { "), "(")
		for i, throw := range throwing {
			body := fmt.Sprintf(`act = func() { fmt.Println("called"); %s }
func() {
	defer func() {
		r := recover()
		switch e := r.(type) {
		case nil:
		case runtime.Error:
			fmt.Println("run-time error", e)
		case error:
			var f Fault
			fmt.Printf("error %%T %%v %%v %%v\n", r, e, errors.Is(e, io.EOF), errors.As(e, &f))
		default:
			fmt.Printf("%%T %%v %%v\n", r, r, r == any(thrown))
		}
	}()
	%s
	fmt.Println("through")
}()
`, throw, call)
			checks = append(checks, check{label: "panic/" + slashed(name, fmt.Sprint(strings.Count(callingBack[:strings.Index(callingBack, call)], "\n")), fmt.Sprint(i)), body: body})
		}
	}
	return checks
}
