package compile

import "riffle/internal/core"

// closure pushes what a factory returns: a closure over the arguments.
func (f *function) closure(factory *core.FuncName, args []core.Expr) { refuse("a closure") }

// funcValue pushes a function as a value.
func (f *function) funcValue(name *core.FuncName) { refuse("the function %s as a value", name.Name) }

// callValue pushes the results of a call of a function value, and returns their
// types.
func (f *function) callValue(x *core.Call, live set) []*core.Type {
	refuse("a call of a function value")
	return nil
}
