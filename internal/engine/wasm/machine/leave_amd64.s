#include "funcdata.h"
#include "textflag.h"
#include "point_amd64.h"

// How wazero passes arguments and results, and what it keeps of a call, which lies at AX:
#define goFrame 16(AX)      // the frame pointer of the Go code that entered
#define goStack 24(AX)      // and its stack pointer
#define stackEnd 40(AX)     // where the compiled code's stack ends
#define leftAt 48(AX)       // the place that called Go
#define leftStack 56(AX)    // and its stack pointer
#define wantedRoom 64(AX)   // how much room a larger stack must have
#define grow 80(AX)         // the address of what makes the stack larger
#define leftFrame 1152(AX)  // and the frame pointer of the place that called Go

// The frame on the compiled code's stack: eight words that a host function is passed, and
// the registers that a callee saves.
#define frameSize 240

#define saved(move) \
	move(DX, 64)  \
	move(R12, 72) \
	move(R13, 80) \
	move(R14, 88) \
	move(R15, 96)

#define savedFloats(move) \
	move(X8, 112)  \
	move(X9, 128)  \
	move(X10, 144) \
	move(X11, 160) \
	move(X12, 176) \
	move(X13, 192) \
	move(X14, 208) \
	move(X15, 224)

#define save(r, at) MOVQ r, at(SP);
#define restore(r, at) MOVQ at(SP), r;
#define saveFloat(x, at) MOVUPS x, at(SP);
#define restoreFloat(x, at) MOVUPS at(SP), x;

// room makes the frame, after the stack has grown if it has to: that changes SP and BP and
// no other register.
#define room \
	LEAQ -8(SP), SP          \
	MOVQ BP, 0(SP)           \
	MOVQ SP, BP              \
	LEAQ -frameSize(SP), SP  \
	CMPQ SP, stackEnd        \
	JHI  enough              \
	MOVQ BP, SP              \
	MOVQ $frameSize, wantedRoom \
	CALL *grow               \
	LEAQ -frameSize(SP), SP  \
enough:                    \
	saved(save)              \
	savedFloats(saveFloat)

// leave is what compiled code calls as a host function of up to four arguments, in R8 to
// R11; the context's offset is in CX, the frame's in DI, the site's number in SI, and the
// address of an exit in BX.
TEXT ·leave(SB), NOSPLIT|NOFRAME, $0-0
	room
	MOVQ R8, 0(SP)
	MOVQ R9, 8(SP)
	MOVQ R10, 16(SP)
	MOVQ R11, 24(SP)
	JMP  ·toGo(SB)

// leaveWithMore is leave with eight arguments. The caller has put the last four above its
// return address.
TEXT ·leaveWithMore(SB), NOSPLIT|NOFRAME, $0-0
	room
	MOVQ R8, 0(SP)
	MOVQ R9, 8(SP)
	MOVQ R10, 16(SP)
	MOVQ R11, 24(SP)
	MOVQ 16(BP), R8
	MOVQ R8, 32(SP)
	MOVQ 24(BP), R8
	MOVQ R8, 40(SP)
	MOVQ 32(BP), R8
	MOVQ R8, 48(SP)
	MOVQ 40(BP), R8
	MOVQ R8, 56(SP)
	JMP  ·toGo(SB)

// toGo goes over to Go's stack, where it left it.
TEXT ·toGo(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 8(BP), R12
	MOVQ R12, leftAt
	MOVQ SP, leftStack
	MOVQ BP, leftFrame
	MOVQ SP, R12
	MOVQ goFrame, BP
	MOVQ goStack, SP
	JMP  ·inGo(SB)

// inGo is for Go's stack a function that whoever entered compiled code has called, with a
// frame like any other, as the stack may be moved and walked through.
TEXT ·inGo(SB), NOSPLIT, $48-0
	NO_LOCAL_POINTERS
	MOVQ AX, 40(SP)
	MOVQ BX, 0(SP)
	MOVQ R12, 8(SP)
	MOVL CX, 16(SP)
	MOVL DI, 20(SP)
	MOVL SI, 24(SP)
	CALL ·hosted(SB)
	MOVQ 32(SP), R12
	MOVQ 40(SP), AX
	RET  ·fromGo(SB)

// fromGo goes back to compiled code: to the point R12 if that isn't 0.
TEXT ·fromGo(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ  SP, goStack
	MOVQ  BP, goFrame
	TESTQ R12, R12
	JNE   elsewhere
	MOVQ leftFrame, BP
	MOVQ leftStack, SP
	saved(restore)
	savedFloats(restoreFloat)
	MOVQ 0(SP), AX
	MOVQ 8(SP), BX
	MOVQ 16(SP), CX
	MOVQ BP, SP
	MOVQ 0(SP), BP
	LEAQ 8(SP), SP
	RET

elsewhere:
	resume

// func leaves() (few, many uintptr)
TEXT ·leaves(SB), NOSPLIT, $0-16
	LEAQ ·leave(SB), AX
	MOVQ AX, few+0(FP)
	LEAQ ·leaveWithMore(SB), AX
	MOVQ AX, many+8(FP)
	RET
