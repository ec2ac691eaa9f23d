package session

import (
	"riffle/internal/cell"
	"riffle/internal/export"
	"riffle/internal/magic"
	"riffle/stdlib"
)

// World is what cells are compiled in, for whoever makes programs of them.
func World(magics magic.Table) export.World {
	if magics == nil {
		magics = magic.All
	}
	importer := newWithHistory(stdlib.Importer())
	return export.World{
		Importer: importer,
		Magics:   magics,
		Compiler: func(checked func(*cell.Checked)) *cell.Compiler {
			c := config(importer, magics)
			c.Checked = checked
			return cell.New(c)
		},
	}
}
