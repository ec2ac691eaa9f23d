// An assembly file, though empty, lets the compiler take functions without a body.
