package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the project.
const root = "../.."

// module is the path that all packages of the project begin with.
const module = "riffle"

// room says what a package may import. Names are packages of the project,
// without its module, or of other modules; "x/..." is x and all below it. The
// standard library is open to all but for what without names.
type room struct {
	imports string
	tests   string // what only its tests may import besides
	without string // of the standard library, and not in tests
}

// house is the plan: every package and the arrows that may leave it. A package
// is ruled by its own entry or by the longest "x/..." that it is below. doc/impl.md
// draws the same plan.
var house = map[string]room{
	".": {imports: "internal/command"},
	"internal/command": {
		imports: "repl kernel notebooks internal/display/cols internal/blocks internal/confine internal/course internal/grade internal/help internal/jetstream internal/worker internal/watch internal/session internal/export internal/notebook internal/near internal/web internal/page internal/paper internal/parts internal/past internal/proto internal/settings shuffle/trials",
		tests:   "github.com/rogpeppe/go-internal/... golang.org/x/sys/...",
	},
	"internal/command/prompt":  {tests: "internal/notebook internal/session internal/worker repl repl/edit golang.org/x/sys/..."},
	"internal/command/workers": {tests: "internal/jetstream internal/worker github.com/nats-io/nats.go/..."},
	"internal/house":           {tests: "internal/magic internal/rt internal/session internal/shim shuffle stdlib"},

	// What is relied on that nobody promises.
	"internal/relied":  {},
	"internal/upgrade": {imports: "internal/engine/wasm/compile internal/engine/wasm/machine internal/engine/yaegi internal/relied internal/rt internal/rtype"},

	// The front ends, which never meet.
	"repl":             {imports: "internal/display/cols internal/help internal/magic internal/past internal/proto internal/settings internal/tutorial repl/edit repl/keys repl/view github.com/chzyer/readline golang.org/x/sys/..."},
	"repl/edit":        {imports: "github.com/clipperhouse/uax29/v2/graphemes", without: "net/... os/..."},
	"repl/keys":        {without: "net/... os/..."},
	"repl/web":         {tests: "internal/web/bundle"},
	"repl/view":        {imports: "internal/display/cols", without: "net/... os/...", tests: "repl/edit"},
	"kernel":           {imports: "internal/past kernel/message kernel/protocol kernel/transport kernel/wire github.com/go-zeromq/zmq4 golang.org/x/sys/..."},
	"kernel/protocol":  {imports: "internal/proto kernel/message", without: "net/... os/..."},
	"kernel/lite":      {imports: "internal/blocks internal/proto internal/session kernel/message kernel/protocol stdlib", without: "net/... os/exec"},
	"kernel/message":   {without: "net/... os/..."},
	"kernel/transport": {imports: "github.com/go-zeromq/zmq4/... golang.org/x/crypto/..."},
	"kernel/wire":      {imports: "kernel/message", without: "net/... os/..."},
	"kernel/logo":      {},

	// The words between a front end and a session, and what carries them.
	"internal/proto":     {without: "net/... os/... reflect"},
	"internal/watch":     {},
	"internal/worker":    {imports: "internal/proto internal/watch golang.org/x/sys/..."},
	"internal/notebook":  {imports: "internal/proto"},
	"internal/parts":     {imports: "shuffle/trials"},
	"internal/blocks":    {imports: "internal/parts internal/watch shuffle/trials"},
	"internal/jetstream": {imports: "internal/blocks internal/parts shuffle/trials github.com/nats-io/...", tests: "shuffle"},
	"internal/course":    {imports: "internal/notebook internal/proto"},
	"internal/grade":     {imports: "internal/cell internal/course internal/notebook internal/proto"},
	"internal/confine":   {imports: "golang.org/x/sys/..."},
	"internal/past":      {imports: "golang.org/x/sys/..."},
	"internal/settings":  {imports: "internal/near", without: "net/... os/... reflect unsafe"},
	"internal/tutorial":  {imports: "internal/display/cols", without: "net/... os/... reflect unsafe"},
	"internal/help":      {imports: "internal/display/cols internal/magic internal/proto", without: "reflect unsafe"},
	"internal/magic":     {imports: "internal/near internal/notebook internal/proto internal/tutorial", without: "reflect unsafe"},

	// The session, which knows what programs leave behind, and chooses the engines.
	"internal/session": {
		imports: "internal/cell internal/core internal/debugger internal/gotype internal/inline internal/library internal/lower internal/magic internal/rt internal/rtype internal/shim internal/display internal/display/plain internal/proto internal/watch internal/export internal/export/seeded " +
			"internal/blocks internal/engine internal/engine/walk internal/engine/wasm internal/engine/yaegi internal/help internal/parts stdlib stdlib/display stdlib/display/comm stdlib/display/widget shuffle/... golang.org/x/term",
		tests: "internal/display/cols internal/notebook internal/test/webkit internal/worker github.com/rogpeppe/go-internal/txtar",
	},

	// What compiling engines make of functions first.
	"internal/inline": {imports: "internal/core", without: "reflect unsafe", tests: "internal/cell stdlib"},

	// What stops programs and looks into them.
	"internal/debugger": {imports: "internal/core internal/display/plain internal/rt github.com/google/go-dap"},

	// What runs programs of the normal form: the seam, and what stands behind it.
	"internal/engine":            {imports: "internal/core internal/gotype internal/rt"},
	"internal/engine/enginetest": {imports: "internal/core internal/engine"},
	"internal/engine/yaegi":      {imports: "internal/core internal/engine internal/relied internal/rt github.com/traefik/yaegi/interp", tests: "internal/engine/enginetest"},

	// The engine that makes machine code: WebAssembly as data.
	"internal/engine/walk":          {imports: "internal/core internal/engine internal/rt", tests: "internal/engine/enginetest internal/engine/yaegi"},
	"internal/engine/wasm":          {imports: "internal/core internal/engine internal/engine/wasm/compile internal/engine/wasm/machine internal/rt", tests: "internal/engine/enginetest internal/engine/yaegi"},
	"internal/engine/wasm/code":     {without: "reflect unsafe", tests: "github.com/tetratelabs/wazero/..."},
	"internal/engine/wasm/analysis": {imports: "internal/core", without: "unsafe"},
	"internal/engine/wasm/compile": {
		imports: "internal/core internal/engine internal/engine/wasm/analysis internal/engine/wasm/code internal/engine/wasm/machine internal/inline internal/library internal/relied internal/rt internal/rtype shuffle",
		tests:   "internal/cell internal/gotype stdlib internal/engine/wasm/compile/corpus internal/test/webkit",
	},
	"internal/engine/wasm/compile/corpus": {imports: "shuffle"},
	"internal/engine/wasm/machine":        {imports: "internal/engine/wasm/code internal/relied github.com/tetratelabs/wazero/... golang.org/x/sys/...", tests: "internal/test/webkit"},

	"internal/display":         {imports: "internal/display/cols internal/display/draw internal/display/linked internal/display/table internal/proto stdlib/display shuffle/... gonum.org/v1/plot/...", tests: "internal/display/plain"},
	"internal/display/cols":    {tests: "golang.org/x/text/width"},
	"internal/display/draw":    {imports: "internal/display/cols"},
	"internal/display/table":   {imports: "internal/display/cols"},
	"internal/display/plain":   {},
	"internal/display/linked":  {imports: "internal/display/cols internal/display/plain"},
	"internal/display/tabular": {imports: "internal/display/plain internal/display/table"},

	// Cells as programs for the toolchain; show and figures go with them.
	"internal/export":         {imports: "internal/cell internal/lower internal/magic internal/notebook internal/proto", without: "reflect unsafe", tests: "internal/session"},
	"internal/export/seeded":  {imports: "shuffle"},
	"internal/export/show":    {imports: "internal/display/cols internal/display/linked internal/display/plain internal/display/table internal/display/tabular"},
	"internal/export/figures": {imports: "internal/display internal/export/show stdlib/display"},

	// Notebooks as documents, and the browser that prints them.
	"internal/page":  {imports: "internal/notebook repl/edit github.com/yuin/goldmark/... golang.org/x/net/html/...", without: "net/http os/... reflect unsafe"},
	"internal/paper": {},

	// The compiler of cells, which works on source and types alone.
	"internal/cell":  {imports: "internal/help internal/intents internal/library internal/lower internal/core internal/magic internal/near internal/proto", without: "reflect unsafe", tests: "stdlib"},
	"internal/lower": {imports: "internal/core internal/library internal/typename", without: "reflect unsafe", tests: "stdlib internal/cell internal/rt"},
	// What is known of the library's functions, which all of them ask.
	"internal/library":     {without: "reflect unsafe", tests: "stdlib"},
	"internal/library/gen": {tests: "internal/test/full"},

	"internal/core": {imports: "internal/library", without: "reflect unsafe"},

	// What running code calls, and the standard library as cells must see it:
	// shims look into boxes, the run-time knows nothing of the shims.
	"internal/rt":   {imports: "internal/relied internal/rtype internal/gotype internal/typename golang.org/x/tools/go/types/typeutil"},
	"internal/shim": {imports: "internal/display/linked internal/display/plain internal/display/table internal/display/tabular internal/rt shuffle shuffle/trials", tests: "stdlib"},

	// The forms of types, and types that reflection can't make.
	"internal/gotype": {imports: "internal/core internal/rtype internal/typename"},
	"internal/rtype":  {imports: "internal/relied internal/typename golang.org/x/sys/... golang.org/x/tools/go/types/typeutil", tests: "stdlib"},

	"internal/typename": {without: "reflect unsafe"},

	// What a cell may import.
	"stdlib":                                 {imports: "internal/library internal/near stdlib/internal/covered stdlib/internal/native stdlib/internal/own stdlib/internal/std golang.org/x/tools/go/gcexportdata", tests: "stdlib/internal/..."},
	"stdlib/display":                         {},
	"stdlib/display/comm":                    {},
	"stdlib/display/widget":                  {imports: "stdlib/display/comm"},
	"stdlib/internal/covered":                {imports: "internal/library"},
	"stdlib/internal/native":                 {},
	"stdlib/internal/own":                    {imports: "stdlib/internal/native stdlib/display stdlib/display/comm stdlib/display/widget shuffle/..."},
	"stdlib/internal/std":                    {imports: "stdlib/internal/native gonum.org/v1/..."},
	"stdlib/internal/generic/...":            {},
	"stdlib/internal/generic/riffle/shuffle": {imports: "shuffle"},
	// The generator of the above, which no package imports.
	"stdlib/internal/extract": {imports: "stdlib/internal/covered golang.org/x/tools/..."},
	"stdlib/internal/gen":     {imports: "stdlib/internal/extract"},

	// The student package, which stands on nothing but Go, and the packages
	// that stand on it.
	"shuffle":              {imports: "shuffle/internal/...", without: "net/... os/exec"},
	"shuffle/drawn":        {imports: "shuffle"},
	"shuffle/internal/...": {imports: "shuffle shuffle/drawn shuffle/internal/...", tests: "gonum.org/v1/gonum/..."},
	"shuffle/check":        {imports: "shuffle shuffle/drawn shuffle/fair shuffle/internal/..."},
	"shuffle/count":        {imports: "shuffle shuffle/internal/..."},
	"shuffle/crack":        {imports: "shuffle shuffle/trials shuffle/internal/..."},
	"shuffle/fair":         {imports: "shuffle shuffle/drawn shuffle/count shuffle/trials shuffle/internal/... gonum.org/v1/gonum/...", tests: "shuffle/games"},
	"shuffle/games":        {imports: "shuffle shuffle/count shuffle/trials shuffle/internal/..."},
	"shuffle/trials":       {imports: "shuffle shuffle/internal/..."},

	// Coursework, and tools that no package imports.
	"notebooks":            {tests: "internal/course internal/notebook internal/session internal/worker shuffle"},
	"internal/diff":        {tests: "internal/session stdlib"},
	"internal/gosuite":     {},
	"internal/test/golden": {imports: "internal/test/leak github.com/google/go-cmp/..."},
	"internal/test/full":   {},
	"internal/test/leak":   {},
	"internal/test/pty":    {imports: "golang.org/x/sys/..."},
	"internal/test/once":   {},
	"internal/test/built":  {imports: "internal/test/once"},
	"internal/test/need":   {},
	"internal/test/pytest": {imports: "internal/test/need internal/test/once"},
	"internal/test/screen": {imports: "github.com/gdamore/tcell/v3/..."},
	"internal/test/stress": {},
	"internal/test/toy":    {imports: "internal/proto"},
	"internal/test/svgdoc": {},
	"internal/test/webkit": {imports: "internal/test/need internal/test/once internal/web/bundle"},
	"internal/web":         {imports: "internal/course internal/notebook internal/web/listing notebooks github.com/andybalholm/brotli", tests: "internal/web/bundle"},
	"internal/web/build":   {imports: "internal/paper internal/web internal/web/bundle"},
	"internal/web/bundle":  {imports: "internal/wheel internal/web/listing internal/web/split stdlib github.com/andybalholm/brotli"},
	"internal/web/split":   {tests: "internal/web/bundle"},
	"internal/web/listing": {},
	"internal/release":     {imports: "internal/command internal/web/bundle internal/wheel kernel github.com/google/rpmpack"},
	"internal/wheel":       {},
	"internal/kernels":     {},
	"internal/cost":        {imports: "internal/test/natstest shuffle/trials"},
	"internal/speed":       {imports: "github.com/rogpeppe/go-internal/txtar"},
	"internal/soak":        {imports: "internal/session internal/proto"},

	// A server for tests of those who play experiments elsewhere.
	"internal/test/natstest": {imports: "internal/test/need internal/test/once"},

	// How like two words are.
	"internal/intents": {without: "net/... os/... reflect"},
	"internal/near":    {without: "net/... os/... reflect"},
}

