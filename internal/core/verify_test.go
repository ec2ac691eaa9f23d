package core

import (
	"go/constant"
	"go/token"
	"strings"
	"testing"
)

// sample is a small program that keeps all rules, made anew for each test.
type sample struct {
	prog     *Program
	main, f  *Function
	mk       *Function
	lit      *Function
	g        *Var // a global int
	p        *Var // f's parameter, an int
	cell     *Var // a cell of f's, captured by the literal
	captured *Var // the factory's parameter for it
	point    *Type
	ints     *Type // []int
	byName   *Type // map[string]int
	intPtr   *Type
}

func newSample() *sample {
	s := &sample{intPtr: PointerTo(Int), ints: SliceOf(Int), byName: &Type{Kind: Map, Key: String, Elem: Int}}
	s.point = &Type{Kind: Struct, Name: "S1", Fields: []StructField{{Name: "X", Type: Int}, {Name: "F1y", Type: String}}}
	nothing := &Type{Kind: Func}
	unary := &Type{Kind: Func, Params: []*Type{Int}, Results: []*Type{Int}}
	factory := &Type{Kind: Func, Params: []*Type{s.intPtr}, Results: []*Type{nothing}}
	s.g = &Var{Name: "g1_x", Kind: Global, T: Int}

	s.captured = &Var{Name: "v2_n", Kind: Param, Cell: true, T: s.intPtr}
	s.lit = &Function{Body: []Stmt{assign(&Deref{s.captured}, IntConst(1))}}
	s.mk = &Function{
		Symbol: &FuncName{Name: "mk3", Kind: Factory, T: factory}, Params: []*Var{s.captured}, Results: []*Type{nothing},
		Body: []Stmt{&Return{[]Expr{&FuncLit{s.lit}}}},
	}
	s.p = &Var{Name: "v4_k", Kind: Param, T: Int}
	s.cell = &Var{Name: "v2_n", Cell: true, T: s.intPtr}
	made := &Var{Name: "t5", Kind: Temp, T: nothing}
	s.f = &Function{
		Symbol: &FuncName{Name: "f6", Kind: Declared, T: unary}, Params: []*Var{s.p}, Results: []*Type{Int},
		Body: []Stmt{
			&Define{s.cell, &New{T: s.intPtr}},
			&Define{made, &Call{Fun: s.mk.Symbol, Args: []Expr{s.cell}, T: nothing}},
			&Do{&Call{Fun: made}},
		},
	}
	s.mk.Symbol.Func, s.f.Symbol.Func = s.mk, s.f
	s.main = &Function{Symbol: &FuncName{Name: "init", Kind: Main, T: nothing}}
	s.prog = &Program{
		Imports: []string{"p", RuntimePath, TypesPath}, Structs: []*Type{s.point}, Globals: []*Var{s.g},
		Funcs: []*Function{s.main, s.mk, s.f},
	}
	return s
}

func assign(l, r Expr) Stmt { return &Assign{[]Expr{l}, []Expr{r}} }

// add adds statements to f, before its end.
func (s *sample) add(body ...Stmt) { s.f.Body = append(s.f.Body, body...) }

// define adds a variable to f.
func (s *sample) define(t *Type, x Expr) *Var {
	v := &Var{Name: "t" + string(rune('a'+len(s.f.Body))), Kind: Temp, T: t}
	s.add(&Define{v, x})
	return v
}

func TestVerifySample(t *testing.T) {
	if err := Verify(newSample().prog); err != nil {
		t.Error(err)
	}
}

