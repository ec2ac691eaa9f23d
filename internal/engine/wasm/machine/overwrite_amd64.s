#include "go_asm.h"
#include "textflag.h"

// What compiled code calls to store a native address, in R10, over another pointer: R8 has
// the offset of an object, R9 the distance of the place from there. The rest is as in a
// host call, see leave: the context's offset in CX, and in BX the address of an exit. A
// callee may change AX, BX, CX, SI, DI and R8 to R11.

// The slice that is the log of the context at R11, and how long compiled code may make it.
#define list   Context_log(R11)
#define length (Context_log+8)(R11)
#define limit  Context_logRoom(R11)

// unlessMarking leaves if the collector marks: then stores need Go's write barrier.
#define unlessMarking \
	CMPL runtime·writeBarrier(SB), $0 \
	JNE  host

// ifRoom finds the log's length, CX, and leaves if the log is full.
#define ifRoom \
	MOVQ exit_base(BX), R11              \
	MOVL CX, CX                          \
	MOVQ const_contextAt(R11)(CX*1), R11 \
	MOVQ length, CX                      \
	CMPQ CX, limit                       \
	JGE  full

// findPlace makes BX the place.
#define findPlace \
	MOVQ exit_base(BX), BX \
	ADDQ R8, BX            \
	ADDQ R9, BX

// append logs the pointer in a register.
#define append(p) \
	MOVQ list, SI      \
	MOVQ p, (SI)(CX*8) \
	INCQ CX            \
	MOVQ CX, length

TEXT ·overwrite(SB), NOSPLIT|NOFRAME, $0-0
	unlessMarking
	ifRoom
	findPlace
	MOVQ (BX), AX
	append(AX)
	MOVQ R10, (BX)
	RET

full:
	MOVL Context_tc(R11), CX

host:
	JMP ·leave(SB)

// log is what compiled code calls to log the pointer in R8.
TEXT ·log(SB), NOSPLIT|NOFRAME, $0-0
	unlessMarking
	ifRoom
	append(R8)
	RET

full:
	MOVL Context_tc(R11), CX

host:
	JMP ·leave(SB)

// The stress' ways to break rule 2.

TEXT ·overwriteUnlogged(SB), NOSPLIT|NOFRAME, $0-0
	unlessMarking
	findPlace
	MOVQ R10, (BX)
	RET

host:
	JMP ·leave(SB)

TEXT ·overwriteUnmarked(SB), NOSPLIT|NOFRAME, $0-0
	ifRoom
	findPlace
	MOVQ (BX), AX
	append(AX)
	MOVQ R10, (BX)
	RET

full:
	MOVL Context_tc(R11), CX
	JMP  ·leave(SB)

// func overwrites() (logs, sound, unlogged, unmarked uintptr)
TEXT ·overwrites(SB), NOSPLIT, $0-32
	LEAQ ·log(SB), AX
	MOVQ AX, logs+0(FP)
	LEAQ ·overwrite(SB), AX
	MOVQ AX, sound+8(FP)
	LEAQ ·overwriteUnlogged(SB), AX
	MOVQ AX, unlogged+16(FP)
	LEAQ ·overwriteUnmarked(SB), AX
	MOVQ AX, unmarked+24(FP)
	RET
