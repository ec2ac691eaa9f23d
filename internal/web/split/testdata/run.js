// Runs a program in two parts: node run.js GOROOT FIRST REST
"use strict";

const fs = require("fs");
const [goroot, first, rest] = process.argv.slice(2);
globalThis.fs = fs;
require(goroot + "/lib/wasm/wasm_exec.js");

const go = new Go();
go.exit = process.exit;
let program;
go.importObject.riffle = {
  rest() {
    fs.writeSync(1, "rest\n");
    new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(rest)), { first: program.exports });
  },
};
WebAssembly.instantiate(fs.readFileSync(first), go.importObject)
  .then(({ instance }) => go.run((program = instance)))
  .catch((e) => { console.log(String(e)); process.exit(1); });
