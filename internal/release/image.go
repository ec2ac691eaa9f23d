package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// image is the program alone as a container's image, in a tar archive that has both
// layouts which docker load takes: OCI's, and Docker's own manifest.json.
func (k *kit) image() (product, error) {
	var layer bytes.Buffer
	t := tar.NewWriter(&layer)
	for _, h := range []tar.Header{
		{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777}, // also the home of whoever runs it
		{Typeflag: tar.TypeDir, Name: "usr/", Mode: 0o755},
		{Typeflag: tar.TypeDir, Name: "usr/bin/", Mode: 0o755},
		{Typeflag: tar.TypeReg, Name: "usr/bin/riffle", Mode: 0o755, Size: int64(len(k.binary))},
	} {
		h.ModTime, h.Format = k.time, tar.FormatUSTAR
		if err := t.WriteHeader(&h); err != nil {
			return product{}, err
		}
	}
	if _, err := t.Write(k.binary); err != nil {
		return product{}, err
	}
	if err := t.Close(); err != nil {
		return product{}, err
	}
	data, err := k.pack(layer.Bytes())
	return product{fmt.Sprintf("riffle-%s-%s-image.tar", k.version, k.arch), data}, err
}

// object is a piece of JSON.
type object map[string]any

// pack makes an image of one layer.
func (k *kit) pack(layer []byte) ([]byte, error) {
	compressed, err := gzipped(layer)
	if err != nil {
		return nil, err
	}
	tag := "riffle:" + k.imageTag()
	config := encoded(object{
		"created": k.time.Format(time.RFC3339), "architecture": k.arch, "os": k.system,
		"config": object{
			"Entrypoint": []string{"/usr/bin/riffle"}, "WorkingDir": "/tmp", "User": "65532:65532",
			"Env": []string{"PATH=/usr/bin", "HOME=/tmp", "TERM=xterm-256color"},
			"Labels": object{"org.opencontainers.image.title": "riffle", "org.opencontainers.image.version": k.version,
				"org.opencontainers.image.description": summary, "org.opencontainers.image.licenses": licence},
		},
		"rootfs":  object{"type": "layers", "diff_ids": []string{digest(layer)}},
		"history": []object{{"created": k.time.Format(time.RFC3339), "created_by": "riffle's release"}},
	})
	const oci = "application/vnd.oci.image."
	manifest := encoded(object{
		"schemaVersion": 2, "mediaType": oci + "manifest.v1+json",
		"config": descriptor(oci+"config.v1+json", config),
		"layers": []object{descriptor(oci+"layer.v1.tar+gzip", compressed)},
	})
	entry := descriptor(oci+"manifest.v1+json", manifest)
	entry["annotations"] = object{"org.opencontainers.image.ref.name": k.imageTag()}
	entry["platform"] = object{"architecture": k.arch, "os": k.system}
	var out bytes.Buffer
	err = writeTree(&out, []file{
		blob(config), blob(compressed), blob(manifest),
		{name: "index.json", data: encoded(object{"schemaVersion": 2, "mediaType": oci + "index.v1+json", "manifests": []object{entry}})},
		{name: "manifest.json", data: encoded([]object{{"Config": blob(config).name, "RepoTags": []string{tag}, "Layers": []string{blob(compressed).name}}})},
		{name: "oci-layout", data: encoded(object{"imageLayoutVersion": "1.0.0"})},
	}, k.time)
	return out.Bytes(), err
}

// imageTag is the version as a tag can be.
func (k *kit) imageTag() string { return strings.ReplaceAll(k.version, "+", "-") }

func encoded(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // of strings, numbers, lists and maps of them
	}
	return data
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

// blob is data as a file by its digest.
func blob(data []byte) file {
	return file{name: fmt.Sprintf("blobs/sha256/%x", sha256.Sum256(data)), data: data}
}

func descriptor(mediaType string, data []byte) object {
	return object{"mediaType": mediaType, "digest": digest(data), "size": len(data)}
}
