package leak

import (
	"path/filepath"
	"strings"
	"testing"
)

// files are the files of results in which a leak is none, by how their path ends.
var files = map[string][]Allowance{
	"internal/lower/testdata/rules/": {{".*", "the normal form is what is tested"}},
	"internal/inline/testdata/":      {{".*", "the normal form is what is tested"}},
	"doc/normal-form.md":             {{".*", "it specifies the normal form"}},
	"doc/impl.md":                    {{".*", "it is for those who change riffle"}},
	"doc/machine-code.md":            {{".*", "it is for those who change riffle"}},
	"doc/upgrading.md":               {{".*", "it is for those who change riffle"}},
	"doc/glossary.md":                {{".*", "it is for those who change riffle"}},
	"CONTRIBUTING.md":                {{".*", "it is for those who change riffle"}},
	"testdata/references.txt":        {{".*", "a table of names in the documentation"}},
	"testdata/bad.json":              {{".*", "its expressions say what is never shown"}},
	"testdata/magic/run.txt":         {{`rt\.Show|g\d+_\w+|ᐧ`, "%lowered shows the normal form"}},
}

// CheckFile is Check for what a file holds or is to hold.
func CheckFile(t testing.TB, file, text string) {
	t.Helper()
	if found := Find(text, allowedIn(file)...); found != "" {
		t.Errorf("%s shows what is riffle's own: %s", file, found)
	}
}

// allowedIn is what is no leak in a file.
func allowedIn(file string) []Allowance {
	path := filepath.ToSlash(file)
	if abs, err := filepath.Abs(file); err == nil {
		path = filepath.ToSlash(abs)
	}
	for name, allowed := range files {
		if strings.HasSuffix(path, "/"+name) || strings.HasSuffix(name, "/") && strings.Contains(path, "/"+name) {
			return allowed
		}
	}
	return nil
}
