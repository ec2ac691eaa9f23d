package repl

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"riffle/internal/settings"
)

// palette256 is a colour of the 240 that are the same everywhere, and black and white of
// the rest, in linear light.
func palette256(n int) float64 {
	levels := []float64{0, 95, 135, 175, 215, 255}
	if n >= 232 {
		return luminance([3]float64{float64(8 + 10*(n-232)), float64(8 + 10*(n-232)), float64(8 + 10*(n-232))})
	}
	n -= 16
	return luminance([3]float64{levels[n/36], levels[n/6%6], levels[n%6]})
}

// luminance and contrast are those of WCAG 2.1.
func luminance(rgb [3]float64) float64 {
	sum := 0.0
	for i, c := range rgb {
		c /= 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += c * []float64{0.2126, 0.7152, 0.0722}[i]
	}
	return sum
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

func TestContrast(t *testing.T) {
	if got := contrast(palette256(16), palette256(231)); math.Abs(got-21) > 1e-9 { // WCAG's own example
		t.Errorf("black on white: %v", got)
	}
	if got := contrast(luminance([3]float64{0x76, 0x76, 0x76}), 1); math.Abs(got-4.54) > 0.005 { // the lightest grey that passes
		t.Errorf("#767676 on white: %v", got)
	}
}

var (
	foreground = regexp.MustCompile(`38;5;(\d+)`)
	background = regexp.MustCompile(`48;5;(\d+)`)
)

// TestThemes computes the contrast of each colour of each theme to the backgrounds that it
// is for. Those of the terminal are the user's own.
func TestThemes(t *testing.T) {
	grounds := map[string][]float64{
		"light":    {luminance([3]float64{255, 255, 255}), luminance([3]float64{0xfd, 0xf6, 0xe3})},                             // white, Solarized's
		"dark":     {luminance([3]float64{}), luminance([3]float64{0x1e, 0x1e, 0x1e}), luminance([3]float64{0x00, 0x2b, 0x36})}, // black, VS Code's, Solarized's
		"contrast": nil,
	}
	for name, p := range palettes {
		least := 4.5
		if name == "contrast" {
			least = 7
		}
		for _, sgr := range append(slices.Clone(p.spans[:]), p.prompt, p.value, p.dim, p.ghost, p.bracket) {
			fore, back := foreground.FindStringSubmatch(sgr), background.FindStringSubmatch(sgr)
			if fore == nil {
				if back != nil || name != "terminal" && regexp.MustCompile(`\b(2|[349]\d|10\d)\b`).MatchString(sgr) {
					t.Errorf("%s: %q has a colour that isn't known", name, sgr)
				}
				continue
			}
			on := grounds[name]
			if back != nil {
				on = []float64{palette256(number(t, back[1]))}
			}
			if len(on) == 0 {
				t.Errorf("%s: %q doesn't say on what", name, sgr)
			}
			for _, ground := range on {
				if got := contrast(palette256(number(t, fore[1])), ground); got < least {
					t.Errorf("%s: %q has a contrast of %.2f, want %v", name, sgr, got, least)
				}
			}
		}
	}
	for _, d := range settings.All[:1] {
		for _, name := range strings.FieldsFunc(d.Values, func(r rune) bool { return r == ' ' || r == ',' }) {
			if name != "or" && name != "none" && palettes[name] == nil {
				t.Errorf("theme %s has no colours", name)
			}
		}
	}
}

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 16 || n > 255 {
		t.Fatalf("colour %s isn't the same everywhere", text)
	}
	return n
}