// inTests is what every package's tests may import.
const inTests = "internal/test/... internal/command internal/proto github.com/google/go-cmp/... go.uber.org/goleak"

// unreachable says what a package must not reach, not even through others.
var unreachable = map[string]string{
	"kernel/lite":      "github.com/nats-io/...",
	"repl":             "kernel/... internal/session github.com/traefik/yaegi/...",
	"kernel":           "repl internal/session github.com/traefik/yaegi/...",
	"internal/cell":    "internal/rt internal/session stdlib/... github.com/traefik/yaegi/...",
	"internal/display": "internal/session kernel/... repl github.com/traefik/yaegi/...",
	"stdlib":           "internal/session internal/cell internal/rt github.com/traefik/yaegi/...",
	"shuffle":          "internal/... stdlib/... kernel/... repl golang.org/... github.com/... gonum.org/...",
	"shuffle/...":      "internal/... stdlib/... kernel/... repl github.com/...",
}

// unlinked says what the programs for browsers must not have, by their build tags: all of it
// would be fetched.
var unlinked = map[string]string{
	"": "compress/bzip2 crypto/tls crypto/x509 database/... debug/... encoding/gob encoding/xml github.com/go-zeromq/... github.com/nats-io/... github.com/tetratelabs/... " +
		"github.com/yuin/... golang.org/x/image/... golang.org/x/net/... golang.org/x/text/... gonum.org/... html/template net/... text/template/...",
	"riffle_all": "crypto/tls github.com/go-zeromq/... github.com/nats-io/... github.com/tetratelabs/... github.com/yuin/... golang.org/x/net/... net/http/... os/user",
}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath                               string
	Imports, TestImports, XTestImports, Deps []string
}

