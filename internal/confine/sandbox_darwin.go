package confine

import (
	"fmt"
	"os"
	"strings"
)

// sandbox runs a program under a profile.
const sandbox = "/usr/bin/sandbox-exec"

// wrapper is the command that runs the program, empty if it doesn't exist.
func wrapper(dir, self string) []string {
	if _, err := os.Stat(sandbox); err != nil {
		return nil
	}
	return []string{sandbox, "-p", profile(dir, self)}
}

// profile allows what a Go program needs of the system, itself and the folder.
// The last rule that fits counts.
func profile(dir, self string) string {
	return fmt.Sprintf(`(version 1)
(allow default)
(deny network*)
(deny signal (target others))
(deny process-fork)
(deny file-write*)
(deny file-read* (subpath "/Users") (subpath "/Volumes") (subpath "/private/var/folders") (subpath "/private/tmp") (subpath "/private/etc"))
(allow file-read-metadata)
(allow file-read* (literal %[2]s))
(allow file-read* file-write* (subpath %[1]s))
(allow file-write* (literal "/dev/null"))
`, quoted(dir), quoted(self))
}

// quoted is a string of a profile.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// restrict has nothing to do: the profile does it.
func restrict(string) {}
