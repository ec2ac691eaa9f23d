package bundle

import "riffle/stdlib"

// writeData writes the data of the packages that cells may import, a file for each, so
// that a program in a browser can fetch only those that it needs.
func (b *Builder) writeData(dir string) error {
	if err := remakeFolder(dir); err != nil {
		return err
	}
	return stdlib.WriteData(dir)
}