// TestArrows wants every import to be in the house's plan, on every system,
// as files of one are not seen on another.
func TestArrows(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			for _, p := range list(t, system) {
				for _, fault := range p.faults() {
					t.Error(fault)
				}
			}
		})
	}
}

// TestUnlinked wants the programs for browsers without what only others need.
func TestUnlinked(t *testing.T) {
	for tags, without := range unlinked {
		for name := range strings.Lines(string(goList(t, "js", "wasm", "-deps", "-tags="+tags, "./kernel/lite"))) {
			if name = strings.TrimSpace(name); matches(without, name) {
				t.Errorf("the program for browsers with the tags %q has %s: see unlinked in arch_test.go", tags, name)
			}
		}
	}
}

// TestWrongArrows wants the plan to refuse what it is there to refuse.
func TestWrongArrows(t *testing.T) {
	const yaegi = "github.com/traefik/yaegi/interp"
	tests := []struct {
		name string
		pkg  pkg
		want string // in the only fault; empty for none
	}{
		{"a new package", pkg{ImportPath: "riffle/internal/utils"}, "not in the house's plan"},
		{"between front ends", pkg{ImportPath: "riffle/repl", Imports: []string{"riffle/kernel/wire"}}, "repl imports kernel/wire"},
		{"past the session", pkg{ImportPath: "riffle/internal/rt", Imports: []string{yaegi}}, "internal/rt imports " + yaegi},
		{"past the seam", pkg{ImportPath: "riffle/internal/session", Imports: []string{yaegi}}, "internal/session imports " + yaegi},
		{"behind the seam", pkg{ImportPath: "riffle/internal/engine/yaegi", Imports: []string{yaegi}}, ""},
		{"an engine in the seam", pkg{ImportPath: "riffle/internal/engine", Imports: []string{"riffle/internal/engine/yaegi"}}, "internal/engine imports internal/engine/yaegi"},
		{"an engine that knows cells", pkg{ImportPath: "riffle/internal/engine/yaegi", Imports: []string{"riffle/internal/lower"}}, "internal/engine/yaegi imports internal/lower"},
		{"through others", pkg{ImportPath: "riffle/kernel", Deps: []string{"fmt", yaegi}}, "kernel reaches " + yaegi},
		{"values in the compiler", pkg{ImportPath: "riffle/internal/cell", Imports: []string{"go/types", "reflect"}}, "internal/cell imports reflect"},
		{"upwards", pkg{ImportPath: "riffle/shuffle", Imports: []string{"riffle/stdlib/display"}}, "shuffle imports stdlib/display"},
		{"a module below students", pkg{ImportPath: "riffle/shuffle", Imports: []string{"gonum.org/v1/gonum/stat"}}, "shuffle imports gonum.org"},
		{"the network", pkg{ImportPath: "riffle/shuffle", Imports: []string{"net/http"}}, "shuffle imports net/http"},
		{"statistics", pkg{ImportPath: "riffle/shuffle/fair", Imports: []string{"gonum.org/v1/gonum/stat", "riffle/shuffle"}}, ""},
		{"a test upwards", pkg{ImportPath: "riffle/shuffle", XTestImports: []string{"riffle/internal/session"}}, "the tests of shuffle import"},
		{"a test's tools", pkg{ImportPath: "riffle/shuffle", TestImports: []string{"riffle/shuffle", "github.com/google/go-cmp/cmp"}}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(tt.pkg.faults(), "\n")
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "" || strings.Contains(got, "\n") {
				t.Errorf("faults %q, want %q", got, tt.want)
			}
		})
	}
}

