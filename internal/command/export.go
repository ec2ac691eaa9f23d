package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/export"
	"riffle/internal/notebook"
	"riffle/internal/page"
	"riffle/internal/paper"
	"riffle/internal/session"
)

// exportUsage is how to call it, for errors.
const exportUsage = "riffle export FILE -o DIR, or -o X.html or X.pdf"

// exporting is one call of riffle export.
type exporting struct {
	file, out string
	force     bool
	slides    bool
	browser   string
}

// export writes a notebook, a script or a program as a module of Go, or a notebook as a
// document. The ending of -o decides: a folder for the module has none of a document's
// endings.
func (a *app) export(args []string) error {
	var e exporting
	fs := newFlags("export")
	fs.StringVar(&e.out, "o", "", "write to `OUT`")
	fs.BoolVar(&e.force, "force", false, "write into a folder that holds other things")
	fs.BoolVar(&e.slides, "slides", false, "deal the notebook onto slides")
	fs.StringVar(&e.browser, "browser", "", "print the PDF with `PROGRAM`")
	others, err := parseAround(fs, args)
	switch {
	case err != nil:
		return err
	case len(others) == 0:
		return usagef("export: no file named; %s", exportUsage)
	case len(others) > 1:
		return usagef("export: unexpected argument %q; %s", others[1], exportUsage)
	case e.out == "":
		return usagef("export: nothing named to write; %s", strings.ReplaceAll(exportUsage, "FILE", others[0]))
	}
	e.file = others[0]
	kind := strings.ToLower(filepath.Ext(e.out))
	document := kind == ".html" || kind == ".htm" || kind == ".pdf"
	switch {
	case document && e.force:
		return usagef("export: --force is for folders, and %s is a document", e.out)
	case e.browser != "" && kind != ".pdf":
		return usagef("export: --browser prints a PDF: -o X.pdf")
	case document:
		return a.exportDocument(e, kind == ".pdf")
	case e.slides:
		return usagef("export: --slides makes a document: -o X.html or -o X.pdf")
	}
	return a.exportModule(e)
}

// exportModule writes a module.
func (a *app) exportModule(e exporting) (err error) {
	w := session.World(nil)
	m := &export.Module{Name: export.ModuleName(e.file, w), From: filepath.Base(e.file), Sources: a.sources}
	if m.Program, err = program(w, e.file, m.Name); err != nil {
		return fmt.Errorf("%s: %w", e.file, err)
	}
	if err := m.Write(e.out, e.force); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, l := range m.Program.Left {
		fmt.Fprintf(a.stderr, "riffle: %s\n", l)
	}
	fmt.Fprintf(a.stdout, "wrote the module %s to %s; go run . runs it there\n", m.Name, e.out)
	return nil
}

// exportDocument writes a page, slides or a PDF of either.
func (a *app) exportDocument(e exporting, paged bool) error {
	if !isNotebook(e.file) {
		return usagef("export: %s is no notebook, and only a notebook has outputs to show; riffle export %s -o DIR makes a module of it", e.file, e.file)
	}
	nb, err := notebook.ReadFile(e.file)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if neverRan(nb) {
		fmt.Fprintf(a.stderr, "riffle: no cell of %s has run yet; riffle run %s stores what they say\n", e.file, e.file)
	}
	folder, err := os.OpenRoot(filepath.Dir(e.file)) // neither ".." nor a link leads out of it
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer folder.Close()
	base := filepath.Base(e.file)
	text := page.Render(nb, page.Options{
		Name:   strings.TrimSuffix(base, filepath.Ext(base)),
		Slides: e.slides,
		Paper:  paged,
		IsText: session.Magics().IsText,
		Open:   folder.ReadFile,
	})
	if paged {
		if text, err = a.print(e.browser, text); err != nil {
			return err
		}
	}
	if err := os.WriteFile(e.out, text, 0o666); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	fmt.Fprintf(a.stdout, "wrote %s\n", e.out)
	return nil
}

// print makes a PDF of a page.
func (a *app) print(browser string, text []byte) (pdf []byte, err error) {
	if browser == "" {
		if browser, err = paper.Find(); err != nil {
			return nil, fmt.Errorf("export: a PDF is printed by a browser, and %w; install one, name its program by --browser, or export to X.html and print that", err)
		}
	}
	err = a.heed(anySignal, func(ctx context.Context, _ *ending) error {
		pdf, err = paper.Print(ctx, browser, text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return pdf, nil
}

func isNotebook(file string) bool { return strings.EqualFold(filepath.Ext(file), ".ipynb") }

// neverRan reports whether a notebook has code but no outputs.
func neverRan(nb *notebook.Notebook) bool {
	code := false
	for _, c := range nb.Cells {
		if c.Count > 0 || len(c.Outputs) > 0 {
			return false
		}
		code = code || c.Type == notebook.Code
	}
	return code
}

// program makes a program of a file.
func program(w export.World, file, module string) (*export.Program, error) {
	o := export.Options{Module: module, From: "Made from " + filepath.Base(file) + "."}
	if isNotebook(file) {
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
