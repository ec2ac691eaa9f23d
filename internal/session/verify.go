package session

import (
	"os"

	"riffle/internal/core"
)

// VerifyEnv, if set, makes a session verify every program of the normal form before it
// runs. A program that breaks a rule is then an internal error.
const VerifyEnv = "RIFFLE_VERIFY"

// programCheck is the compiler's check of programs, nil for none.
func programCheck(native func(path, name string) bool) func(*core.Program) error {
	if os.Getenv(VerifyEnv) == "" {
		return nil
	}
	v := core.NewVerifier()
	v.Native = native
	return v.Verify
}