// faults are the package's imports that the plan has no arrow for.
func (p *pkg) faults() []string {
	name := local(p.ImportPath)
	key, ok := rule(house, name)
	if !ok {
		return []string{name + " is not in the house's plan: enter it in the table of arch_test.go with what it may import"}
	}
	faults := house[key].faults(name, p.Imports)
	faults = append(faults, house[key].testFaults(name, slices.Concat(p.TestImports, p.XTestImports))...)
	if key, ok := rule(unreachable, name); ok {
		for _, to := range p.Deps {
			if !standard(to) && matches(unreachable[key], local(to)) {
				faults = append(faults, fmt.Sprintf("%s reaches %s, directly or through others, and must not: see unreachable in arch_test.go", name, local(to)))
			}
		}
	}
	return faults
}

func (r room) faults(name string, imports []string) (faults []string) {
	for _, to := range imports {
		switch {
		case standard(to) && matches(r.without, to):
			faults = append(faults, fmt.Sprintf("%s imports %s, which the house's plan keeps out of it", name, to))
		case !standard(to) && !matches(r.imports, local(to)):
			faults = append(faults, fmt.Sprintf("%s imports %s; the house's plan allows it %s", name, local(to), orNothing(r.imports)))
		}
	}
	return faults
}

func (r room) testFaults(name string, imports []string) (faults []string) {
	allowed := strings.Join([]string{name, r.imports, r.tests, inTests}, " ")
	for _, to := range imports {
		if !standard(to) && !matches(allowed, local(to)) {
			faults = append(faults, fmt.Sprintf("the tests of %s import %s; the house's plan allows them %s", name, local(to), allowed))
		}
	}
	return faults
}

