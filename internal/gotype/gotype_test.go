package gotype

import (
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"reflect"
	"testing"
	"time"

	"riffle/internal/core"
)

// forms knows two packages.
func forms(t *testing.T) (*Forms, types.Importer) {
	t.Helper()
	im := importer.Default()
	native := map[string]reflect.Type{
		"time.Duration": reflect.TypeFor[time.Duration](), "time.Time": reflect.TypeFor[time.Time](), "io.Reader": reflect.TypeFor[io.Reader](),
	}
	return &Forms{
		Native: func(path, name string) (reflect.Type, bool) {
			r, ok := native[path+"."+name]
			return r, ok
		},
		Named: func(path, name string) types.Type {
			p, err := im.Import(path)
			if err != nil {
				t.Fatal(err)
			}
			return p.Scope().Lookup(name).Type()
		},
	}, im
}

// parse reads a type; Mine is the user's.
func parse(t *testing.T, im types.Importer, text string) types.Type {
	t.Helper()
	pkg := types.NewPackage("main", "main")
	for _, path := range []string{"time", "io"} {
		p, err := im.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		pkg.Scope().Insert(types.NewPkgName(token.NoPos, pkg, p.Name(), p))
	}
	user := types.NewTypeName(token.NoPos, pkg, "Mine", nil)
	types.NewNamed(user, types.Typ[types.Int], nil)
	pkg.Scope().Insert(user)
	v, err := types.Eval(token.NewFileSet(), pkg, token.NoPos, text)
	if err != nil {
		t.Fatal(text, err)
	}
	return v.Type
}

var cases = []struct {
	text   string
	native reflect.Type // nil if it doesn't exist
	back   bool         // the compiler's form comes back from it
}{
	{"int", reflect.TypeFor[int](), true},
	{"byte", reflect.TypeFor[uint8](), true},
	{"complex64", reflect.TypeFor[complex64](), true},
	{"error", reflect.TypeFor[error](), true},
	{"any", reflect.TypeFor[any](), true},
	{"struct{}", reflect.TypeFor[struct{}](), false},
	{"*time.Duration", reflect.TypeFor[*time.Duration](), true},
	{"[]time.Time", reflect.TypeFor[[]time.Time](), true},
	{"[3]io.Reader", reflect.TypeFor[[3]io.Reader](), true},
	{"map[time.Duration][]byte", reflect.TypeFor[map[time.Duration][]byte](), true},
	{"chan error", reflect.TypeFor[chan error](), true},
	{"<-chan io.Reader", reflect.TypeFor[<-chan io.Reader](), true},
	{"chan<- int", reflect.TypeFor[chan<- int](), true},
	{"func(io.Reader, ...string) (int, error)", reflect.TypeFor[func(io.Reader, ...string) (int, error)](), true},
	{"Mine", nil, false},
	{"[]Mine", nil, false},
	{"map[string]*Mine", nil, false},
	{"map[Mine]string", nil, false},
	{"func() Mine", nil, false},
	{"func(Mine)", nil, false},
	{"interface{ M() }", nil, false},
	{"struct{ X int }", nil, false},
}

// From the compiler's form to the native one, and back.
func TestForms(t *testing.T) {
	f, im := forms(t)
	for _, tt := range cases {
		typ := parse(t, im, tt.text)
		got, ok := f.Type(typ)
		if ok != (tt.native != nil) || ok && got != tt.native {
			t.Errorf("Type(%s) = %v, %v, want %v", tt.text, got, ok, tt.native)
			continue
		}
		if !tt.back {
			continue
		}
		if back := f.Source(got); back == nil || !types.Identical(back, typ) {
			t.Errorf("Source(%v) = %v, want %s", got, back, tt.text)
		}
	}
}

