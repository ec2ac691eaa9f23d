package check_test

import (
	"testing"

	"riffle/shuffle/check"
)

func TestBegun(t *testing.T) {
	check.Begun(true).Must()
	defer func() {
		if err, _ := recover().(error); err == nil || err.Error() != "wrong: not solved yet: write your own code here" {
			t.Errorf("panic %v", err)
		}
	}()
	check.Begun(false).Must()
}
