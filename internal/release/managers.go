package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"riffle/internal/web/bundle"
)

// formula is the file by which Homebrew installs the archives for macOS and Linux; nothing
// if there is none.
func (s *shelf) formula() product {
	var b strings.Builder
	fmt.Fprintf(&b, "class Riffle < Formula\n  desc %q\n  homepage %q\n  version %q\n  license %q\n",
		summary, s.downloads, bundle.PlainVersion(s.version), licence)
	any := false
	for _, system := range []struct{ name, block string }{{"darwin", "on_macos"}, {"linux", "on_linux"}} {
		var blocks strings.Builder
		for _, d := range s.archives {
			if d.system == system.name {
				processor := map[string]string{"amd64": "on_intel", "arm64": "on_arm"}[d.arch]
				fmt.Fprintf(&blocks, "    %s do\n      url %q\n      sha256 %q\n    end\n", processor, d.url, d.sum)
			}
		}
		if blocks.Len() > 0 {
			any = true
			fmt.Fprintf(&b, "\n  %s do\n%s  end\n", system.block, &blocks)
		}
	}
	if !any {
		return product{}
	}
	b.WriteString(`
  def install
    bin.install "riffle"
    man1.install "riffle.1"
    bash_completion.install "completions/riffle.bash" => "riffle"
    zsh_completion.install "completions/_riffle"
    fish_completion.install "completions/riffle.fish"
  end

  test do
    assert_equal "2\n", shell_output("#{bin}/riffle -e 1+1")
  end
end
`)
	return product{"riffle.rb", []byte(b.String())}
}

// scoop is the manifest by which Scoop installs the archives for Windows; nothing if there
// is none.
func (s *shelf) scoop() product {
	architectures := object{}
	for _, d := range s.archives {
		if d.system == "windows" {
			name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[d.arch]
			architectures[name] = object{"url": d.url, "hash": d.sum, "extract_dir": d.folder}
		}
	}
	if len(architectures) == 0 {
		return product{}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", "    ")
	err := e.Encode(object{
		"version": bundle.PlainVersion(s.version), "description": summary, "homepage": s.downloads, "license": licence,
		"architecture": architectures, "bin": "riffle.exe",
	})
	if err != nil {
		panic(err) // of strings and maps of them
	}
	return product{"riffle.json", out.Bytes()}
}
