package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// licenceMarks are texts by which a licence is told, the more special ones first.
var licenceMarks = []struct{ text, id string }{
	{"Apache License", "Apache-2.0"},
	{"SIL OPEN FONT LICENSE", "OFL-1.1"},
	{"Mozilla Public License Version 2.0", "MPL-2.0"},
	{"Creative Commons Attribution 4.0", "CC-BY-4.0"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Neither the name", "BSD-3-Clause"},
	{"contributors may be used to endorse", "BSD-3-Clause"},
	{"The FreeType Project LICENSE", "FTL"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
}

// licenceIDs are the SPDX identifiers of licences, each once.
func licenceIDs(texts [][]byte) (ids []string) {
	for _, text := range texts {
		plain := strings.Join(strings.Fields(string(text)), " ")
		for _, m := range licenceMarks {
			if strings.Contains(plain, m.text) {
				if !slices.Contains(ids, m.id) {
					ids = append(ids, m.id)
				}
				break
			}
		}
	}
	return ids
}

// materials are what the program is made of, as CycloneDX lists it: Go and the modules that
// are linked for any of the targets, with their licences.
func materials(version string, built time.Time, goVersion string, modules []module) (product, error) {
	components := []object{component("application", "Go", strings.TrimPrefix(goVersion, "go"), "pkg:golang/std@"+strings.TrimPrefix(goVersion, "go"), []string{"BSD-3-Clause"})}
	for _, m := range modules {
		texts, err := licences(os.DirFS(m.Dir))
		if err != nil {
			return product{}, fmt.Errorf("licence of %s: %w", m.Path, err)
		}
		ids := licenceIDs(texts)
		if len(ids) == 0 {
			return product{}, fmt.Errorf("%s is under no licence that is known; enter its mark in licenceMarks", m.Path)
		}
		components = append(components, component("library", m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version, ids))
	}
	data, err := json.MarshalIndent(object{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": object{
			"timestamp": built.Format(time.RFC3339),
			"component": component("application", "riffle", version, "pkg:generic/riffle@"+version, []string{licence}),
		},
		"components": components,
	}, "", "  ")
	return product{"riffle-" + version + ".cdx.json", append(data, '\n')}, err
}

func component(kind, name, version, purl string, ids []string) object {
	var list []object
	for _, id := range ids {
		list = append(list, object{"license": object{"id": id}})
	}
	return object{"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl, "licenses": list}
}
