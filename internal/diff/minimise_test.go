package diff

import "testing"

func minimised(t *testing.T, d difference) difference { return d }
