package cell

// mostNested is how deep a cell may be nested. With 2,000 the parser fills a stack of
// 450 kB, somewhat less than a web worker's.
const mostNested = 500
