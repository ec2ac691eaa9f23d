package compile

import (
	"os"
	"path/filepath"

	"riffle/stdlib"
)

func init() {
	stdlib.FetchFrom(func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(os.Getenv("RIFFLE_DATA"), name))
	})
}
