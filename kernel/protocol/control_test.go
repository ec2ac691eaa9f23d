package protocol

import "testing"

// TestInterruptOnce: an interrupt is for the cells that have begun when it comes. Its
// reply may be made later, behind a flood of output, when the next cell runs.
func TestInterruptOnce(t *testing.T) {
	k := &Kernel{}
	before, end := k.cells.beginCell(t.Context())
	defer end()
	k.cells.interruptCell() // as takeControl does
	after, end := k.cells.beginCell(t.Context())
	defer end()
	if _, err := controlHandlers["interrupt_request"](k, nil); err != nil {
		t.Fatal(err)
	}
	if before.Err() == nil {
		t.Error("the cell that ran goes on")
	}
	if after.Err() != nil {
		t.Error("the cell after the interrupt is interrupted too")
	}
}
