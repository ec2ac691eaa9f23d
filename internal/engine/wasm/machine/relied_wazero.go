//go:build !js

package machine

import (
	"errors"
	"fmt"
	"reflect"

	"riffle/internal/engine/wasm/code"
	"riffle/internal/relied"
)

// Relied are the facts of Go and of wazero that machine code rests on.
func Relied() []relied.Fact {
	return []relied.Fact{
		{Of: "Go", What: "an interface value is the address of its type and its data's", File: "internal/engine/wasm/machine/check.go", Else: "there is no machine code", Check: checkInterfaces},
		{Of: "Go", What: "a closure is the address of its code, and what it captures", File: "internal/engine/wasm/machine/check.go", Else: "there is no machine code", Check: checkStubs},
		{Of: "Go", What: "the heap begins within 4 GiB, and objects stay where they are", File: "internal/engine/wasm/machine/window.go", Else: "there is no machine code", Check: starts},
		{Of: "wazero", What: "the entries of an instance's table can be replaced", File: "internal/engine/wasm/machine/system_wazero.go", Else: "there is no machine code", Check: starts},
		{Of: "wazero", What: "the records of imported functions, and how compiled code calls them", File: "internal/engine/wasm/machine/leave.go", Else: "a host call takes 50 ns, and a recovered panic 5 µs", Check: exitsAreFound},
		{Of: "wazero", What: "what of a module is no longer read once it has an instance", File: "internal/engine/wasm/machine/strip_wazero.go", Else: "a long session takes more memory", Check: modulesAreStripped},
	}
}

// starts makes a machine, which checks what it relies on.
func starts() error {
	m, err := New(Config{})
	if err == nil {
		m.close()
	}
	return err
}

// exitsAreFound loads a module with an imported function, if this processor has exits.
func exitsAreFound() error {
	if few, _ := leaves(); few == 0 {
		return nil
	}
	m, err := New(Config{})
	if err != nil {
		return err
	}
	defer m.close()
	b, mod := new(code.Module), m.NewModule()
	Overwrite(b)
	b.Element(mod.Slot(), b.NewFunc("", EntryType))
	if err := mod.Load(b); err != nil {
		return err
	}
	if !mod.body.loaded.exits {
		return errors.New("imported functions aren't found")
	}
	return nil
}

// modulesAreStripped looks for the fields that strip clears.
func modulesAreStripped() error {
	m, err := New(Config{})
	if err != nil {
		return err
	}
	defer m.close()
	source := field(structOf(m.root), "Source")
	if source.Kind() != reflect.Pointer {
		return errors.New("instances have no Source")
	}
	for _, name := range append([]string{"FunctionSection", "CodeSection", "TypeSection"}, stripped...) {
		if !field(source.Elem(), name).IsValid() {
			return fmt.Errorf("modules have no %s", name)
		}
	}
	return nil
}
