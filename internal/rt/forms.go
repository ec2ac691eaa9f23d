package rt

import "riffle/internal/gotype"

// forms are the types of native packages.
func (r *Runtime) forms() *gotype.Forms {
	if r == nil || r.config.Forms == nil {
		return &gotype.Forms{}
	}
	return r.config.Forms
}
