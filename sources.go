package main

import "embed"

// sources are the packages that exported programs may need.
//
//go:embed LICENSE go.mod
//go:embed shuffle/*.go shuffle/*/*.go shuffle/internal/*/*.go
//go:embed stdlib/display/*.go
//go:embed internal/display/*.go internal/display/*/*.go internal/proto/*.go
//go:embed internal/export/show/*.go internal/export/figures/*.go internal/export/seeded/*.go
var sources embed.FS
