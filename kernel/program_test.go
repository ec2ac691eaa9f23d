package kernel_test

// With riffle among what the tests depend on, they run again when it has changed.
import _ "riffle/internal/command"
