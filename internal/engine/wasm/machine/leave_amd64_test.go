package machine

import (
	"reflect"
	"testing"
)

// The offsets in leave_amd64.s are those of wazero's record of a call. Another wazero may
// have others: then leave_amd64.s has to follow.
func TestLeaveOffsets(t *testing.T) {
	m := newMachine(t, Config{})
	call := structOf(m.root.ExportedFunction(enterName))
	if !call.IsValid() {
		t.Fatalf("wazero's function is a %T, want a pointer to a struct", m.root.ExportedFunction(enterName))
	}
	record, ok := call.Type().FieldByName("execCtx")
	if !ok || record.Type.Kind() != reflect.Struct {
		t.Fatalf("%s has no record execCtx: look for what leave_amd64.s uses in this wazero", call.Type())
	}
	for name, want := range map[string]uintptr{
		"originalFramePointer":           16,
		"originalStackPointer":           24,
		"stackBottomPtr":                 40,
		"goCallReturnAddress":            48,
		"stackPointerBeforeGoCall":       56,
		"stackGrowRequiredSize":          64,
		"stackGrowCallTrampolineAddress": 80,
		"framePointerBeforeGoCall":       1152,
	} {
		f, ok := record.Type.FieldByName(name)
		switch {
		case !ok:
			t.Errorf("wazero's %s has no field %s, which leave_amd64.s has at %d", record.Type, name, want)
		case f.Offset != want || f.Type.Size() != 8:
			t.Errorf("wazero's %s has %s at %d, of %d bytes; leave_amd64.s has it at %d, of 8", record.Type, name, f.Offset, f.Type.Size(), want)
		}
	}
	if top, ok := call.Type().FieldByName("stackTop"); !ok || int(top.Offset)-int(record.Offset) != -56 {
		t.Errorf("wazero's stackTop is at %d from the record; resume_amd64.s has it at -56", int(top.Offset)-int(record.Offset))
	}
}
