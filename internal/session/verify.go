package session

import (
	"os"

	"riffle/internal/core"
)

// VerifyEnv, if set, has a session verify every program of the normal form before
// it runs. A cell whose program breaks a rule is an internal error then.
const VerifyEnv = "RIFFLE_VERIFY"

// check is what the compiler asks about programs, nil for nothing.
func check(native func(path, name string) bool) func(*core.Program) error {
	if os.Getenv(VerifyEnv) == "" {
		return nil
	}
	v := core.NewVerifier()
	v.Native = native
	return v.Verify
}
