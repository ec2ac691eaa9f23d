package listing

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestMake(t *testing.T) {
	site := fstest.MapFS{}
	for _, name := range []string{
		"index.html", "sw.js", "files.json", ".nojekyll", "embed.js", "page/page.js",
		"kit/riffle.wasm", "kit/riffle-all.wasm", "kit/data/types/fmt.a.gz",
		"lab/index.html", "lab/files/.hidden/a.txt",
	} {
		site[name] = &fstest.MapFile{Data: []byte("1")}
	}
	got, err := Make(site)
	if err != nil {
		t.Fatal(err)
	}
	want := &Listing{
		Version: got.Version,
		Page:    []string{"embed.js", "index.html", "page/page.js"},
		Kit:     []string{"kit/riffle.wasm"},
		Later:   []string{"kit/data/types/fmt.a.gz", "kit/riffle-all.wasm", "lab/index.html"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	site["files.json"].Data = []byte("2")
	if again, _ := Make(site); again.Version != got.Version {
		t.Error("the listing itself changes the version")
	}
	site["sw.js"].Data = []byte("2")
	if again, _ := Make(site); again.Version == got.Version {
		t.Error("a file that changes doesn't change the version")
	}
}
