package machine

import "riffle/internal/engine/wasm/code"

// A function whose deferred call stops a panic returns to its caller. Nothing of wazero's
// can do that: a panic ends its call. So the function keeps, when its guard begins, the
// point that it has reached: where it is, where its frame is on compiled code's stack, and
// the registers that its callers expect back. Once a deferred call has stopped a panic, a
// jump to that point makes the function return from ResumePoint a second time, and all that
// it called meanwhile is gone.
//
// wazero's compiler knows nothing of such functions. What they may use after the second
// return is what doesn't change between the two: locals that aren't assigned then, which
// wazero keeps in registers that the point has or in places of the frame that are no other
// value's, and memory.

const (
	resumePointName = "resume"

	// PointSize is how many bytes of a guard's record a point has.
	PointSize = 192
)

var resumePointSignature = code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}, Results: []code.Type{code.I32}}

// ResumePoint imports the function into a module, of a machine that Resumes. Its arguments
// are the context's offset, the frame's and that of the guard's record; it returns 0, and a
// second time 1.
func ResumePoint(b *code.Module) *code.Func {
	return b.Import(HostModule, resumePointName, resumePointSignature)
}
