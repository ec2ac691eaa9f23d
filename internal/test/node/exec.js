// Runs a Go program for the browser in Node, with what riffle's need beside what
// GOROOT/lib/wasm/wasm_exec_node.js gives:
//
//   GOOS=js GOARCH=wasm go test -exec="node $PWD/internal/test/node/exec.js" ./internal/…
"use strict";

const { execFileSync } = require("child_process");
const path = require("path");

globalThis.require = require;
globalThis.fs = require("fs");
globalThis.path = path;
globalThis.crypto ??= require("crypto");

const root = process.env.GOROOT || execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
require(path.join(root, "lib", "wasm", "wasm_exec.js"));
require("../../../kernel/lite/js/machine.js");

// A file system calls back as kernel/lite/js/files.js does: soon, or at once where no event
// arrives.
for (const name of ["write", "read", "open", "close", "fstat", "stat", "lstat", "mkdir", "readdir", "unlink", "rename", "rmdir", "ftruncate", "fsync"]) {
  fs[name] = (...args) => {
    const back = args.pop();
    const answer = () => {
      let error = null, result;
      try {
        result = fs[name + "Sync"](...args);
      } catch (e) {
        error = e;
      }
      back(error, result);
    };
    if (riffleEnclosed()) answer();
    else queueMicrotask(answer);
  };
}

const go = new Go();
go.argv = process.argv.slice(2);
go.env = Object.assign({ TMPDIR: require("os").tmpdir(), GODEBUG: "invalidptr=0" }, process.env); // as in worker.js
go.exit = process.exit;
riffleMachine(go);
WebAssembly.instantiate(fs.readFileSync(process.argv[2]), go.importObject).then(({ instance }) => {
  process.on("exit", (code) => { // nothing is left that could wake the program
    if (code === 0 && !go.exited) {
      go._pendingEvent = { id: 0 };
      go._resume();
    }
  });
  return go.run(instance);
}).catch((err) => {
  console.error(err);
  process.exit(1);
});
