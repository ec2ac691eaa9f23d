package core

import "riffle/internal/library"

// LibraryEffects are the effects of a function or variable of a native package, or of a
// method, Type.Name: Blocks, Waits, Asks and Reads. Here Blocks means that it may wait for
// something outside the session, or compute for long.
func LibraryEffects(path, member string) Effects {
	known := library.Of(path, member)
	var e Effects
	for _, pair := range [...]struct {
		fact   library.Facts
		effect Effects
	}{{library.Blocks, Blocks}, {library.Waits, Waits}, {library.Asks, Asks}, {library.Reads, Reads}} {
		if known.Has(pair.fact) {
			e |= pair.effect
		}
	}
	return e
}

// EffectsOf are the effects of a native, of the run-time or of a native package.
func EffectsOf(path, name string) Effects {
	if path != RuntimePath {
		return LibraryEffects(path, name)
	}
	if n := RuntimeNative(name); n != nil {
		return n.Effects
	}
	return 0
}