// TestStartUpParts: what is between lines with %config runs together, at its lines.
func TestStartUpParts(t *testing.T) {
	var out bytes.Buffer
	engine := newFake()
	set := settings.New()
	cfg := Config{Engine: engine, Out: &out, Settings: set, InitFile: "/home/me/init.go", Init: strings.Join([]string{
		"// mine", "a", "b", "%config theme dark", "%config theme drak", "%config save", "c {", "%config keys vi", "}", "d",
	}, "\n")}
	if err := Eval(t.Context(), cfg, "e"); err != nil {
		t.Fatal(err)
	}
	var ran []string
	for _, c := range engine.cells {
		ran = append(ran, c.Source)
	}
	want := []string{"// mine\na\nb", strings.Repeat("\n", 6) + "c {\n%config keys vi\n}\nd", "e"}
	if !slices.Equal(ran, want) {
		t.Errorf("ran %q, want %q", ran, want)
	}
	if got := set.Get("theme"); got != (settings.Value{Text: "dark", From: "init.go:4"}) {
		t.Errorf("theme %v", got)
	}
	for _, want := range []string{
		"/home/me/init.go:5:1: %config: theme is terminal, light, dark, contrast or none, not \"drak\"\n",
		"/home/me/init.go:6:1: %config: want %config NAME VALUE in the start-up file\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestStartUpErrors: one error doesn't lose the rest.
func TestStartUpErrors(t *testing.T) {
	for _, tt := range []struct {
		init string
		want []string // what runs
	}{
		{"a\nb", []string{"a\nb", "e"}},
		{"fail a\nb\nfail c\nd", []string{"fail a\nb\nfail c\nd", "fail a", "\nb", "\n\nfail c", "\n\n\nd", "e"}},
	} {
		engine := newFake()
		if err := Eval(t.Context(), Config{Engine: engine, Out: new(bytes.Buffer), Init: tt.init}, "e"); err != nil {
			t.Fatal(err)
		}
		var ran []string
		for _, c := range engine.cells {
			ran = append(ran, c.Source)
		}
		if !slices.Equal(ran, tt.want) {
			t.Errorf("%q: ran %q, want %q", tt.init, ran, tt.want)
		}
	}
	cells := []piece{{1, "a"}, {2, "b\nc"}, {4, "d"}}
	for line, want := range []int{0, 2, 1, 1, 0} {
		if got := len(cellsAfter(cells, line)); got != want {
			t.Errorf("after line %d run %d cells, want %d", line, got, want)
		}
	}
}

// TestSaveSettings: what is set and saved is there in the next session, and a file that is a
// link stays one.
func TestSaveSettings(t *testing.T) {
	dir := t.TempDir()
	kept, file := filepath.Join(dir, "dotfiles"), filepath.Join(dir, "riffle", "settings")
	if err := os.WriteFile(kept, []byte("# mine\nlines = 7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept, file); err != nil {
		t.Skip("links can't be made here, as by users of Windows without a right to: ", err)
	}
	out, _ := play(t, Config{Engine: newFake(), SettingsFile: file}, strings.Split("%config theme light\n%config save\n%config theme\n%config theme x\n%config thme dark", "\n")...)
	got, err := os.ReadFile(kept)
	if want := "# mine\nlines = 7\ntheme = light\n"; err != nil || string(got) != want {
		t.Errorf("wrote %q, %v", got, err)
	}
	for _, want := range []string{
		"theme = light (set here): ", "error: %config: theme is terminal, light, dark, contrast or none, not \"x\"\n",
		"error: %config: no setting thme; did you mean theme?\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if info, err := os.Lstat(file); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%s is %v, %v", file, info.Mode(), err)
	}
}

// TestColorsOn: NO_COLOR and the like decide unless the user says otherwise.
func TestColorsOn(t *testing.T) {
	for _, tt := range []struct {
		terminal    bool
		name, value string
		want        bool
	}{
		{true, "notes", "on", true}, {false, "notes", "on", false}, {false, "theme", "dark", false},
		{false, "color", "on", true}, {true, "color", "off", false}, {true, "theme", "none", false},
	} {
		s := settings.New()
		if err := s.Change(tt.name, tt.value, settings.AtPrompt); err != nil {
			t.Fatal(err)
		}
		f := newFront(Config{Engine: newFake(), Out: new(bytes.Buffer), Color: tt.terminal, Settings: s}, nil)
		if f.style.on != tt.want {
			t.Errorf("%+v: %v", tt, f.style.on)
		}
	}
}
