#include "go_asm.h"
#include "textflag.h"
#include "point_amd64.h"

// resumePoint is what compiled code calls to keep this point in the record at the offset
// SI; BX has the address of an exit. It returns 0, and later, when resume goes to the
// point, 1.
TEXT ·resumePoint(SB), NOSPLIT|NOFRAME, $0-0
	MOVL SI, R8
	ADDQ exit_base(BX), R8
	ADDQ $const_RecordSize, R8
	MOVQ 0(SP), R9
	MOVQ R9, 0(R8)
	MOVQ stackBegin, R9
	LEAQ 8(SP), R10
	MOVQ R9, R11
	SUBQ R10, R11
	MOVQ R11, 8(R8)
	SUBQ BP, R9
	MOVQ R9, 16(R8)
	point(keep, keepFloat, R8)
	XORL AX, AX
	RET

// func resumePoints() uintptr
TEXT ·resumePoints(SB), NOSPLIT, $0-8
	LEAQ ·resumePoint(SB), AX
	MOVQ AX, ret+0(FP)
	RET
