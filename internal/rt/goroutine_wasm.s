#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET

// func stackDepth() uintptr
//
// It is g.stack.hi less SP.
TEXT ·stackDepth(SB), NOSPLIT, $0-8
	Get g
	I64Const $8
	I64Add
	I32WrapI64
	I64Load $0
	Get SP
	I64ExtendI32U
	I64Sub
	Set R0
	MOVD R0, ret+0(FP)
	RET
