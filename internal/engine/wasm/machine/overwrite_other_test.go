//go:build !js

package machine

// plainStores reports whether Overwrite stores without the host here.
func plainStores() bool {
	few, _ := leaves()
	return few != 0
}
