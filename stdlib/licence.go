package stdlib

import _ "embed"

var (
	//go:embed LICENSE-go
	goLicence string
	//go:embed LICENSE-gonum
	gonumLicence string
)

// Licences returns the notices that copies of the embedded sources and
// documentation must carry.
func Licences() string {
	return "The Go standard library:\n\n" + goLicence + "\nGonum:\n\n" + gonumLicence
}
