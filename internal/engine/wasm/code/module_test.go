package code

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// The sum of 1 to n, with each kind of branch.
func TestBlocks(t *testing.T) {
	m := &Module{}
	f := m.NewFunc("sum", signature(I64, I64))
	sum := f.NewLocal(I64)
	out := f.Block()
	loop := f.Loop()
	f.LocalGet(0)
	f.I64Eqz()
	f.BrIf(out)
	f.LocalGet(0)
	f.LocalGet(sum)
	f.I64Add()
	f.LocalSet(sum)
	f.LocalGet(0)
	f.I64Const(-1)
	f.I64Add()
	f.LocalSet(0)
	f.Br(loop)
	f.End()
	f.End()
	f.LocalGet(sum)

	g := m.NewFunc("choose", signature(I32, I32))
	var labels []Label
	other := g.Block()
	for range 3 {
		labels = append(labels, g.Block())
	}
	g.LocalGet(0)
	g.BrTable(labels, other)
	for i := range 3 {
		g.End()
		g.I32Const(int32(30 - i))
		g.Return()
	}
	g.End()
	g.LocalGet(0)
	g.I32Const(10)
	g.I32GtU()
	g.If(I32)
	g.I32Const(-1)
	g.Else()
	g.I32Const(5)
	g.End()

	h := m.NewFunc("two", signature(I64))
	h.Block(I64, I32)
	h.I64Const(math.MinInt64)
	h.I32Const(-300)
	h.End()
	h.I64ExtendI32S()
	h.I64Add()
	mod := instantiate(t, m)
	for n, want := range map[uint64]uint64{0: 0, 1: 1, 100: 5050} {
		if got := call(t, mod, "sum", n); got != want {
			t.Errorf("sum(%d) = %d, want %d", n, got, want)
		}
	}
	for n, want := range map[uint64]int32{0: 28, 1: 29, 2: 30, 3: 5, 11: -1} {
		if got := int32(call(t, mod, "choose", n)); got != want {
			t.Errorf("choose(%d) = %d, want %d", n, got, want)
		}
	}
	if got, want := call(t, mod, "two"), uint64(1<<63-300); got != want {
		t.Errorf("two() = %#x, want %#x", got, want)
	}
}

// Functions call each other, imports and table entries, whatever the order in which they
// were added; a dropped one leaves no trace.
func TestCalls(t *testing.T) {
	m := &Module{}
	m.Table(10, 100)
	twice := m.NewFunc("", signature(I64, I64))
	dropped := m.NewFunc("dropped", signature(I64))
	main := m.NewFunc("main", signature(I64, I64))
	main.LocalGet(0)
	main.Call(twice)
	main.Call(m.Import("env", "negate", signature(I64, I64)))
	main.I32Const(7)
	main.CallIndirect(signature(I64, I64))
	twice.LocalGet(0)
	twice.LocalGet(0)
	twice.I64Add()
	m.Element(7, twice)
	m.Element(9, dropped)
	m.Drop(dropped)

	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	negate := api.GoFunc(func(_ context.Context, s []uint64) { s[0] = -s[0] })
	if _, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().WithGoFunction(negate, []api.ValueType{api.ValueTypeI64}, []api.ValueType{api.ValueTypeI64}).Export("negate").Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	grow := m.NewFunc("grow", signature(I32, I32))
	grow.RefNull()
	grow.LocalGet(0)
	grow.TableGrow()
	clear := m.NewFunc("clear", Signature{Params: []Type{I32}})
	clear.LocalGet(0)
	clear.RefNull()
	clear.TableSet()
	mod, err := r.InstantiateWithConfig(ctx, m.Encode(), wazero.NewModuleConfig().WithName(""))
	if err != nil {
		t.Fatal(err)
	}
	if got := int64(call(t, mod, "main", 3)); got != -12 {
		t.Errorf("main(3) = %d, want -12", got)
	}
	if got := call(t, mod, "grow", 5); got != 10 {
		t.Errorf("the table had %d entries, want 10", got)
	}
	call(t, mod, "clear", 7)
	if _, err := mod.ExportedFunction("main").Call(ctx, 3); err == nil {
		t.Error("an entry that was cleared is called")
	}
}

