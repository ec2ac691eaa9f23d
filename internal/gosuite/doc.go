// Package gosuite runs Go's own test programs through riffle. It holds tests
// only; run all of them with
//
//	go test ./internal/gosuite -full
//
// The programs are those in the test folder of the Go installation that begin
// with "// run" and need nothing that only a compiler has (see outOfReach). A
// program passes when riffle run ends it with status 0, prints what its .out file
// holds, where there is one, and says nothing of a BUG. Without -full a quarter
// of the programs is run, the same each time.
//
// testdata/known.txt lists the programs that fail, with the reason. It may only
// shrink: a listed program that passes fails the test, as does a failing program
// that isn't listed. testdata/slow.txt lists those that may take longer than a
// test wants to wait; whether they end in time depends on the machine, so that
// they fail only by a wrong answer.
package gosuite
