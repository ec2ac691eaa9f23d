package extract

import "testing"

func TestNames(t *testing.T) {
	for _, c := range []struct{ path, ident, file string }{
		{"fmt", "fmt", "fmt_gen.go"},
		{"net/http", "netHttp", "net_http_gen.go"},
		{"math/rand/v2", "mathRandV2", "math_rand_v2_gen.go"},
		{"gonum.org/v1/gonum/mat", "gonumOrgV1GonumMat", "gonum.org_v1_gonum_mat_gen.go"},
	} {
		if got := Ident(c.path); got != c.ident {
			t.Errorf("Ident(%q) = %q", c.path, got)
		}
		if got := FileName(c.path); got != c.file {
			t.Errorf("FileName(%q) = %q", c.path, got)
		}
	}
}
