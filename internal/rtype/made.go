package rtype

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/types/typeutil"
)

// madeTypes are the types that a Maker has made, each once for all that are identical to
// it. For defined types without arguments, which are most of a long session's, their names
// tell that.
type madeTypes struct {
	defined map[*types.TypeName]reflect.Type
	others  typeutil.Map // types.Type → reflect.Type
}

// definedName is the name of a defined type without arguments, nil for another type.
func definedName(t types.Type) *types.TypeName {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() == 0 {
		return n.Obj()
	}
	return nil
}

// at is the made type, nil for none.
func (m *madeTypes) at(t types.Type) reflect.Type {
	if name := definedName(t); name != nil {
		return m.defined[name]
	}
	r, _ := m.others.At(t).(reflect.Type)
	return r
}

func (m *madeTypes) set(t types.Type, r reflect.Type) {
	name := definedName(t)
	if name == nil {
		m.others.Set(t, r)
		return
	}
	if m.defined == nil {
		m.defined = map[*types.TypeName]reflect.Type{}
	}
	m.defined[name] = r
}

func (m *madeTypes) remove(t types.Type) {
	if name := definedName(t); name != nil {
		delete(m.defined, name)
		return
	}
	m.others.Delete(t)
}