// access stores a value and loads it again, elsewhere in the memory for each width.
func TestMemory(t *testing.T) {
	const value = 0x8091a2b3c4d5e6f7
	tests := []struct {
		name        string
		width       int
		store, load func(*Func, uint32)
		want        uint64
	}{
		{"64", 8, (*Func).I64Store, (*Func).I64Load, value},
		{"32 signed", 4, (*Func).I64Store32, (*Func).I64Load32S, 0xffffffffc4d5e6f7},
		{"32", 4, (*Func).I64Store32, (*Func).I64Load32U, 0xc4d5e6f7},
		{"16 signed", 2, (*Func).I64Store16, (*Func).I64Load16S, 0xffffffffffffe6f7},
		{"16", 2, (*Func).I64Store16, (*Func).I64Load16U, 0xe6f7},
		{"8 signed", 1, (*Func).I64Store8, (*Func).I64Load8S, 0xfffffffffffffff7},
		{"8", 1, (*Func).I64Store8, (*Func).I64Load8U, 0xf7},
	}
	ints := []struct {
		name        string
		store, load func(*Func, uint32)
		want        uint32
	}{
		{"int", (*Func).I32Store, (*Func).I32Load, 0xc4d5e6f7},
		{"int 16 signed", (*Func).I32Store16, (*Func).I32Load16S, 0xffffe6f7},
		{"int 16", (*Func).I32Store16, (*Func).I32Load16U, 0xe6f7},
		{"int 8 signed", (*Func).I32Store8, (*Func).I32Load8S, 0xfffffff7},
		{"int 8", (*Func).I32Store8, (*Func).I32Load8U, 0xf7},
		{"float", func(f *Func, o uint32) { f.F32ReinterpretI32(); f.F32Store(o) }, func(f *Func, o uint32) { f.F32Load(o); f.I32ReinterpretF32() }, 0xc4d5e6f7},
	}
	m := &Module{}
	m.Memory(2, 2)
	for i, tt := range tests {
		f := m.NewFunc(tt.name, signature(I64, I32, I64))
		at := uint32(1000 + 16*i)
		f.LocalGet(0)
		f.LocalGet(1)
		tt.store(f, at)
		f.LocalGet(0)
		tt.load(f, at)
	}
	for i, tt := range ints {
		f := m.NewFunc(tt.name, signature(I32, I32, I32))
		at := uint32(70000 + 16*i)
		f.LocalGet(0)
		f.LocalGet(1)
		tt.store(f, at)
		f.LocalGet(0)
		tt.load(f, at)
	}
	double := m.NewFunc("double", signature(F64, F64))
	double.I32Const(8)
	double.LocalGet(0)
	double.F64Store(0)
	double.I32Const(0)
	double.F64Load(8)
	block := m.NewFunc("block", signature(I64))
	block.I32Const(100)
	block.I32Const(0x5a)
	block.I32Const(20)
	block.MemoryFill()
	block.I32Const(200)
	block.I32Const(116)
	block.I32Const(8)
	block.MemoryCopy()
	block.I32Const(200)
	block.I64Load(0)
	mod := instantiate(t, m)
	for _, tt := range tests {
		if got := call(t, mod, tt.name, 4, value); got != tt.want {
			t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
	for _, tt := range ints {
		if got := call(t, mod, tt.name, 4, value&math.MaxUint32); got != uint64(tt.want) {
			t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
	if got := math.Float64frombits(call(t, mod, "double", math.Float64bits(-2.5))); got != -2.5 {
		t.Errorf("double: %v, want -2.5", got)
	}
	if got := call(t, mod, "block"); got != 0x5a5a5a5a {
		t.Errorf("block: %#x, want 0x5a5a5a5a", got)
	}
}

// A builder's mistakes are reported when the module is encoded.
func TestMistakes(t *testing.T) {
	for name, build := range map[string]func(m *Module){
		"blocks that aren't ended": func(m *Module) { m.NewFunc("f", Signature{}).Block() },
		"isn't in the module": func(m *Module) {
			f, g := m.NewFunc("f", Signature{}), m.NewFunc("g", Signature{})
			f.Call(g)
			m.Drop(g)
		},
	} {
		func() {
			defer func() {
				if r, _ := recover().(string); !strings.Contains(r, name) {
					t.Errorf("got %q, want something about %s", r, name)
				}
			}()
			m := &Module{}
			build(m)
			m.Encode()
		}()
	}
}

// Numbers are encoded as encoding/binary and the specification have them.
func TestNumbers(t *testing.T) {
	for _, n := range []uint64{0, 1, 127, 128, 300, math.MaxUint32, math.MaxUint64} {
		if got, want := string(unsigned(nil, n)), string(binary.AppendUvarint(nil, n)); got != want {
			t.Errorf("%d is %x, want %x", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "\x00", 63: "\x3f", 64: "\xc0\x00", -1: "\x7f", -64: "\x40", -65: "\xbf\x7f", -123456: "\xc0\xbb\x78"} {
		if got := string(signed(nil, n)); got != want {
			t.Errorf("%d is %x, want %x", n, got, want)
		}
	}
}

func TestTypes(t *testing.T) {
	s := Signature{Params: []Type{I32, I64, F32, F64}, Results: []Type{I64}}
	if got := s.Key(); got != "ilfd_l" {
		t.Errorf("the key is %s", got)
	}
	m := &Module{}
	f := m.NewFunc("", s)
	l := f.NewLocal(F32)
	if f.TypeOf(1) != I64 || f.TypeOf(l) != F32 || F64.String() != "f64" {
		t.Error("types of locals")
	}
	for _, z := range s.Params {
		f.Zero(z)
		f.Drop()
	}
	if f.Size() != 2+1+2+1+5+1+9+1 {
		t.Errorf("zeros of all types have %d bytes", f.Size())
	}
}
