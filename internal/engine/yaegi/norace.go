//go:build !race

package yaegi

func (in *instance) prepareNotes() error { return nil }

// withNotes is a printed program that notes its lines.
func withNotes(source string) string { return source }
