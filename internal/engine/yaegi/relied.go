package yaegi

import (
	"riffle/internal/engine"
	"riffle/internal/relied"
)

// Relied are the facts of yaegi that its engine rests on.
func Relied() []relied.Fact {
	return []relied.Fact{{
		Of: "yaegi", What: "the fields of an interpreter, of its nodes, scopes and types, and the kinds of nodes",
		File: "internal/engine/yaegi/private.go", Else: "no session starts", Check: starts,
	}}
}

// starts starts an engine that polls, which looks for all fields.
func starts() error {
	nothing := func() {}
	_, err := New(engine.NewStore(nil), Options{Turn: nothing, Nested: nothing})
	return err
}
