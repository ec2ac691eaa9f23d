package cell

// mostNested is how deep a cell may be nested. At 2,000 the parser uses 450 kB of stack,
// somewhat less than a web worker has.
const mostNested = 500
