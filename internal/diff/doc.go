// Package diff compares riffle with compiled Go, one small piece of Go after the
// other. It holds tests only; run all of them with
//
//	go test ./internal/diff -timeout 0 -args -long -seed N
//
// A check is a labelled piece of Go that prints something. What is compared is made
// by tables and by chance:
//
//	matrix   types of elements × containers × what the library does with them × looks afterwards
//	keep     what the library keeps, and both sides change
//	sink     values × what they are wrapped in × what prints or encodes them
//	panic    what is thrown in a callback, through each kind of call
//	api      every exported function and method of the library that a user's value can get into
//	order    operands that a call changes × where they stand
//	alias    numbers that are changed by another way than they are read × where they are read
//	index    indices that loops count × what is made of them × what they are an index of
//	held     types with methods × what holds them, and nothing else × what prints or encodes it
//	random   programs of all features of the language, with the library's
//	loop     programs that loop and compute, in functions and at the top of a session
//
// Some hundred checks make one program. The toolchain builds it, and its output,
// without the lines that differ from run to run, is what riffle's must be: as a
// program on each engine, as cells that call functions, and as cells that hold the
// statements themselves, all at once or one by one. Each runs in a process of its
// own, since a check may end it.
//
// Without -long a part of the checks is run, chosen by a seed that is the same each
// time, and each batch in three of the five modes. A difference is reported with its
// label, the piece of Go with as few statements as show it, and both outputs;
// -only LABEL and -modes MODE repeat it alone.
//
// testdata/known.txt lists the differences that are known. It may only shrink: an entry
// whose checks all give what compiled Go gives fails the test.
package diff
