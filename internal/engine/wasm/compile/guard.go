package compile

// Deferred calls and recover are natives of the run-time: rt.Guard and its kin. What
// compiles them by other means than the generic call belongs here.
