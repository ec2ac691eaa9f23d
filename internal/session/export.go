//go:build !js

package session

import (
	"context"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/export"
	"riffle/internal/magic"
	"riffle/stdlib"
)

// Magics are all magics, with a %save that makes programs of cells.
func Magics() magic.Table { return magic.All.WithPrograms(programOf) }

// programOf makes a program of cells, in one file.
func programOf(ctx context.Context, cells []magic.Cell) (source, words string, err error) {
	p, err := export.Translate(ctx, World(nil), export.FromSession(cells), export.Options{Show: true})
	if err != nil {
		return "", "", err
	}
	words = "go run FILE runs it"
	for _, path := range p.Imports {
		if first, _, _ := strings.Cut(path, "/"); first == "riffle" || strings.Contains(first, ".") {
			words = "riffle run FILE runs it, and riffle export FILE -o DIR makes a module for go run"
		}
	}
	return string(p.Source), words, nil
}

// World is the environment in which cells are compiled, for turning them into programs.
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
