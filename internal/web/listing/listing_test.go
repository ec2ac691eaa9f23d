package listing

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMake(t *testing.T) {
	tags := map[string]string{}
	tag := func(name string) (string, error) { return tags[name], nil }
	names := []string{
		"index.html", "sw.js", "files.json", ".nojekyll", "embed.js", "page/page.js",
		"kit/riffle.wasm", "kit/riffle-all.wasm", "kit/data/types/fmt.zip",
		"lab/index.html", "lab/files/.hidden/a.txt",
	}
	got, err := Make(names, tag)
	if err != nil {
		t.Fatal(err)
	}
	want := &Listing{
		Version: got.Version,
		Page:    []string{"embed.js", "index.html", "page/page.js"},
		Kit:     []string{"kit/riffle.wasm"},
		Later:   []string{"kit/data/types/fmt.zip", "kit/riffle-all.wasm", "lab/index.html"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	tags["files.json"] = "2"
	if again, _ := Make(names, tag); again.Version != got.Version {
		t.Error("the listing itself changes the version")
	}
	tags["sw.js"] = "2"
	if again, _ := Make(names, tag); again.Version == got.Version {
		t.Error("a file that changes doesn't change the version")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"version":"1","page":["index.html"],"kit":["kit/riffle.wasm"],"later":[]}`))
	f.Add([]byte(`{"version":"1","page":["../x"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := Decode(text)
		if err != nil {
			return
		}
		for _, name := range l.Files() {
			if !fs.ValidPath(name) {
				t.Errorf("%q", name)
			}
		}
		if again, err := Decode(l.Encode()); err != nil || again.Version != l.Version {
			t.Errorf("%v, %v", again, err)
		}
	})
}
