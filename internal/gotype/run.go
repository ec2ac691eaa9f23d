package gotype

import (
	"fmt"
	"reflect"
	"strings"

	"riffle/internal/core"
	"riffle/internal/rtype"
)

// Maker makes the Go types of a session's programs. Structs are made by
// reflect.StructOf, one for each struct of the normal form.
type Maker struct {
	// Native finds a named type of a native package.
	Native func(path, name string) (reflect.Type, bool)
	// Interface makes an interface of the session's of a types.Type.
	Interface func(of any) reflect.Type
	types     map[*core.Type]reflect.Type
	depth     int
	patches   []patch
}

// patch is a field whose type was not known yet when its struct was made.
type patch struct {
	s     reflect.Type
	field int
	t     *core.Type
}

// Type is the Go type of t.
func (z *Maker) Type(t *core.Type) reflect.Type {
	if r := z.types[t]; r != nil {
		return r
	}
	if z.types == nil {
		z.types = map[*core.Type]reflect.Type{}
	}
	r := z.make(t)
	z.types[t] = r
	return r
}

func (z *Maker) make(t *core.Type) reflect.Type {
	switch t.Kind {
	case core.Pointer:
		return reflect.PointerTo(z.Type(t.Elem))
	case core.Slice:
		return reflect.SliceOf(z.Type(t.Elem))
	case core.Array:
		return reflect.ArrayOf(int(t.Len), z.Type(t.Elem))
	case core.Map:
		return reflect.MapOf(z.Type(t.Key), z.Type(t.Elem))
	case core.Chan:
		return reflect.ChanOf([...]reflect.ChanDir{reflect.BothDir, reflect.SendDir, reflect.RecvDir}[t.Dir], z.Type(t.Elem))
	case core.Func:
		return reflect.FuncOf(z.list(t.Params), z.list(t.Results), false)
	case core.Any:
		return reflect.TypeFor[any]()
	case core.Struct:
		return z.structure(t)
	case core.Native:
		if r, ok := z.Native(t.Path, t.Name); ok {
			return r
		}
		panic(fmt.Sprintf("no native type %s.%s", t.Path, t.Name))
	case core.Interface:
		return z.iface(t)
	}
	return basic[t.Name]
}

func (z *Maker) iface(t *core.Type) reflect.Type {
	switch t.Path {
	case "":
		return reflect.TypeFor[error]()
	case core.TypesPath:
		return z.Interface(t.Of)
	}
	r, ok := z.Native(t.Path, t.Name)
	if !ok {
		panic(fmt.Sprintf("no native interface %s.%s", t.Path, t.Name))
	}
	return r
}

func (z *Maker) list(ts []*core.Type) []reflect.Type {
	var out []reflect.Type
	for _, t := range ts {
		out = append(out, z.Type(t))
	}
	return out
}

// structure makes a struct type. A pointer-like field may lead back to a struct
// that is being made: it gets a placeholder of the same layout, which is
// replaced when all structs exist.
func (z *Maker) structure(t *core.Type) reflect.Type {
	z.depth++
	var fs []reflect.StructField
	var later []int
	for i, f := range t.Fields {
		ft := placeholder(f.Type)
		if ft == nil {
			ft = z.Type(f.Type)
		} else {
			later = append(later, i)
		}
		tag := f.Tag
		if i == 0 { // the name keeps the type apart from others of its shape
			tag = strings.TrimSpace(tag + fmt.Sprintf(" core:%q", t.Name))
		}
		fs = append(fs, reflect.StructField{Name: f.Name, Type: ft, Tag: reflect.StructTag(tag), Anonymous: f.Embedded})
	}
	s := reflect.StructOf(fs)
	z.types[t] = s
	for _, i := range later {
		z.patches = append(z.patches, patch{s, i, t.Fields[i].Type})
	}
	z.depth--
	for z.depth == 0 && len(z.patches) > 0 {
		p := z.patches[0]
		z.patches = z.patches[1:]
		rtype.SetField(p.s, p.field, z.Type(p.t))
	}
	return s
}

type unknown struct{}

// placeholder is a type of the layout of t, nil where t mentions no struct.
func placeholder(t *core.Type) reflect.Type {
	if !mentionsStruct(t) {
		return nil
	}
	switch t.Kind {
	case core.Pointer:
		return reflect.TypeFor[*unknown]()
	case core.Slice:
		return reflect.TypeFor[[]unknown]()
	case core.Map:
		return reflect.TypeFor[map[int]unknown]()
	case core.Chan:
		return reflect.TypeFor[chan unknown]()
	case core.Func:
		return reflect.TypeFor[func()]()
	case core.Array:
		if e := placeholder(t.Elem); e != nil {
			return reflect.ArrayOf(int(t.Len), e)
		}
	}
	return nil
}

func mentionsStruct(t *core.Type) bool {
	if t == nil {
		return false
	}
	if t.Kind == core.Struct {
		return true
	}
	for _, p := range append(append([]*core.Type{t.Elem, t.Key}, t.Params...), t.Results...) {
		if mentionsStruct(p) {
			return true
		}
	}
	return false
}
