package bundle

import "riffle/stdlib"

// data writes what cells need of the packages that they import, a file for each, so that
// a program in a browser can fetch what it is asked for.
func (b *Builder) data(dir string) error {
	if err := replace(dir); err != nil {
		return err
	}
	return stdlib.WriteData(dir)
}
