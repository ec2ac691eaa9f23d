// What wazero keeps of a call, which lies at AX: where the compiled code's stack begins.
#define stackBegin -56(AX)

// A point in the record of a guard: the place to return to; the stack pointer and the frame
// pointer there, as distances from the stack's beginning, since the stack may grow; and the
// registers that a callee saves.
#define point(move, moveFloat, at) \
	move(DX, 24, at)           \
	move(R12, 32, at)          \
	move(R13, 40, at)          \
	move(R14, 48, at)          \
	move(R15, 56, at)          \
	moveFloat(X8, 64, at)      \
	moveFloat(X9, 80, at)      \
	moveFloat(X10, 96, at)     \
	moveFloat(X11, 112, at)    \
	moveFloat(X12, 128, at)    \
	moveFloat(X13, 144, at)    \
	moveFloat(X14, 160, at)    \
	moveFloat(X15, 176, at)

#define keep(r, n, at) MOVQ r, n(at);
#define get(r, n, at) MOVQ n(at), r;
#define keepFloat(x, n, at) MOVUPS x, n(at);
#define getFloat(x, n, at) MOVUPS n(at), x;

// resume continues compiled code at the point R12.
#define resume \
	MOVQ R12, R8            \
	MOVQ 0(R8), R11         \
	MOVQ stackBegin, R9     \
	MOVQ R9, R10            \
	SUBQ 8(R8), R9          \
	SUBQ 16(R8), R10        \
	MOVQ R9, SP             \
	MOVQ R10, BP            \
	point(get, getFloat, R8) \
	MOVL $1, AX             \
	JMP  R11
