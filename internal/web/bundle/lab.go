package bundle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// extension is the name of our extension of JupyterLite.
const extension = "riffle-jupyterlite"

// Lab makes lab/: JupyterLite's app with our extension and that for controls. It has no
// notebooks: each site adds its own.
func (b *Builder) Lab(ctx context.Context) error {
	dir := filepath.Join(b.Dir, "lab")
	if err := remakeFolder(dir); err != nil {
		return err
	}
	wheels, err := b.wheels(ctx)
	if err != nil {
		return err
	}
	if err := app(dir, wheels); err != nil {
		return fmt.Errorf("JupyterLite's app: %w", err)
	}
	extensions := filepath.Join(dir, "extensions")
	if err := controls(extensions, wheels); err != nil {
		return fmt.Errorf("the extension for controls: %w", err)
	}
	if err := b.Extension(ctx, filepath.Join(extensions, extension)); err != nil {
		return err
	}
	if err := languages(dir); err != nil {
		return err
	}
	return configure(dir)
}

// languages says that JupyterLite's words are English, for which it asks.
func languages(dir string) error {
	all := map[string]any{"en": map[string]string{"displayName": "English", "nativeName": "English"}}
	for name, data := range map[string]map[string]any{"en": {}, "all": all} {
		to := filepath.Join(dir, "api", "translations", name+".json")
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := writeJSON(to, map[string]any{"data": data, "message": ""}); err != nil {
			return err
		}
	}
	return nil
}

// Extension makes our prebuilt extension, without a kit of its own.
func (b *Builder) Extension(ctx context.Context, dir string) error {
	from := "kernel/lite/labextension"
	if err := b.runNode(ctx, dir, from+"/build.mjs"); err != nil {
		return err
	}
	return copyFile(filepath.Join(dir, "package.json"), filepath.Join(b.Root, filepath.FromSlash(from), "package.json"))
}

// app extracts JupyterLite's app without what only its developers need.
func app(dir, wheels string) error {
	wheel, err := openWheel(wheels, "jupyterlite_core")
	if err != nil {
		return err
	}
	defer wheel.Close()
	for _, f := range wheel.File {
		if path.Ext(f.Name) != ".tgz" {
			continue
		}
		archive, err := f.Open()
		if err != nil {
			return err
		}
		defer archive.Close()
		return untar(dir, archive, func(name string) bool {
			return path.Ext(name) != ".map" && !strings.HasPrefix(path.Base(name), "rspack.") && name != "service-worker.js"
		})
	}
	return errors.New("the wheel has no archive")
}

func controls(extensions, wheels string) error {
	wheel, err := openWheel(wheels, "jupyterlab_widgets")
	if err != nil {
		return err
	}
	defer wheel.Close()
	return extractWheel(extensions, &wheel.Reader, "share/jupyter/labextensions")
}

// federated describes an extension to JupyterLite.
type federated map[string]any

// setting is the schema of an extension's settings.
type setting struct {
	ID       string          `json:"id"`
	Raw      string          `json:"raw"`
	Schema   json.RawMessage `json:"schema"`
	Settings struct{}        `json:"settings"`
	Version  string          `json:"version"`
}

// configure enters the extensions in JupyterLite's configuration, and our kernel.
func configure(dir string) error {
	var entries []federated
	settings := []setting{}
	for _, pattern := range []string{"*/package.json", "@*/*/package.json"} {
		found, err := filepath.Glob(filepath.Join(dir, "extensions", pattern))
		if err != nil {
			return err
		}
		for _, name := range found {
			entry, more, err := describeExtension(name)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			entries = append(entries, entry)
			settings = append(settings, more...)
		}
	}
	if err := writeJSON(filepath.Join(dir, "build", "schemas", "all_federated.json"), settings); err != nil {
		return err
	}
	return change(filepath.Join(dir, "jupyter-lite.json"), entries)
}

// describeExtension reads an extension's package.json and the schemas beside it.
func describeExtension(name string) (federated, []setting, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	var p struct {
		Name, Version string
		Lab           struct {
			Build federated `json:"_build"`
		} `json:"jupyterlab"`
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, nil, err
	}
	entry := federated{"name": p.Name}
	maps.Copy(entry, p.Lab.Build)
	schemas, err := filepath.Glob(filepath.Join(filepath.Dir(name), "schemas", filepath.FromSlash(p.Name), "*.json"))
	if err != nil {
		return nil, nil, err
	}
	var settings []setting
	for _, file := range schemas {
		schema, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		id := p.Name + ":" + strings.TrimSuffix(filepath.Base(file), ".json")
		settings = append(settings, setting{ID: id, Raw: "{}", Schema: schema, Version: p.Version})
	}
	return entry, settings, nil
}

// ours is our configuration of JupyterLite. Its own service worker would unregister that
// of the site; it serves kernels that see the notebooks' files, which ours doesn't.
var ours = map[string]any{
	"appName":             "riffle",
	"contentsAllJsonFile": "all.json",
	"defaultKernelName":   "riffle",
	"disabledExtensions":  []string{"@jupyterlite/application-extension:service-worker-manager"},
	"litePluginSettings": map[string]any{
		extension + ":kernel": map[string]string{
			"kitUrl":           "./../kit/",
			"signalUrl":        "./../signal",
			"serviceWorkerUrl": "./../sw.js",
		},
	},
	"settingsOverrides": map[string]any{
		"@jupyterlab/apputils-extension:notification": map[string]any{"fetchNews": "false", "checkForUpdates": false},
	},
}

// change changes the configuration of all of JupyterLite's apps.
func change(name string, entries []federated) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		return err
	}
	data, ok := whole["jupyter-config-data"].(map[string]any)
	if !ok {
		return errors.New("no jupyter-config-data in " + name)
	}
	maps.Copy(data, ours)
	slices.SortFunc(entries, func(a, b federated) int { return strings.Compare(a["name"].(string), b["name"].(string)) })
	data["federated_extensions"] = entries
	return writeJSON(name, whole)
}

func writeJSON(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}
