// What riffle's machine code (internal/engine/wasm/machine) needs of JavaScript: it makes
// instances of modules that work in the program's own memory, and calls them. A classic
// script, for importScripts, require and import alike.
//
//   const go = new Go();
//   riffleMachine(go);           // before the program is instantiated
//
// It also says to others, by riffleEnclosed(), whether compiled code is on the stack: then
// no event reaches the program, and who has an answer for it calls back at once.
"use strict";

globalThis.riffleMachine = function (program) {
  const returned = 0, unwound = 1, noRoom = 2, overflow = 3, fault = 4;
  const end = {}, paused = {}; // what the bridge throws
  const machines = [null];
  let go = null; // the program's exports
  let why = "";
  let inside = 0; // calls of compiled code
  let events = 0; // that have come since

  const text = new TextEncoder();
  const bytes = (at, size) => new Uint8Array(go.mem.buffer, at >>> 0, size >>> 0);

  const imports = {
    machine() {
      const table = new WebAssembly.Table({ initial: 64, element: "anyfunc" });
      return machines.push({ memory: go.mem, table, unwind() { throw end; }, pause() { throw paused; } }) - 1;
    },

    // A module's exports are what others may import.
    load(number, at, size, slots) {
      const env = machines[number];
      if (slots > env.table.length) {
        env.table.grow(Math.max(slots - env.table.length, env.table.length));
      }
      try {
        const module = new WebAssembly.Module(bytes(at, size));
        Object.assign(env, new WebAssembly.Instance(module, { env, go }).exports);
      } catch (e) {
        why = String(e);
        return 0;
      }
      return 1;
    },

    clear(number, slot) { machines[number].table.set(slot, null); },

    redirect(number, slot, to) {
      const table = machines[number].table;
      table.set(slot, table.get(to));
    },

    close(number) { machines[number] = null; },

    enter(number, tc, at, entry, slot, calls) {
      const env = machines[number];
      try {
        env.try(calls, 0);
      } catch {
        return noRoom;
      }
      const sp = go.getsp();
      inside++;
      try {
        env.enter(tc, at, entry, slot);
        return returned;
      } catch (e) {
        if (e === end) return unwound;
        if (e === paused || go.getsp() !== sp) throw e; // frames of Go's are gone
        why = String(e);
        return e instanceof RangeError ? overflow : fault;
      } finally {
        inside--;
      }
    },

    failure(at, size) { return text.encodeInto(why, bytes(at, size)).written; },

    // Any machine tells how much is left. One that is closed isn't kept for that.
    room(kilobytes) {
      const open = machines.find((env) => env?.try);
      if (!open) return 1;
      try {
        open.try((kilobytes + 15) >> 4, 0);
        return 1;
      } catch {
        return 0;
      }
    },
  };

  // The program returns to JavaScript where nothing is left to run. Frames that nobody needs
  // may be on the stack then; they are thrown away.
  const call = (f, ...args) => {
    try {
      f(...args);
    } catch (e) {
      if (e !== paused) throw e;
    }
  };
  // An event may come from what compiled code has called.
  const resume = () => {
    if (inside === 0) return call(go.resume);
    if (events++ === 0) go.riffle_event();
    go.resume();
    if (--events === 0) go.riffle_event_end();
  };
  const run = program.run.bind(program);
  program.run = (instance) => {
    go = instance.exports;
    const exports = { ...go, run: (...args) => call(go.run, ...args), resume };
    return run(Object.create(instance, { exports: { value: exports } }));
  };
  program.importObject.riffle = { ...program.importObject.riffle, ...imports };
  globalThis.riffleEnclosed = () => inside > 0;
};
