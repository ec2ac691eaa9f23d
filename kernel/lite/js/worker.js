// The web worker that riffle runs in. It loads the program, gives it files, data and
// messages, and tells its owner, which is client.js, what comes of it.
'use strict';

(() => {
  /** @param {object} m @param {ArrayBuffer[]} [moved] */
  const post = (m, moved) => self.postMessage(m, moved ?? []);
  const reason = (e) => e?.message || String(e);

  // A message longer than this, in characters of JSON, would block the page and the session.
  const longest = 64 << 20;

  let started = false;
  /** A text of the owner's, which is gone when an interrupt is wanted. */ let sign = null;
  let over = false;
  // As many web workers as help at most: each has a program of its own, of some 150 MB.
  const most = 7;
  /** The program, compiled: helpers get it as it is. */ let program = null;
  /** What is behind it, once something asks for that or may soon: see rest below. */ let rest = null;
  /** What a helper hears lines with, and what it was told before. */ let tell = null;
  const told = [];
  /** What the program takes messages with. */ let take = null;

  /** Says once how the program ended, or why it didn't begin. */
  const end = (m) => {
    if (over) return;
    over = true;
    post(m);
  };
  const failed = (what, why) => end({ type: 'failed', what, why });

  // ---- the last words of a program

  let words = '';
  const lastWords = (text) => { if (words.length < 16 << 10) words += text; };

  const verdicts = [
    [/out of memory|cannot allocate memory/, 'out of memory', 'the session asked for more memory than a tab of the browser has'],
    [/goroutine stack exceeds|stack overflow|Maximum call stack/, 'session ended',
      'a function called itself without end and the stack overflowed; look for the recursion that never reaches its last case'],
    [/fatal error: (concurrent map [a-z ]+)/, 'session ended',
      'two goroutines used the same map at the same time ($1), which Go does not survive; guard the map with a sync.Mutex'],
    [/all goroutines are asleep/, 'session ended', 'all goroutines wait for each other (a deadlock)'],
    [/^fatal error: (sync: .*)/m, 'session ended', 'a lock was released that was not held ($1), which Go does not survive'],
    [/^fatal error: (.*)/m, 'session ended', 'the Go runtime gave up ($1)'],
    [/^panic: (.*(?:\n\t.*)*)/m, 'session ended', 'a panic in a goroutine ended the program: $1'],
  ];

  /** Why the program ended, in words for a beginner. */
  function verdict(text, otherwise) {
    for (const [pattern, name, message] of verdicts) {
      const found = pattern.exec(text);
      if (found) return { name, message: message.replace('$1', (found[1] ?? '').trim()) };
    }
    return { name: 'session ended', message: otherwise };
  }

  function died(e) {
    if (words) console.error(words);
    const text = `${words}\n${reason(e)}`;
    if (!take) return failed('riffle could not start', verdict(text, reason(e)).message);
    end({ type: 'died', why: verdict(text, e instanceof Lacking ? e.message : `the program failed (${reason(e)})`) });
  }

  // ---- what the program asks of its host

  /** @param {any} start */
  function hostOf(start) {
    const flag = start.shared ? new Int32Array(start.shared) : null;
    let ask = 0; // when to ask again
    const signalled = () => {
      if (performance.now() < ask) return false;
      const { status, body } = request(start.signal, 'text');
      // Before the service worker is there a server answers, which may be far away.
      const known = status === 200 && (body === '0' || body === '1');
      ask = performance.now() + (known ? 150 : 3_000);
      return known && body === '1';
    };
    let look = 0; // when to look at the sign again
    const revoked = () => {
      if (performance.now() < look) return false;
      look = performance.now() + 150;
      if (request(sign, 'text').status === 200) return false;
      sign = null;
      return true;
    };
    sign = start.sign && request(start.sign, 'text').status === 200 ? start.sign : null;
    return {
      start: JSON.stringify({ ...start, shared: undefined, module: undefined, rest: undefined, larger: Boolean(start.larger) }),
      /** How many web workers may help: one for each further core, where there is memory for their programs. */
      helpers() {
        if (!program || typeof Worker === 'undefined' || start.job) return 0;
        const memory = navigator.deviceMemory ?? 8; // in GB, as far as the browser tells
        return Math.max(0, Math.min((navigator.hardwareConcurrency ?? 1) - 1, most, Math.floor(memory / 2) - 1));
      },
      /** Starts a web worker for a job; heard gets its lines, and '' when it has ended. */
      helper(job, heard) {
        const worker = new Worker(start.kit + 'worker.js', { name: 'riffle, helping' });
        let open = true;
        const ended = () => { if (open) heard(''); };
        worker.onmessage = ({ data }) => {
          if (data.type === 'line' && open) heard(data.text);
          if (data.type === 'failed' || data.type === 'died') ended();
        };
        worker.onerror = (e) => { e.preventDefault(); ended(); };
        worker.onmessageerror = ended;
        worker.postMessage({ type: 'start', kit: start.kit, program: start.program, module: program, rest: rest?.module, job, history: [], replay: [] });
        return {
          tell(text) { worker.postMessage({ type: 'line', text }); },
          close() { open = false; worker.terminate(); },
        };
      },
      /** Has a helper hear what it is told. */
      lines(f) {
        tell = f;
        for (const line of told.splice(0)) f(line);
      },
      /** Gets the functions that take messages, and what cells write to os.Stdout. */
      ready(version, failedCells, f, wrote) {
        take = f;
        globalThis.riffleStreams(wrote, lastWords);
        post({ type: 'ready', version, failed: JSON.parse(failedCells), reads: sign !== null });
        rest?.prepare();
      },
      emit(channel, json, buffers) {
        const message = JSON.parse(json);
        if (message.header.msg_type.endsWith('_reply') && --asked === 0) rest?.prepare();
        message.buffers = buffers.map((b) => b.buffer);
        post({ type: 'message', channel, message }, message.buffers);
      },
      tell(json) { post(JSON.parse(json)); },
      /** Whether an interrupt was asked for since the last call. */
      stopped() {
        if (flag) return Atomics.exchange(flag, 0, 0) === 1;
        return Boolean(start.signal) && signalled() || sign !== null && revoked();
      },
      /** Why the larger program can't be had now, '' if it can. Not all servers tell without sending it. */
      larger() {
        const { status } = request(start.kit + start.larger, 'text', 'HEAD');
        if (status && (status < 400 || status === 405 || status === 501)) return '';
        return `${start.larger} can't be had now: ${status ? answers(status) : 'there is no connection'}; the next cell that needs it tries again`;
      },
      /** A file of the kit's data: its bytes, null if there is none, or a text that says what is wrong. */
      data(name) {
        const early = first.get(name);
        if (early) return early;
        const url = dataURL(start.kit, name);
        const { status, body } = request(url, 'arraybuffer');
        if (status === 200) return new Uint8Array(body);
        if (status === 404) return null;
        return status ? answers(status) : 'there is no connection';
      },
    };
  }

  /** What a status of HTTP means here. 410 is a service worker's, for a page that is older than its site. */
  const answers = (status) => status === 410 ? 'the site has a newer riffle by now; reload the page' : `the server answers ${status}`;

  const dataURL = (kit, name) => `${kit}data/${name.split('/').map(encodeURIComponent).join('/')}`;

  /** Data that the first value needs, fetched while the program is. */ const first = new Map();

  function fetchFirst(kit) {
    for (const name of ['types/riffle/shuffle.zip', 'types/fmt.zip']) {
      fetch(dataURL(kit, name)).then(async (r) => {
        if (r.ok) first.set(name, new Uint8Array(await r.arrayBuffer()));
      }).catch(() => {}); // it is asked for again
    }
  }

  /** Asks and waits for the answer; status 0 is no network. */
  function request(url, type, method = 'GET') {
    const r = new XMLHttpRequest();
    try {
      r.open(method, url, false);
      r.responseType = type;
      r.send();
      return { status: r.status, body: r.response };
    } catch {
      return { status: 0, body: null };
    }
  }

  // ---- the rest of a program

  /** A part of riffle can't be had. */
  class Lacking extends Error {}

  /** Requests that the program hasn't answered. */ let asked = 0;

  // Before the rest is fetched ahead, in ms without a request: a first value is on its way.
  const lull = 300;

  /**
   * The functions of a program that its first value doesn't need are a module of their own,
   * whose imports are the program's exports; internal/web/split says how they are joined. It
   * is fetched when the program has nothing to do, or at once when it calls one of them.
   */
  class Rest {
    /** @param {string} url @param {WebAssembly.Module} [module] of who has it already */
    constructor(url, module) {
      this.url = url;
      this.module = module ?? null;
      this.program = null; // the instance
      this.preparing = false;
      this.timer = 0;
    }

    get missing() { return this.program?.exports.here?.value === 0; }

    /** Fetches it ahead. If that fails, it is fetched when it is needed. */
    prepare() {
      clearTimeout(this.timer); // one that is due may have waited for the program
      this.timer = setTimeout(async () => {
        if (asked > 0 || this.preparing || !this.missing) return;
        this.preparing = true;
        try {
          const answer = await fetch(this.url);
          if (answer.ok) this.module ??= await compiled(answer, this.name);
          if (answer.ok && this.missing) this.join();
          this.preparing = answer.ok;
        } catch {
          this.preparing = false;
        }
      }, lull);
    }

    /** Fetches it now, for a program that waits. */
    need() {
      if (!this.module) {
        const { status, body } = request(this.url, 'arraybuffer');
        if (status !== 200) throw this.lacking(`${status ? answers(status) : 'there is no connection'}`);
        try {
          this.module = new WebAssembly.Module(body);
        } catch (e) {
          throw this.lacking(unlike(e));
        }
      }
      this.join();
    }

    /** Enters its functions into the program's table. */
    join() {
      const first = this.program.exports;
      try {
        new WebAssembly.Instance(this.module, { first });
      } catch (e) {
        this.module = null;
        throw this.lacking(e instanceof WebAssembly.LinkError ? 'the site has a newer riffle by now; reload the page' : reason(e));
      }
      first.here.value = 1;
    }

    get name() { return this.url.replace(/.*\//, ''); }

    lacking(why) { return new Lacking(`${this.name} can't be had: ${why}`); }
  }

  // ---- the start

  /** What tells a file from a later one of the same name, as far as the browser has it. */
  const mark = (r) => r.headers.get('ETag') ?? r.headers.get('Last-Modified');

  /** The mark of the program that the browser has, which may be out of date. */
  async function markAtHand(url) {
    try {
      const r = await fetch(url, { mode: 'same-origin', cache: 'only-if-cached' });
      const found = r.ok ? mark(r) : null;
      await r.body?.cancel();
      return found;
    } catch {
      return null;
    }
  }

  /**
   * Fetches the program as its scripts are, so that they are of one version. One that is at
   * hand is compiled without a detour, for which the browser may have its compiled code.
   */
  async function fetchProgram(url) {
    const name = url.replace(/.*\//, '');
    const atHand = await markAtHand(url);
    const r = await fetch(url).catch(() => { throw new Error(`${name} can't be had: there is no connection; check it and reload the page`); });
    if (!r.ok) throw new Error(`${name} can't be had: ${answers(r.status)}${r.status === 404 ? '; tell whoever runs this site that the file is missing' : ''}`);
    if (atHand !== null && atHand === mark(r)) return r;
    const total = Number(r.headers.get('X-Raw-Length') ?? (r.headers.get('Content-Encoding') ? 0 : r.headers.get('Content-Length') ?? 0));
    let loaded = 0;
    let shown = 0;
    const counted = new TransformStream({
      transform(chunk, to) {
        loaded += chunk.length;
        if (performance.now() - shown > 50) {
          shown = performance.now();
          post({ type: 'progress', loaded, total });
        }
        to.enqueue(chunk);
      },
    });
    return new Response(r.body.pipeThrough(counted), { headers: { 'Content-Type': 'application/wasm' } });
  }

  /** What an answer holds, compiled while it comes if the server says what it is. */
  async function compiled(answer, name) {
    const streams = (answer.headers.get('Content-Type') ?? '').startsWith('application/wasm');
    try {
      return await (streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer()));
    } catch (e) {
      throw new Error(`${name} can't be had: ${unlike(e)}`);
    }
  }

  /** Why what came isn't a program. A network that has not let its user in yet answers everything with a page. */
  function unlike(e) {
    console.error(e);
    return e instanceof WebAssembly.CompileError
      ? 'something else came in its place, or only a part of it; sign in, if this network asks for it, and reload the page'
      : 'the connection broke; reload the page';
  }

  /** Loads a script of the kit. */
  function load(kit, name, needed) {
    try {
      importScripts(kit + name);
    } catch (e) {
      if (needed) throw new Error(`${kit + name} can't be had: ${reason(e)}`);
    }
  }

  async function begin(start) {
    if (typeof WebAssembly !== 'object' || typeof WebAssembly.compileStreaming !== 'function') {
      return failed('riffle can\'t run here', 'this browser has no WebAssembly; a current Firefox, Chrome, Edge or Safari has it');
    }
    let go, instance;
    try {
      load(start.kit, 'files.js', true);
      globalThis.riffleStreams((_, text) => console.log(text), lastWords);
      load(start.kit, 'wasm_exec.js', true);
      load(start.kit, 'machine.js', false);
      go = new Go();
      // Go's package reflect keeps addresses of code where the collector looks for pointers, while
      // it calls a method. In WebAssembly these are small numbers, and from 256 MiB on may be
      // addresses of freed memory, for which the collector would end the program.
      go.env = { HOME: '/home', TMPDIR: '/tmp', PWD: '/home', GODEBUG: 'invalidptr=0' };
      go.argv = ['riffle'];
      globalThis.riffleMachine?.(go);
      rest = new Rest(start.kit + start.program.replace('.wasm', '-rest.wasm'), start.rest);
      go.importObject.riffle = { ...go.importObject.riffle, rest: () => rest.need() };
      globalThis.riffleHost = hostOf(start);
      if (start.job) globalThis.riffleStreams(() => {}, lastWords); // what it prints its owner prints
      else fetchFirst(start.kit);
      program = start.module ?? await compiled(await fetchProgram(start.kit + start.program), start.program);
      instance = await WebAssembly.instantiate(program, go.importObject);
      rest.program = instance;
    } catch (e) {
      return failed('riffle could not be loaded', reason(e));
    }
    let status = 0;
    go.exit = (code) => { status = code; };
    try {
      await go.run(instance);
    } catch (e) {
      return died(e);
    }
    if (words) return died(`exit status ${status}`);
    const why = `the program ended itself with exit status ${status}`;
    if (take) end({ type: 'died', why: { name: 'session ended', message: why } });
    else failed('riffle could not start', why);
  }

  // ---- messages of the owner

  /** @param {string} channel @param {any} m a Jupyter message */
  function pass(channel, m) {
    const parts = [m.header, m.parent_header ?? {}, m.metadata ?? {}, m.content ?? {}].map((part) => JSON.stringify(part));
    const length = parts.reduce((n, p) => n + p.length, 0);
    if (length > longest) return refuse(channel, m, `the message has ${length >> 20} MB, and riffle takes at most ${longest >> 20} MB here`);
    const buffers = (m.buffers ?? []).map((b) => ArrayBuffer.isView(b) ? new Uint8Array(b.buffer, b.byteOffset, b.byteLength) : new Uint8Array(b));
    if (m.header.msg_type.endsWith('_request')) asked++;
    take(channel, ...parts, buffers);
  }

  /** Answers in the program's place what it can't take. */
  function refuse(channel, m, why) {
    const type = m.header.msg_type;
    const answer = (on, msg_type, content) => post({
      type: 'message', channel: on,
      message: {
        header: { ...m.header, msg_id: m.header.msg_id + '_r' + msg_type, msg_type, username: 'riffle' },
        parent_header: m.header, metadata: {}, content, buffers: [],
      },
    });
    answer('iopub', 'status', { execution_state: 'busy' });
    if (type.endsWith('_request')) {
      answer(channel, type.replace(/_request$/, '_reply'), { status: 'error', ename: 'bad request', evalue: why, traceback: [`bad request: ${why}`] });
    }
    answer('iopub', 'status', { execution_state: 'idle' });
  }

  self.onmessage = (e) => {
    const m = e.data;
    if (m?.type === 'start' && !started) {
      started = true;
      begin(m);
    } else if (m?.type === 'sign') {
      sign = m.url;
    } else if (m?.type === 'message' && take && !over) {
      pass(m.channel, m.message);
    } else if (m?.type === 'line') {
      if (tell) tell(m.text);
      else told.push(m.text);
    }
  };
  // What the program throws outside of its first run comes here.
  self.addEventListener('error', (e) => {
    e.preventDefault();
    died(e.error ?? e.message);
  });
  self.addEventListener('unhandledrejection', (e) => {
    e.preventDefault();
    died(e.reason);
  });
})();