// A shape has the kind of the type, also where the type doesn't exist natively.
func TestShape(t *testing.T) {
	f, im := forms(t)
	for _, tt := range cases {
		typ := parse(t, im, tt.text)
		if native, ok := f.Type(typ); ok && Shape(typ).Kind() != native.Kind() {
			t.Errorf("Shape(%s) is %v, want the kind of %v", tt.text, Shape(typ), native)
		}
	}
	if got := Shape(parse(t, im, "[]Mine")).Kind(); got != reflect.Slice {
		t.Errorf("the shape of []Mine is %v", got)
	}
}

// In lowered code all interfaces are any, but those that channels carry and those of the
// library that slices, arrays and maps hold.
func TestLowered(t *testing.T) {
	tests := []struct{ native, want reflect.Type }{
		{reflect.TypeFor[error](), reflect.TypeFor[any]()},
		{reflect.TypeFor[[]io.Reader](), reflect.TypeFor[[]io.Reader]()},
		{reflect.TypeFor[map[error][]error](), reflect.TypeFor[map[error][]error]()},
		{reflect.TypeFor[[2]interface{ M() }](), reflect.TypeFor[[2]any]()},
		{reflect.TypeFor[map[string]*error](), reflect.TypeFor[map[string]*any]()},
		{reflect.TypeFor[[2]any](), reflect.TypeFor[[2]any]()},
		{reflect.TypeFor[time.Time](), reflect.TypeFor[time.Time]()},
		{reflect.TypeFor[chan error](), reflect.TypeFor[chan error]()},
	}
	for _, tt := range tests {
		if got := Lowered(tt.native); got != tt.want {
			t.Errorf("Lowered(%v) = %v, want %v", tt.native, got, tt.want)
		}
	}
}

// The types of the normal form exist at run time.
func TestMake(t *testing.T) {
	m := Maker{Native: func(path, name string) (reflect.Type, bool) {
		return reflect.TypeFor[time.Time](), path+name == "timeTime"
	}}
	stamp := &core.Type{Kind: core.Native, Path: "time", Name: "Time"}
	tests := []struct {
		t    *core.Type
		want reflect.Type
	}{
		{core.Int, reflect.TypeFor[int]()},
		{core.Empty, reflect.TypeFor[any]()},
		{core.SliceOf(core.String), reflect.TypeFor[[]string]()},
		{core.PointerTo(stamp), reflect.TypeFor[*time.Time]()},
		{&core.Type{Kind: core.Array, Elem: core.Byte, Len: 4}, reflect.TypeFor[[4]byte]()},
		{&core.Type{Kind: core.Map, Key: core.String, Elem: stamp}, reflect.TypeFor[map[string]time.Time]()},
		{&core.Type{Kind: core.Chan, Elem: &core.Type{Kind: core.Basic, Name: "error"}, Dir: core.RecvOnly}, reflect.TypeFor[<-chan error]()},
		{&core.Type{Kind: core.Func, Params: []*core.Type{core.Int}, Results: []*core.Type{core.Bool}}, reflect.TypeFor[func(int) bool]()},
	}
	for _, tt := range tests {
		if got := m.Type(tt.t); got != tt.want {
			t.Errorf("Type(%s) = %v, want %v", tt.t, got, tt.want)
		}
	}
}

// Methods of native types are compared with signatures by type, not by name.
func TestSameMethod(t *testing.T) {
	f, im := forms(t)
	m, _ := reflect.TypeFor[time.Time]().MethodByName("Sub")
	tests := []struct {
		sig  string
		want bool
	}{
		{"func(time.Time) time.Duration", true},
		{"func(time.Time) int64", false},
		{"func(Mine) time.Duration", false},
		{"func() time.Duration", false},
		{"func(...time.Time) time.Duration", false},
	}
	for _, tt := range tests {
		if got := f.SameMethod(m.Type, parse(t, im, tt.sig).(*types.Signature)); got != tt.want {
			t.Errorf("Time.Sub is %s: %v, want %v", tt.sig, got, tt.want)
		}
	}
}
