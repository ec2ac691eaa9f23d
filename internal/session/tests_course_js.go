//go:build !riffle_all

package session

import (
	"context"

	"riffle/stdlib"
)

// Test says that there are no tests here.
func (m inCell) Test(context.Context, map[string]string) error {
	return &stdlib.Lacking{Path: "testing"}
}
