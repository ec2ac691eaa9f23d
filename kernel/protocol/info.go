package protocol

import (
	"runtime"
	"runtime/debug"
	"strings"

	"riffle/kernel/message"
)

// languageInfo tells front ends how to treat the source of cells.
type languageInfo struct {
	Name           string `json:"name"`
	Version        string `json:"version"`
	MIME           string `json:"mimetype"`
	Extension      string `json:"file_extension"`
	PygmentsLexer  string `json:"pygments_lexer"`
	CodeMirrorMode string `json:"codemirror_mode"`
	Exporter       string `json:"nbconvert_exporter"`
}

type helpLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// helpLinks appear in the front end's help menu.
var helpLinks = []helpLink{
	{"A Tour of Go", "https://go.dev/tour/"},
	{"Go's standard library", "https://pkg.go.dev/std"},
	{"The Go specification", "https://go.dev/ref/spec"},
}

func kernelInfo(*Kernel, *request) (any, error) {
	version := goVersion()
	return map[string]any{
		"status":                 "ok",
		"protocol_version":       message.Version,
		"implementation":         "riffle",
		"implementation_version": Version(),
		"banner":                 "riffle: live Go " + version + " for shuffling, lotteries, cards and random numbers\nTry: NewLottery(40).Pick(6), and ?NewLottery for help",
		"debugger":               true,
		"supported_features":     []string{"kernel subshells", "debugger"},
		"help_links":             helpLinks,
		"language_info": languageInfo{
			Name:           "go",
			Version:        version,
			MIME:           "text/x-go",
			Extension:      ".go",
			PygmentsLexer:  "go",
			CodeMirrorMode: "go",
			Exporter:       "script",
		},
	}, nil
}

// goVersion is the version of the language and library that cells see.
func goVersion() string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	return version
}

// Version is the version that the binary was built as.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "(devel)"
}
