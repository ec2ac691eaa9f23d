package errors

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestIs(t *testing.T) {
	all := []error{nil, io.EOF, fmt.Errorf("at the end: %w", io.EOF), errors.New("other")}
	for _, err := range all {
		for _, target := range all {
			if got, want := Is(err, target), errors.Is(err, target); got != want {
				t.Errorf("Is(%v, %v) = %t", err, target, got)
			}
		}
		var wrapped interface{ Unwrap() error }
		if got, want := As(err, &wrapped), errors.As(err, &wrapped); got != want {
			t.Errorf("As(%v) = %t", err, got)
		}
	}
	var nothing any
	if As(nil, nothing) {
		t.Error("no error is something")
	}
}
