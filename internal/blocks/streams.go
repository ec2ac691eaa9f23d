package blocks

import "os"

// Quiet gives the program of this process no streams of ours: it reads nothing, and
// what it prints is dropped, as the process that asked for the experiment prints it.
func Quiet() (in, out *os.File, err error) {
	if in, err = polled(os.Stdin); err != nil {
		return nil, nil, err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0) // where standard input was
	if err != nil {
		return nil, nil, err
	}
	out = os.Stdout
	os.Stdin, os.Stdout = null, null
	return in, out, nil
}