// TestVerify breaks the rules one by one, and wants the error to say which.
func TestVerify(t *testing.T) {
	tests := []struct {
		name  string
		wrong func(*sample)
		want  string
	}{
		{"imports in order", func(s *sample) { s.prog.Imports = []string{RuntimePath, "p", TypesPath} }, "not sorted"},
		{"types are interned", func(s *sample) { s.define(&Type{Kind: Basic, Name: "int"}, nil) }, "two types int"},
		{"basic types exist", func(s *sample) { s.define(&Type{Kind: Basic, Name: "byte"}, nil) }, `no basic type "byte"`},
		{"structs are declared", func(s *sample) { s.define(&Type{Kind: Struct, Name: "S9"}, nil) }, "the struct S9 is not declared"},
		{"packages of types are imported", func(s *sample) { s.define(&Type{Kind: Native, Path: "q", Name: "T"}, nil) }, "q is not imported"},
		{"fields are exported", func(s *sample) { s.point.Fields[1].Name = "y" }, "ty.S1.y is not exported"},
		{"fields are distinct", func(s *sample) { s.point.Fields[1].Name = "X" }, "two fields X"},
		{"structs are declared once", func(s *sample) { s.prog.Structs = append(s.prog.Structs, s.point) }, "declared twice"},
		{"opaque data stays with natives", func(s *sample) { s.define(Foreign, nil) }, "is opaque"},

		{"globals are declared once", func(s *sample) { s.prog.Globals = append(s.prog.Globals, s.g) }, "g1_x is declared twice"},
		{"globals are declared", func(s *sample) { s.prog.Globals = nil; s.add(assign(s.g, IntConst(1))) }, "g1_x is not declared"},
		{"globals are of their kind", func(s *sample) { s.g.Kind = Local }, "g1_x is declared as a global"},
		{"parameters are of their kind", func(s *sample) { s.p.Kind = Temp }, "v4_k is a parameter"},
		{"locals are of their kind", func(s *sample) { s.add(&Define{s.g, nil}) }, "g1_x is declared in a function"},
		{"locals are declared once", func(s *sample) { s.add(&Define{&Var{Name: "t5", Kind: Temp, T: Int}, nil}) }, "t5 is declared twice"},
		{"locals are declared before their use", func(s *sample) {
			v := &Var{Name: "t7", Kind: Temp, T: Int}
			s.add(assign(v, IntConst(1)), &Define{v, nil})
		}, "t7 is not declared here"},
		{"locals end with their block", func(s *sample) {
			v := &Var{Name: "t7", Kind: Temp, T: Int}
			s.add(&Block{Body: []Stmt{&Define{v, nil}}}, assign(v, IntConst(1)))
		}, "t7 is not declared here"},
		{"one object is one variable", func(s *sample) { s.add(assign(&Var{Name: "v4_k", Kind: Param, T: Int}, IntConst(1))) }, "v4_k is not declared here"},

		{"functions are declared once", func(s *sample) { s.prog.Funcs = append(s.prog.Funcs, s.f) }, "f6 is declared twice"},
		{"functions have their type", func(s *sample) { s.f.Results = nil }, "f6 is declared as func(int) int, but is func(int)"},
		{"functions have bodies", func(s *sample) { s.prog.Funcs = []*Function{s.main, s.f} }, "mk3 has no body"},
		{"one object is one function", func(s *sample) {
			again := *s.f.Symbol
			s.define(Int, &Call{Fun: &again, Args: []Expr{IntConst(1)}, T: Int})
		}, "two functions f6"},
		{"functions and their names belong together", func(s *sample) { s.f.Symbol.Func = s.mk }, "f6 is the name of another function"},
		{"methods are entries of tables", func(s *sample) {
			s.prog.Methods = []MethodEntry{{&NativeName{Path: TypesPath, Name: "T1", T: Desc}, "M", s.f.Symbol}}
		}, "f6 is no entry"},
		{"methods have a receiver", func(s *sample) {
			s.f.Symbol.Kind, s.f.Symbol.T.Params, s.f.Params = Entry, nil, nil
			s.prog.Methods = []MethodEntry{{&NativeName{Path: TypesPath, Name: "T1", T: Desc}, "M", s.f.Symbol}}
		}, "f6 is no entry"},
		{"one function runs the cell", func(s *sample) { s.f.Symbol.Kind = Main; s.f.Params = nil }, "2 functions run the cell"},
		{"nothing calls the cell", func(s *sample) { s.add(&Do{&Call{Fun: s.main.Symbol}}) }, "init, which runs the cell, is used"},
		{"factories only return a literal", func(s *sample) { s.mk.Body = append(s.mk.Body, &Return{}) }, "something else than return a literal"},
		{"literals are in factories", func(s *sample) { s.f.Symbol.Kind, s.mk.Symbol.Kind = Declared, Declared }, "the operand *core.FuncLit"},
		{"a literal has the factory's result", func(s *sample) { s.lit.Results = []*Type{Int} }, "doesn't return func() int"},
		{"captured variables are parameters of the factory", func(s *sample) { s.lit.Body = []Stmt{assign(s.p, IntConst(1))} }, "v4_k is not declared here"},
		{"captured variables are not assigned", func(s *sample) { s.lit.Body = []Stmt{assign(s.captured, &New{T: s.intPtr})} }, "v2_n is captured and assigned"},
		{"cells are new variables", func(s *sample) { s.f.Body[0] = &Define{s.cell, &Addr{s.g, s.intPtr}} }, "v2_n is no new variable"},
		{"cells are never nil", func(s *sample) { s.f.Body[0] = &Define{s.cell, nil} }, "v2_n is nil"},
		{"cells only become new variables", func(s *sample) { s.add(assign(s.cell, &Addr{s.g, s.intPtr})) }, "v2_n becomes no new variable"},
		{"cells are pointers", func(s *sample) { s.p.Cell = true }, "v4_k is a cell, but no pointer"},

		{"values have their place's type", func(s *sample) { s.add(assign(s.p, StringConst("a"))) }, `"a" is a string, not a int`},
		{"values have their variable's type", func(s *sample) { s.define(String, s.p) }, "v4_k is a int, not a string"},
		{"as many values as places", func(s *sample) { s.add(&Assign{[]Expr{s.p, s.g}, []Expr{IntConst(1)}}) }, "gives 0 values for 2 places"},
		{"places can be assigned", func(s *sample) { s.add(assign(IntConst(1), IntConst(2))) }, "1 is no place"},
		{"results have their types", func(s *sample) { s.add(&Return{[]Expr{StringConst("a")}}) }, `"a" is a string, not a int`},
		{"as many values as results", func(s *sample) { s.add(&Return{}) }, "0 values are returned, for 1 results"},
		{"statements are calls", func(s *sample) { s.add(&Do{s.p}) }, "v4_k is no call"},
		{"conditions are bool", func(s *sample) { s.add(&If{Cond: s.p}) }, "the condition v4_k is a int"},
		{"updates add, subtract, multiply", func(s *sample) { s.add(&Update{s.p, token.QUO, IntConst(2)}) }, "the update /="},
		{"an increment has no operand", func(s *sample) { s.add(&Update{s.p, token.INC, IntConst(2)}) }, "++ with an operand"},
		{"a round ends with one statement", func(s *sample) {
			s.add(&For{Post: &Assign{[]Expr{s.p, s.g}, []Expr{IntConst(1), IntConst(2)}}})
		}, "2 assignments"},
		{"switches are over ints", func(s *sample) { s.add(&Switch{X: StringConst("a")}) }, "a switch over a string"},
		{"the last clause falls nowhere", func(s *sample) {
			s.add(&Switch{X: s.p, Cases: [][]Stmt{{&Branch{Tok: token.FALLTHROUGH}}}})
		}, "the last clause falls through"},
		{"fallthrough ends a clause", func(s *sample) { s.add(&Branch{Tok: token.FALLTHROUGH}) }, "a fallthrough out of its place"},
		{"break is in something", func(s *sample) { s.add(&Branch{Tok: token.BREAK}) }, "nothing to leave"},
		{"continue is in a loop", func(s *sample) {
			s.add(&Switch{X: s.p, Cases: [][]Stmt{{&Branch{Tok: token.CONTINUE}}}})
		}, "nothing to leave"},
		{"labels of loops are around", func(s *sample) {
			s.add(&For{Label: "La", Body: []Stmt{&Branch{token.BREAK, "Lb"}}})
		}, "break Lb: nothing to leave"},
		{"targets of gotos exist", func(s *sample) { s.add(&Branch{token.GOTO, "Ga"}) }, "no such label"},
		{"targets of gotos are unique", func(s *sample) { s.add(&Label{"Ga"}, &Label{"Ga"}) }, "the label Ga is there twice"},

		{"constants fit their type", func(s *sample) { s.define(Byte, &Const{constant.MakeInt64(256), Byte}) }, "the constant 256 is no uint8"},
		{"constants are of their type's kind", func(s *sample) { s.define(Int, &Const{constant.MakeFloat64(1), Int}) }, "the constant 1 is no int"},
		{"constants are finite", func(s *sample) {
			f := &Type{Kind: Basic, Name: "float64"}
			s.define(f, &Const{constant.MakeFromLiteral("1e999", token.FLOAT, 0), f})
		}, "is no float64"},
		{"constants are rounded", func(s *sample) {
			f := &Type{Kind: Basic, Name: "float32"}
			s.define(f, &Const{constant.MakeFloat64(0.1), f})
		}, "is no float32"},
		{"nil is of a type that has it", func(s *sample) { s.define(Int, &Nil{Int}) }, "a nil int"},
		{"calls are no operands", func(s *sample) {
			call := &Call{Fun: s.f.Symbol, Args: []Expr{IntConst(1)}, T: Int}
			s.define(Int, &Binary{token.ADD, call, call, Int})
		}, "the call f6(1) is an operand"},
		{"map reads are no operands", func(s *sample) {
			m := s.define(s.byName, &Make{T: s.byName})
			s.define(Int, &Unary{token.SUB, &Index{X: m, I: StringConst("a"), T: Int}, Int})
		}, "is an operand"},
		{"what is dereferenced is a pointer", func(s *sample) { s.define(Int, &Deref{s.cell.asInt()}) }, "is no pointer"},
		{"fields are of a struct", func(s *sample) { s.define(Int, &Field{s.p, "X", Int}) }, "not a struct"},
		{"fields exist", func(s *sample) { s.define(Int, &Field{s.define(s.point, nil), "Z", Int}) }, "ty.S1 has no field Z"},
		{"fields have their type", func(s *sample) { s.define(Int, &Field{s.define(s.point, nil), "F1y", Int}) }, "is a string, not a int"},
		{"indices are ints", func(s *sample) {
			s.define(Int, &Index{X: s.define(s.ints, nil), I: StringConst("a"), T: Int})
		}, `the index "a" is a string`},
		{"keys have the map's type", func(s *sample) {
			s.define(Int, &Index{X: s.define(s.byName, nil), I: IntConst(1), T: Int})
		}, "the index 1 is a int, not a string"},
		{"elements have their type", func(s *sample) {
			s.define(String, &Index{X: s.define(s.ints, nil), I: IntConst(1), T: String})
		}, "is a int, not a string"},
		{"bounds are ints", func(s *sample) {
			s.define(s.ints, &SliceExpr{X: s.define(s.ints, nil), Lo: StringConst("a"), T: s.ints})
		}, "is a string"},
		{"operators take their kinds", func(s *sample) { s.define(String, &Binary{token.SUB, StringConst("a"), StringConst("b"), String}) }, "of a string and a string"},
		{"operators take one type", func(s *sample) { s.define(Int, &Binary{token.ADD, s.p, &Const{constant.MakeInt64(1), Byte}, Int}) }, "of a int and a uint8"},
		{"shifts are by uints", func(s *sample) { s.define(Int, &Binary{token.SHL, s.p, s.p, Int}) }, "of a int and a int"},
		{"comparisons give a bool", func(s *sample) { s.define(Int, &Binary{token.LSS, s.p, s.p, Int}) }, "gives a int"},
		{"structs are compared by a native", func(s *sample) {
			v := s.define(s.point, nil)
			s.define(Bool, &Binary{token.EQL, v, v, Bool})
		}, "of a ty.S1 and a ty.S1"},
		{"addresses are of places", func(s *sample) { s.define(s.intPtr, &Addr{IntConst(1), s.intPtr}) }, "1 is no place"},
		{"addresses have their type", func(s *sample) { s.define(Int, &Addr{s.p, Int}) }, "the address &v4_k is a int"},
		{"sizes are ints", func(s *sample) { s.define(s.ints, &Make{s.ints, []Expr{StringConst("a")}}) }, "the size"},
		{"slices are made with a size", func(s *sample) { s.define(s.ints, &Make{T: s.ints}) }, "with 0 sizes"},
		{"literals name fields", func(s *sample) { s.define(s.point, &Composite{T: s.point, Elems: []Expr{s.p}}) }, "0 fields, 1 values"},
		{"literals have the fields' types", func(s *sample) {
			s.define(s.point, &Composite{T: s.point, Keys: []string{"X"}, Elems: []Expr{StringConst("a")}})
		}, `"a" is a string, not a int`},
		{"map literals are empty", func(s *sample) { s.define(s.byName, &Composite{T: s.byName, Elems: []Expr{s.p}}) }, "with 1 elements"},

		{"as many arguments as parameters", func(s *sample) { s.add(&Do{&Call{Fun: s.f.Symbol}}) }, "0 arguments in f6()"},
		{"arguments have their types", func(s *sample) { s.add(&Do{&Call{Fun: s.f.Symbol, Args: []Expr{StringConst("a")}}}) }, "is a string, not a int"},
		{"functions are called", func(s *sample) { s.add(&Do{&Call{Fun: s.p}}) }, "v4_k is called, but is a int"},
		{"calls have their result's type", func(s *sample) {
			s.define(String, &Call{Fun: s.f.Symbol, Args: []Expr{IntConst(1)}, T: String})
		}, "is no string"},
		{"only append spreads", func(s *sample) { s.add(&Do{&Call{Fun: s.f.Symbol, Args: []Expr{IntConst(1)}, Spread: true}}) }, "spreads its arguments"},
		{"append takes elements", func(s *sample) {
			xs := s.define(s.ints, nil)
			s.define(s.ints, &Call{Fun: &Builtin{Append}, Args: []Expr{xs, StringConst("a")}, T: s.ints})
		}, "is a string, not a int"},
		{"natives exist", func(s *sample) { s.add(&Do{&Call{Fun: Rt("Nonsense")}}) }, "no native rt.Nonsense"},
		{"natives take their operands", func(s *sample) { s.add(&Do{&Call{Fun: Rt("CheckChan"), Args: []Expr{StringConst("a")}}}) }, "rt.CheckChan takes no"},
		{"natives take so many operands", func(s *sample) { s.add(&Do{&Call{Fun: Rt("Close")}}) }, "0 operands in rt.Close()"},
		{"natives give their results", func(s *sample) {
			s.define(Int, &Call{Fun: Rt("Is"), Args: []Expr{s.define(Empty, nil), &NativeName{Path: TypesPath, Name: "T1", T: Desc}}, T: Int})
		}, "is no int"},
		{"methods of natives exist", func(s *sample) {
			d := s.define(Defers, &Call{Fun: Rt("Enter"), T: Defers})
			s.add(&Do{&Call{Fun: &Method{X: d, Name: "Nonsense"}}})
		}, "no native Nonsense"},
		{"natives of the library exist", func(s *sample) { s.define(Int, &NativeName{Path: "p", Name: "Nonsense", T: Int}) }, "no native p.Nonsense"},
		{"packages of natives are imported", func(s *sample) { s.define(Int, &NativeName{Path: "q", Name: "X", T: Int}) }, "q is not imported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSample()
			tt.wrong(s)
			v := NewVerifier()
			v.Native = func(_, name string) bool { return name != "Nonsense" }
			err := v.Verify(s.prog)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v\nwant %s", err, tt.want)
			}
		})
	}
}

// asInt is the variable's value as if it were an int.
func (v *Var) asInt() Expr { return &Const{constant.MakeInt64(0), Int} }

// TestVerifySession: what earlier programs declared is known, and can't be redeclared.
func TestVerifySession(t *testing.T) {
	v := NewVerifier()
	s := newSample()
	if err := v.Verify(s.prog); err != nil {
		t.Fatal(err)
	}
	nothing := s.main.Symbol.T
	next := &Program{Imports: []string{RuntimePath}, Funcs: []*Function{{
		Symbol: &FuncName{Name: "init", Kind: Main, T: nothing},
		Body:   []Stmt{assign(s.g, IntConst(2)), &Do{&Call{Fun: s.f.Symbol, Args: []Expr{s.g}}}},
	}}}
	if err := v.Verify(next); err != nil {
		t.Error(err)
	}
	if err := v.Verify(&Program{Globals: []*Var{s.g}}); err == nil {
		t.Error("a global variable is declared again without an error")
	}
}
