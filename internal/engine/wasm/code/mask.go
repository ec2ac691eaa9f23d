package code

import "runtime"

// wazero 1.12 makes one instruction of x&y < 0: it tests x and y, and looks at the flags.
// It does the same for 0 < x&y, where it should exchange less and greater, so that a loop
//
//	for i := 0; i < n&7; i++
//
// would have no rounds: the zero may be a variable's that is known to be zero. On arm64
// the flag of unsigned comparisons is wrong, too, after x&y < 0. So the right operand of a
// comparison that isn't symmetric must not be what wazero takes for x&y, nor on arm64, if
// the comparison is unsigned, for a zero. An or with zero hides it, which wazero leaves as
// it is.

// onARM is whether wazero makes code for arm64.
const onARM = runtime.GOARCH == "arm64"

// noWazero is where other engines run the code.
const noWazero = runtime.GOARCH == "wasm"

// masks are the values that may be the results of and.
type masks struct {
	locals map[Local]bool
	top    int // the size right after one was pushed
	plain  int // the size right after a variable or a zero was pushed
}

// masked notes that the result of an and is on top of the stack.
func (f *Func) masked() { f.masks.top = len(f.code) }

// isMasked reports whether the top of the stack may be the result of an and.
func (f *Func) isMasked() bool { return f.masks.top > 0 && f.masks.top == len(f.code) }

// plain notes that a variable's value, or zero, is on top of the stack.
func (f *Func) plain() { f.masks.plain = len(f.code) }

// stores notes that the top of the stack is about to be stored in a variable.
func (f *Func) stores(l Local) {
	if f.isMasked() {
		if f.masks.locals == nil {
			f.masks.locals = map[Local]bool{}
		}
		f.masks.locals[l] = true
	}
}

// hide hides the right operand of a comparison from wazero, if it has to be.
func (f *Func) hide(op byte) {
	wide := op >= opI64Eq
	distance := op - opI32Eq
	if wide {
		distance = op - opI64Eq
	}
	unsigned := distance%2 == 1 // of lt_s, lt_u, gt_s, …
	if noWazero || op == opI32Eqz || op == opI64Eqz || distance < 2 ||
		!f.isMasked() && !(onARM && unsigned && f.masks.plain == len(f.code)) {
		return
	}
	if wide {
		f.I64Const(0)
		f.I64Or()
	} else {
		f.I32Const(0)
		f.I32Or()
	}
}
