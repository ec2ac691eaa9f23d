// A machine that is closed isn't kept, and others tell how much room is left:
// node --expose-gc closed.js
"use strict";

require("../../../../../kernel/lite/js/machine.js");

// The module's function "try" does nothing, so there is always room.
const bytes = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 6, 1, 0x60, 2, 0x7f, 0x7f, 0],
  ...[3, 2, 1, 0],
  ...[7, 7, 1, 3, 0x74, 0x72, 0x79, 0, 0],
  ...[10, 4, 1, 2, 0, 0x0b],
]);

const kept = [];
const Instance = WebAssembly.Instance;
WebAssembly.Instance = function (...args) {
  const instance = new Instance(...args);
  kept.push(new WeakRef(instance.exports.try));
  return instance;
};

const program = { importObject: {}, run() {} };
riffleMachine(program);
const mem = new WebAssembly.Memory({ initial: 1 });
new Uint8Array(mem.buffer).set(bytes, 8);
program.run({ exports: { mem, getsp: () => 0 } });
const { machine, load, close, room } = program.importObject.riffle;

function want(what, got, want) {
  if (got === want) return;
  console.error(`${what}: ${got}, want ${want}`);
  process.exitCode = 1;
}

function open() {
  const number = machine();
  want("a module is loaded", load(number, 8, bytes.length, 0), 1);
  return number;
}

const [first, second] = [open(), open()];
want("room beside two machines", room(16), 1);
close(second);
setTimeout(() => {
  gc();
  want("machines that are kept", kept.filter((f) => f.deref()).length, 1);
  want("room beside one", room(16), 1);
  close(first);
  setTimeout(() => {
    gc();
    want("machines that are kept in the end", kept.filter((f) => f.deref()).length, 0);
    want("room beside none", room(16), 1);
  });
});
