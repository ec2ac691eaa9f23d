package pytest

import (
	"os/exec"
	"testing"
)

func TestPython(t *testing.T) {
	out, err := exec.Command(Python(t), "-c", "import jupyter_client, jupyter_kernel_test, nbclient, nbformat, zmq").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
