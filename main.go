// Riffle is a live Go environment for shuffling, lotteries, cards and random
// numbers: a prompt, a Jupyter kernel and a runner for scripts and notebooks in
// one program. The package command has its subcommands.
package main

import (
	"embed"
	"os"

	"riffle/internal/command"
)

// sources are the packages that exported programs may need.
//
//go:embed LICENSE go.mod
//go:embed shuffle/*.go shuffle/*/*.go shuffle/internal/*/*.go
//go:embed stdlib/display/*.go
//go:embed internal/display/*.go internal/display/*/*.go internal/proto/*.go
//go:embed internal/export/show/*.go internal/export/figures/*.go internal/export/seeded/*.go
var sources embed.FS

func main() { os.Exit(command.Run(os.Args[1:], sources)) }
