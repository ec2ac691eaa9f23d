package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/export"
	"riffle/internal/notebook"
	"riffle/internal/session"
)

// export writes a notebook, a script or a program as a module of Go.
func (a *app) export(args []string) error {
	fs := newFlags("export")
	dir := fs.String("o", "", "write the module to the folder `DIR`")
	force := fs.Bool("force", false, "write into a folder that holds other things")
	others, err := parseAround(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return a.usage()
	case err != nil:
		return err
	case len(others) == 0:
		return usagef("export: no file named; riffle export FILE.ipynb -o DIR")
	case len(others) > 1:
		return usagef("export: unexpected argument %q; riffle export FILE.ipynb -o DIR", others[1])
	case *dir == "":
		return usagef("export: no folder named; riffle export %s -o DIR", others[0])
	}
	file := others[0]
	w := session.World(nil)
	m := &export.Module{Name: export.ModuleName(file, w), From: filepath.Base(file), Sources: sources}
	if m.Program, err = program(w, file, m.Name); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := m.Write(*dir, *force); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, l := range m.Program.Left {
		fmt.Fprintf(a.stderr, "riffle: %s\n", l)
	}
	fmt.Fprintf(a.stdout, "wrote the module %s to %s; go run . runs it there\n", m.Name, *dir)
	return nil
}

// program makes a program of a file.
func program(w export.World, file, module string) (*export.Program, error) {
	o := export.Options{Module: module, From: "Made from " + filepath.Base(file) + "."}
	if strings.EqualFold(filepath.Ext(file), ".ipynb") {
		nb, err := notebook.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := nb.CheckLanguage(); err != nil {
			return nil, err
		}
		o.Show = true
		return export.Translate(context.Background(), w, export.FromNotebook(nb), o)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if export.IsProgram(string(text)) {
		return export.Verbatim(w, filepath.Base(file), string(text), module)
	}
	return export.Translate(context.Background(), w, export.FromScript(filepath.Base(file), string(text), w.Magics), o)
}
