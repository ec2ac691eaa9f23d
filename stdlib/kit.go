package stdlib

// The data of packages that programs for browsers fetch are files of these names: what a
// compiler needs of a package, an archive of its type data and its sources, and its
// documentation.

func packageFile(path string) string { return "types/" + path + ".zip" }

func docFile(path string) string { return "doc/" + path + ".gz" }
