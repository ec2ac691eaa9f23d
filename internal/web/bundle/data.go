package bundle

import "riffle/stdlib"

// writeData writes what cells need of the packages that they import, a file for each, so that
// a program in a browser can fetch what it is asked for.
func (b *Builder) writeData(dir string) error {
	if err := remakeFolder(dir); err != nil {
		return err
	}
	return stdlib.WriteData(dir)
}
