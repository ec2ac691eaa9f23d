package notebook

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func recode(t testing.TB, data []byte) []byte {
	t.Helper()
	nb, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	out, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What nbformat wrote comes back byte for byte.
func TestFormatIsNbformats(t *testing.T) {
	files, err := filepath.Glob("testdata/format/*.ipynb")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data := read(t, name)
		if got := recode(t, data); !bytes.Equal(got, data) {
			t.Errorf("%s comes back as\n%s", name, got)
		}
	}
}

func TestUpgradeFromFormat3(t *testing.T) {
	got := recode(t, read(t, "testdata/format/version3.in.json"))
	if want := read(t, "testdata/format/version3.ipynb"); !bytes.Equal(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestDecodeJoinsLines(t *testing.T) {
	nb, err := Decode(read(t, "testdata/format/whole.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	c := nb.Cells[2]
	if got := c.Outputs[0]["text"]; got != "one\ntwo" {
		t.Errorf("stream %q", got)
	}
	data := c.Outputs[2]["data"].(map[string]any)
	if got := data["image/svg+xml"]; got != "<svg>\n</svg>" {
		t.Errorf("svg %q", got)
	}
	if got := data["application/vnd.x+json"]; !reflect.DeepEqual(got, []any{"l1\n", "l2"}) {
		t.Errorf("a JSON list became %q", got)
	}
	if c.ID != "code-1" || c.Count != 3 || !c.Tagged("parameters") || c.Tagged("x") || c.Outputs[4].Type() != "error" {
		t.Errorf("cell %+v", c)
	}
}

func TestDecodeIsLenient(t *testing.T) {
	nb, err := Decode([]byte("\ufeff" + `{"nbformat":4,"cells":[
		{"cell_type":"code","source":"1","outputs":null,"metadata":null},
		{"cell_type":"sketch","strokes":[1]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	out, err := nb.Encode()
	if err != nil || !strings.Contains(string(out), `"strokes": [`) || !strings.Contains(string(out), `"outputs": []`) {
		t.Errorf("%s %v", out, err)
	}
}

func TestDecodeErrors(t *testing.T) {
	cell := func(fields string) string {
		return `{"nbformat":4,"cells":[{"cell_type":"markdown"},{"cell_type":"code",` + fields + `}]}`
	}
	for in, want := range map[string]string{
		"":                 "notebook: the file is empty",
		" ":                "notebook: the file is empty",
		"{\n \"a\": nope}": "notebook: 2:8: no valid JSON: invalid character 'o' in literal null (expecting 'u')",
		"{\n":              "notebook: 2:1: the file ends in the middle of the notebook",
		"{} {}":            "notebook: 1:4: more text after the end of the notebook",
		"[]":               "notebook: the file: want an object, have a list",
		`{"a":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`: "notebook: lists and objects nest more than 500 deep",
		"7":                                           "notebook: the file: want an object, have a number",
		"{}":                                          "notebook: no field nbformat: this isn't a Jupyter notebook",
		`{"nbformat":"4"}`:                            "notebook: nbformat: want a number, have a string",
		`{"nbformat":4.5}`:                            "notebook: nbformat: want a whole number from 0 up, have 4.5",
		`{"nbformat":1e99}`:                           "notebook: nbformat: want a whole number from 0 up, have 1e99",
		`{"nbformat":2}`:                              "notebook: nbformat 2 is too old, want 3 or 4: open it in Jupyter and save it",
		`{"nbformat":5}`:                              "notebook: nbformat 5 is newer than the 4 known here: save it as nbformat 4",
		`{"nbformat":4}`:                              "notebook: no field cells",
		`{"nbformat":4,"cells":{}}`:                   "notebook: cells: want a list, have an object",
		`{"nbformat":4,"cells":[1]}`:                  "notebook: cells[0]: want an object, have a number",
		`{"nbformat":4,"cells":[{}]}`:                 `notebook: cells[0]: no cell_type, want "code", "markdown" or "raw"`,
		`{"nbformat":4,"metadata":[]}`:                "notebook: metadata: want an object, have a list",
		cell(`"source":[1]`):                          "notebook: cells[1].source: want a string or a list of strings, have a list",
		cell(`"metadata":true`):                       "notebook: cells[1].metadata: want an object, have a boolean",
		cell(`"outputs":"x"`):                         "notebook: cells[1].outputs: want a list, have a string",
		cell(`"outputs":[null]`):                      "notebook: cells[1].outputs[0]: want an object, have null",
		cell(`"outputs":[{"data":7}]`):                "notebook: cells[1].outputs[0].data: want an object, have a number",
		cell(`"outputs":[{"text":[7]}]`):              "notebook: cells[1].outputs[0].text: want a string or a list of strings, have a list",
		cell(`"execution_count":-1`):                  "notebook: cells[1].execution_count: want a whole number from 0 up, have -1",
		`{"nbformat":3,"worksheets":1}`:               "notebook: worksheets: want a list, have a number",
		`{"nbformat":3,"worksheets":[{"cells":[7]}]}`: "notebook: worksheets[0].cells[0]: want an object, have a number",
		`{"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","outputs":7}]}]}`: "notebook: worksheets[0].cells[0].outputs: want a list, have a number",
	} {
		if _, err := Decode([]byte(in)); err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", in, err, want)
		}
	}
}

func TestWriteFile(t *testing.T) {
	nb, err := Decode(read(t, "testdata/format/empty.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	target, link := filepath.Join(dir, "a.ipynb"), filepath.Join(dir, "link.ipynb")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, nb); err != nil {
		t.Fatal(err)
	}
	if got := read(t, target); !bytes.Equal(got, read(t, "testdata/format/empty.ipynb")) {
		t.Errorf("wrote %s", got)
	}
	info, err := os.Stat(target)
	if entries, _ := os.ReadDir(dir); err != nil || info.Mode().Perm() != 0o600 || len(entries) != 2 {
		t.Errorf("mode %v, %d files, %v", info.Mode(), len(entries), err)
	}
	if _, err := ReadFile(link); err != nil {
		t.Error(err)
	}
	if err := WriteFile(filepath.Join(dir, "none", "a.ipynb"), nb); err == nil {
		t.Error("writing to a missing folder has no error")
	}
}

func TestEncodeRefusesWhatJSONCannotSay(t *testing.T) {
	nb := &Notebook{Metadata: map[string]any{"f": func() {}}}
	if _, err := nb.Encode(); err == nil {
		t.Error("no error for a function in the metadata")
	}
}

// Whatever decodes also encodes, to a form that does not change any more.
func FuzzDecode(f *testing.F) {
	files, _ := filepath.Glob("testdata/*/*")
	for _, name := range files {
		f.Add(read(f, name))
	}
	f.Add([]byte(`{"nbformat":4,"cells":[{"cell_type":"code","source":["a","b"],"attachments":{"x":7}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Decode(data); err != nil {
			return
		}
		once := recode(t, data)
		if twice := recode(t, once); !bytes.Equal(once, twice) {
			t.Errorf("encoded\n%s\nthen\n%s", once, twice)
		}
	})
}
