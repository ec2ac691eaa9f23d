package notebooks_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/notebook"
	"riffle/internal/test/svgdoc"
)

// each runs a test of every notebook in the folder.
func each(t *testing.T, test func(t *testing.T, file string)) {
	t.Helper()
	eachOf(t, files(t), test)
}

// files are the notebooks.
func files(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	return files
}

func eachOf(t *testing.T, files []string, test func(t *testing.T, file string)) {
	t.Helper()
	for _, file := range files {
		t.Run(file, func(t *testing.T) { test(t, file) })
	}
}

func open(t *testing.T, file string) *notebook.Notebook {
	t.Helper()
	nb, err := notebook.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// TestFormat wants the files as nbformat writes them, for riffle's kernel, with
// an id for each cell.
func TestFormat(t *testing.T) {
	each(t, func(t *testing.T, file string) {
		nb := open(t, file)
		stored, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if written, err := nb.Encode(); err != nil || !bytes.Equal(written, stored) {
			t.Errorf("the file is not in nbformat's layout, or has an error: %v", err)
		}
		kernel, _ := nb.Metadata["kernelspec"].(map[string]any)
		if kernel["name"] != "riffle" || kernel["language"] != "go" {
			t.Errorf("kernelspec %v, want riffle for go", kernel)
		}
		ids := map[string]bool{"": true}
		for i, c := range nb.Cells {
			if ids[c.ID] {
				t.Errorf("cell %d: the id %q is empty or not the only one", i, c.ID)
			}
			ids[c.ID] = true
		}
	})
}

// TestPicturesOfNotebooks wants every picture to be a document that any viewer shows as
// an image, and the image on the page to be the same picture. Controls have pictures on
// the page only.
func TestPicturesOfNotebooks(t *testing.T) {
	each(t, func(t *testing.T, file string) {
		for i, c := range open(t, file).Cells {
			for _, o := range c.Outputs {
				data, _ := o["data"].(map[string]any)
				svg, drawn := data["image/svg+xml"].(string)
				if drawn {
					if err := svgdoc.Check(svg); err != nil {
						t.Errorf("cell %d: %v", i, err)
					}
				}
				page, _ := data["text/html"].(string)
				images, err := svgdoc.InHTML(page)
				if err != nil {
					t.Errorf("cell %d: %v", i, err)
				}
				for _, image := range images {
					same := len(image) == len(svg) || !drawn && strings.Contains(c.Source, "Interact(")
					if err := svgdoc.Check(image); err != nil || !same {
						t.Errorf("cell %d: an image of %d bytes beside a picture of %d; %v", i, len(image), len(svg), err)
					}
				}
			}
		}
	})
}
