package bundle

import (
	"context"
	"path/filepath"
)

// Step is a part of the build.
type Step struct {
	Name string
	Make func(context.Context) error
}

// Steps are all that make a site, in their order.
func (b *Builder) Steps() []Step {
	return []Step{
		{"kit", b.Kit}, {"page", b.Page}, {"lab", b.Lab}, {"licences", b.Licences}, {"list of files", b.List},
	}
}

// Archive is the archive that is built into riffle.
func (b *Builder) Archive() string {
	return filepath.Join(b.Root, "internal", "web", "dist", "web.zip")
}
