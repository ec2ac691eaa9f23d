package command

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestInside(t *testing.T) {
	top := t.TempDir()
	folder := filepath.Join(top, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(top, "link")
	if err := os.Symlink("folder", link); err != nil {
		if runtime.GOOS != "windows" {
			t.Fatal(err)
		}
		link = folder // where making links takes a right that few have
	}
	for _, test := range []struct {
		name, dir string
		want      bool
	}{
		{folder, folder, true},
		{link, folder, true},
		{folder, link, true},
		{filepath.Join(link, "sub"), folder, true},
		{filepath.Join(link, "new", "site"), folder, true},
		{filepath.Join(folder, "new"), link, true},
		{folder, filepath.Join(link, "sub"), false},
		{folder + "-2", folder, false},
		{top, link, false},
	} {
		if got := inside(test.name, test.dir); got != test.want {
			t.Errorf("inside(%s, %s) = %v", test.name, test.dir, got)
		}
	}
}
