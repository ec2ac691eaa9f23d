package trials

import "errors"

// On has the experiments that follow played by workers: by all that run
//
//	riffle work --stream RIFFLE nats://host
//
// on any number of machines, for a NATS server with JetStream. The server is its address
// or the name of a context of the program nats, which has its credentials; the stream's
// name is RIFFLE unless another is given. On("") has experiments played here again.
//
// The totals are those of one machine, in bits. What a trial mentions goes with it:
// functions, types, constants, and variables with their present values. An experiment is
// refused if that can't go to another machine, such as a channel or a generator of its
// own, or if its trial changes a variable.
//
// It panics if the server can't be reached, and in a compiled program, where nobody has
// the text of the trials; see [Plan] and [Player].
func On(server string, stream ...string) {
	panic(errors.New("trials.On: the trials of a compiled program have no text that could go to workers: run it with riffle run --on"))
}
