package repl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"riffle/internal/proto"
	"riffle/internal/settings"
)

// Ask runs a cell without a number. The terminal's own questions come first.
func (p atPrompt) Ask(ctx context.Context, source string) error {
	f := p.f
	f.screen.printLines(f.settingRows())
	r := f.execute(ctx, proto.Cell{Source: source, Silent: true})
	if r.Err != nil {
		f.showResult(r)
		return ErrFailed
	}
	return nil
}

// settingRows shows each setting with its value and where that comes from.
func (f *front) settingRows() string {
	var b strings.Builder
	for _, d := range settings.All {
		v := f.cfg.Settings.Get(d.Name)
		text := v.Text
		if d.Name == "lines" && text == "0" {
			text = "all"
		}
		fmt.Fprintf(&b, "%-18s  %-10s  %s\n", d.Name, text, v.From)
	}
	fmt.Fprintf(&b, "%-18s  %d\n%-18s  %s", "terminal's width", f.terminalWidth(), "settings file", f.settingsFile())
	return b.String()
}

// settingsFile is where %config save writes, or why it can't.
func (f *front) settingsFile() string {
	if f.cfg.SettingsFile == "" {
		return "none is read here"
	}
	if _, err := os.Stat(f.cfg.SettingsFile); errors.Is(err, fs.ErrNotExist) {
		return f.cfg.SettingsFile + " (none; %config save writes it)"
	}
	return f.cfg.SettingsFile
}

// Set changes a setting of the terminal, or shows one if there is no value.
func (p atPrompt) Set(name, value string) error {
	for _, d := range settings.All {
		if d.Name == name && value == "" {
			v := p.f.cfg.Settings.Get(name)
			p.Print(fmt.Sprintf("%s = %s (%s): %s\n%s is %s", name, v.Text, v.From, d.Doc, name, d.Values))
			return nil
		}
	}
	return p.f.changeSetting(name, value, settings.AtPrompt)
}

// SaveSettings writes the settings that were changed here to their file.
func (p atPrompt) SaveSettings() error {
	file := p.f.cfg.SettingsFile
	if file == "" {
		return errors.New("no settings file is read here, so none is written: type it at a prompt, with a home folder")
	}
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if err := replaceFile(file, p.f.cfg.Settings.Rewritten(string(old))); err != nil {
		return err
	}
	p.Note("settings written to " + file)
	return nil
}

// replaceFile writes a file in one step: what is read at any time is whole.
func replaceFile(file, text string) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target // a link to where the user keeps such files stays one
	}
	fresh, err := os.CreateTemp(filepath.Dir(file), ".settings-")
	if err != nil {
		return err
	}
	defer os.Remove(fresh.Name())
	_, err = fresh.WriteString(text)
	if err = errors.Join(err, fresh.Close()); err != nil {
		return err
	}
	return os.Rename(fresh.Name(), file)
}

// changeSetting sets a setting, from the next line on.
func (f *front) changeSetting(name, value, from string) error {
	if err := f.cfg.Settings.Change(name, value, from); err != nil {
		return err
	}
	f.applySettings()
	return nil
}

// applySettings does what the settings say.
func (f *front) applySettings() {
	s := f.cfg.Settings
	f.valueLines = s.Number("lines")
	if command := strings.Fields(s.Text("editor")); len(command) > 0 {
		f.cfg.Editor = command
	}
	f.cfg.History.keepAtMost(s.Number("history"))
	f.setStyle(style{on: f.colorsOn(), palette: palettes[s.Text("theme")]})
	if e, ok := f.lines.(*Editor); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.useSettings(s)
	}
}

// colorsOn reports whether there are colours: the terminal has some, or the user insists.
func (f *front) colorsOn() bool {
	s := f.cfg.Settings
	color := s.Get("color")
	return s.Text("theme") != "none" && color.Text == "on" && (f.terminalColor || color.From != settings.ByDefault)
}

// setStyle changes the colours of all that is shown from now on.
func (f *front) setStyle(to style) {
	f.cfg.Color, f.style = to.on, to
	f.screen.mu.Lock()
	f.screen.style = to
	f.screen.mu.Unlock()
	if e, ok := f.lines.(*Editor); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.cfg.Color, e.style = to.on, to
	}
}

// valueWidth is how wide values are shown, 0 if nobody knows.
func (f *front) valueWidth() int {
	if n := f.cfg.Settings.Number("width"); n > 0 {
		return n
	}
	return f.terminalWidth()
}
