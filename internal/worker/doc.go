// Package worker runs a session in a child process and survives its death.
// Start makes a Worker, whose methods are the session's own; Serve is the main
// of the child.
//
// Some things a Go process cannot survive: two goroutines writing to one map, a
// stack that overflows, memory that runs out, a call into native code that never
// returns. So the variables live in a child of the same binary, while the screen,
// the sockets and the history stay with the supervisor. When the child dies, the running
// cell gets an error that says why, and the next child starts at once.
//
// # The life of a session
//
// Worker.launch starts a child (process.go) with three pipes: its stdin carries
// frames down, its stdout frames up, its stderr the runtime's last words. Both
// sides say hello with their protocol version (hello.go). In the child, Serve
// takes the standard descriptors away from the session and puts pipes in their
// place (capture.go), opens the session and answers frames (serve.go) until its
// stdin ends, or the system does it for a supervisor that died (lifeline_linux.go).
// Worker.Run sends a cell; what the cell says comes up as frames in
// order, coalesced (outbox.go), and is delivered to the cell's Output by one
// goroutine (child.deliver), ahead of the result. A cancelled context becomes an
// interrupt frame, and a kill when the cell doesn't stop in time (interrupt.go).
// Cells that are already known can be sent before their turn (sendahead.go): the child then
// runs one after the other without further messages, unless one fails, takes long or
// wants a new process; those behind it are dropped, and sent again when they are run.
// When the pipe ends, the supervisor collects the exit status and the last words, turns
// them into an explanation (death.go), and launches the next child.
//
// There is no warm spare: a child is ready within some 15 ms of its predecessor's
// death, and a spare would cost its whole memory for the session's whole life.
//
// # Order
//
// Everything that a cell wrote before it ended reaches its Output before Run
// returns, in the order in which it was written. That holds for what escapes the
// session too (writes to os.Stdout, println in native code, processes that the
// cell started): before each of the session's own words the pipes behind
// descriptors 1 and 2 are drained, which is one system call when they are empty.
// Order is lost only between stdout and stderr if both escape, and for what the runtime
// itself prints, which comes somewhere before the result or, for a cell that was sent
// ahead, in the cell before it.
//
// A process that dies of a fatal error takes its last output with it, at most the ten
// milliseconds for which output is held back.
//
// An Output that a session keeps after its cell has ended stays usable, and still belongs
// to that cell. That of a comm message, or of the calls that it asked for, then belongs
// to the newest cell.
package worker
