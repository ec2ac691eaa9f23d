// Package errors answers what is asked most without the original: whether there is no
// error.
package errors

import "errors"

// Is reports whether an error, or one that it wraps, is the target.
func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	return errors.Is(err, target)
}

// As finds the first error, among an error and those that it wraps, that can be assigned
// to what target points to.
func As(err error, target any) bool {
	return err != nil && errors.As(err, target)
}
