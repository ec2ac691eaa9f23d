//go:build !unix && !windows

package machine

import "errors"

func mapAt(at, size uintptr) error { return errors.ErrUnsupported }