// list asks the go command for the packages of the project.
func list(t *testing.T, system string) []*pkg {
	t.Helper()
	out := goList(t, system, runtime.GOARCH, "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "./...")
	var packages []*pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		packages = append(packages, &p)
	}
	if len(packages) == 0 {
		t.Fatal("go list ./... lists no packages")
	}
	return packages
}

// goList is what go list prints for a system.
func goList(t *testing.T, system, processor string, args ...string) []byte {
	t.Helper()
	gocmd, err := exec.LookPath("go")
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("the house's plan is not checked: %v", err)
	}
	if err != nil {
		t.Skipf("the house's plan is checked by the go command: %v", err)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), gocmd, append([]string{"list"}, args...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	return out
}

// local is a path without the project's module, "." for the root.
func local(importPath string) string {
	if importPath == module {
		return "."
	}
	return strings.TrimPrefix(importPath, module+"/")
}

// standard reports whether a path is the standard library's: the first element
// of any other module's has a dot.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return first != module && !strings.Contains(first, ".")
}

// rule finds the entry for a package: its own, or the nearest above.
func rule[V any](table map[string]V, name string) (key string, ok bool) {
	if _, ok := table[name]; ok {
		return name, true
	}
	for dir := name; dir != "."; dir = path.Dir(dir) {
		if _, ok := table[dir+"/..."]; ok {
			return dir + "/...", true
		}
	}
	return "", false
}

// matches reports whether a list of patterns has one for the package.
func matches(patterns, name string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(p string) bool {
		dir, below := strings.CutSuffix(p, "/...")
		return name == dir || below && strings.HasPrefix(name, dir+"/")
	})
}

func orNothing(s string) string {
	if s == "" {
		return "the standard library alone"
	}
	return s
}
