// Client of riffle in a web worker: the owner's side.
//
// A RiffleKernel starts the worker, hands it Jupyter messages and passes on what comes
// back. It outlives its worker: a program that dies is started anew, and every request
// is answered, by the program or in its place.

/**
 * A message of the Jupyter protocol.
 * @typedef {object} Message
 * @property {{msg_id: string, msg_type: string, session: string, username: string, date: string, version: string, subshell_id?: string}} header
 * @property {object} parent_header
 * @property {object} metadata
 * @property {Record<string, any>} content
 * @property {(ArrayBuffer | ArrayBufferView)[]} [buffers]
 */

/** @typedef {'shell' | 'control' | 'stdin' | 'iopub'} Channel */

/**
 * An input that was typed: in which session, the number of its cell, its text.
 * @typedef {{session: number, line: number, input: string}} Entry
 */

/**
 * What keeps the inputs of all sessions. IndexedDBHistory is one.
 * @typedef {object} History
 * @property {() => Promise<Entry[]>} load all inputs, by session and line
 * @property {(line: number, input: string) => Promise<number>} keep keeps an input of this session and says which number that has
 * @property {() => void} renew begins a new session with the next input
 */

/**
 * @typedef {object} Options
 * @property {string} kit the URL of the folder kit/
 * @property {History} [storage] keeps inputs; without it they are forgotten with the kernel
 * @property {string} [program] 'riffle.wasm'
 * @property {string} [larger] the program with all packages, 'riffle-all.wasm'; '' if there is none
 * @property {string} [signal] a URL of a service worker: POST asks for an interrupt, GET answers 1 once
 * @property {string} [session] the kernel's session in the headers of its messages
 * @property {(channel: Channel, message: Message) => void} [onMessage] gets all messages of the kernel
 * @property {(text: string, about: '' | 'larger') => void} [onNotice] gets sentences for people: what is lost, what
 *   couldn't be had; one about the larger program takes the place of the one before, and '' takes it away
 * @property {(loaded: number, total: number) => void} [onProgress] bytes of the program; total is 0 if unknown
 * @property {(state: State) => void} [onState]
 * @property {(url: string) => Worker} [spawn] makes the worker, for tests
 */

/** @typedef {'new' | 'starting' | 'ready' | 'failed' | 'disposed'} State */

/**
 * What to do with what a request brings.
 * @typedef {object} Handlers
 * @property {(message: Message) => void} [onIOPub] output, statuses
 * @property {(message: Message) => void} [onInput] an input_request; answer it with answer()
 * @property {object} [metadata]
 * @property {(ArrayBuffer | ArrayBufferView)[]} [buffers]
 */

/** How long a cell has to stop, in milliseconds, before its session is ended. */
const patience = 10_000;
/** The same where a cell that computes can't be told to stop. */
const noPatience = 1_000;

const again = 'so run the cells again that define them';

export class RiffleKernel {
  /** @type {Options} */ #options;
  /** @type {State} */ #state = 'new';
  /** @type {Worker | null} */ #worker = null;
  /** @type {Int32Array | null} */ #flag = null;
  /** The URL of a text that is there until an interrupt is wanted. */ #sign = '';
  /** Whether the worker reads it. */ #reads = false;
  /** @type {Promise<{version: string}> | null} */ #started = null;
  #settle = { resolve: (/** @type {any} */ _) => {}, reject: (/** @type {any} */ _) => {} };
  #launches = 0; // to tell the workers' messages apart
  #session;
  #sent = 0; // messages made here, for their ids

  /** Requests that aren't answered yet, by id, in their order. @type {Map<string, Pending>} */
  #pending = new Map();
  /** Parents whose status is busy. @type {Set<string>} */ #busy = new Set();
  /** Open comms. @type {Set<string>} */ #comms = new Set();
  /** The number of the debugger's last message, 0 where none is attached. */ #debugging = 0;
  /** Inputs of this session, as the history has them. @type {Entry[]} */ #typed = [];
  /** Cells that ran well. @type {{n: number, code: string}[]} */ #ran = [];
  #count = 0; // the last cell's number
  #lost = 0; // sessions that were lost
  #program;
  /** Why the larger program can't be had, '' if it can. */ #noLarger = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #impatient;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.#program = options.program ?? 'riffle.wasm';
    this.#session = options.session ?? crypto.randomUUID?.() ?? `riffle-${Math.random().toString(36).slice(2)}`;
    if (options.larger === '') this.#noLarger = 'this site has no larger riffle';
  }

  /** @returns {State} */
  get state() { return this.#state; }

  /** Whether a cell runs or waits. */
  get busy() { return this.#running() !== undefined || this.#busy.size > 0; }

  /** The session in the headers of the kernel's messages. */
  get session() { return this.#session; }

  /**
   * Starts the program. Requests may be sent at once: they wait.
   * @returns {Promise<{version: string}>} rejected with an Error whose message is for people
   */
  start() {
    if (this.#state === 'disposed') return Promise.reject(new Error('this kernel was ended'));
    return this.#started ?? this.#launch();
  }

  /**
   * Sends a request and resolves with its reply, when all of its output has come. The
   * reply may say status 'error' or 'aborted'; the promise is rejected only for what
   * isn't a request.
   * @param {'shell' | 'control'} channel
   * @param {string} type such as 'execute_request'
   * @param {object} content
   * @param {Handlers} [handlers]
   * @returns {Promise<Message>}
   */
  request(channel, type, content, handlers = {}) {
    const message = this.#make(type, {}, content);
    message.metadata = handlers.metadata ?? {};
    message.buffers = handlers.buffers ?? [];
    return new Promise((resolve, reject) => {
      try {
        this.#send(channel, message, { handlers, resolve });
      } catch (e) {
        reject(e);
      }
    });
  }

  /**
   * Runs a cell: request() with an execute_request.
   * @param {string} code
   * @param {Handlers & {silent?: boolean, store?: boolean}} [handlers]
   */
  execute(code, handlers = {}) {
    const content = {
      code, silent: !!handlers.silent, store_history: handlers.store ?? !handlers.silent,
      user_expressions: {}, allow_stdin: !!handlers.onInput, stop_on_error: true,
    };
    return this.request('shell', 'execute_request', content, handlers);
  }

  /**
   * Answers an input_request.
   * @param {Message} question
   * @param {string} value
   */
  answer(question, value) {
    this.send('stdin', this.#make('input_reply', question.header, { status: 'ok', value }));
  }

  /**
   * Sends a whole message of a front end's own as it is. What it brings goes to
   * onMessage. Comm messages have no reply.
   * @param {'shell' | 'control' | 'stdin'} channel
   * @param {Message} message
   */
  send(channel, message) { this.#send(channel, message, {}); }

  /**
   * Interrupts the cells that run or wait; the variables are kept. Where a cell doesn't
   * hear it, its session is ended after a while, which its error says.
   */
  async interrupt() {
    if (this.#state === 'starting' && !this.#ran.length) {
      this.#answerAll({ name: 'interrupted', message: 'the session was still starting' });
      return;
    }
    if (!this.busy && this.#state !== 'starting') return;
    const worker = this.#worker;
    const meant = this.#running(); // or the calls of a widget
    let heard = true;
    if (this.#flag) {
      Atomics.store(this.#flag, 0, 1);
    } else if (!(await this.#raise())) {
      heard = this.#revoke();
      worker?.postMessage({ type: 'message', channel: 'control', message: this.#make('interrupt_request', {}, {}) });
    }
    if (worker !== this.#worker || this.#impatient) return;
    this.#impatient = setTimeout(() => {
      this.#impatient = undefined;
      if (worker !== this.#worker || !this.busy || this.#running() !== meant) return;
      this.#died({
        name: 'interrupted',
        message: heard
          ? `the cell did not stop within ${patience / 1000} seconds, so the session was ended`
          : 'a cell that computes can\'t be interrupted in this browser, so the session was ended',
      });
    }, heard ? patience : noPatience);
  }

  /**
   * Starts a new session, whose cells count from 1. The history stays.
   * @returns {Promise<{version: string}>}
   */
  restart() {
    if (this.#state === 'disposed') return this.start();
    this.#stop();
    this.#settle.reject(new Error('the session was restarted'));
    this.#answerAll({ name: 'restarted', message: 'the session was restarted' });
    this.#forget();
    this.#program = this.#options.program ?? 'riffle.wasm';
    return this.#launch();
  }

  /** Ends the kernel for good. */
  dispose() {
    this.#stop();
    this.#settle.reject(new Error('the session was closed'));
    this.#answerAll({ name: 'closed', message: 'the session was closed' });
    this.#become('disposed');
  }

  // ---- the worker's life

  /** @param {State} state */
  #become(state) {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  /** @param {string} text @param {'' | 'larger'} [about] */
  #notice(text, about = '') { this.#options.onNotice?.(text, about); }

  #stop() {
    this.#launches++;
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#impatient);
    this.#impatient = undefined;
  }

  /** Forgets what a session leaves behind. */
  #forget() {
    this.#typed = [];
    this.#stored = 0;
    this.#ran = [];
    this.#count = 0;
    this.#lost = 0;
    this.#comms.clear();
    this.#debugging = 0;
    this.#options.storage?.renew();
  }

  /**
   * @param {{n: number, code: string}[]} [replay] cells to run before all else
   * @returns {Promise<{version: string}>}
   */
  #launch(replay = []) {
    const launch = ++this.#launches;
    this.#become('starting');
    this.#started = new Promise((resolve, reject) => { this.#settle = { resolve, reject }; });
    this.#started.catch(() => {}); // who asked is told
    this.#begin(launch, replay).catch((e) => {
      if (launch === this.#launches) this.#failed({ what: 'riffle could not start', why: reason(e) });
    });
    return this.#started;
  }

  /**
   * @param {number} launch
   * @param {{n: number, code: string}[]} replay
   */
  async #begin(launch, replay) {
    if (typeof Worker === 'undefined' && !this.#options.spawn) throw new Error('this browser has no web workers; a current Firefox, Chrome, Edge or Safari has them');
    const history = await this.#load();
    if (launch !== this.#launches) return;
    const kit = new URL(this.#options.kit.replace(/\/*$/, '/'), globalThis.location?.href).href;
    const script = kit + 'worker.js';
    const worker = this.#options.spawn?.(script) ?? new Worker(script, { name: 'riffle' });
    this.#worker = worker;
    worker.onmessage = (e) => { if (launch === this.#launches) this.#heard(e.data); };
    worker.onerror = (e) => {
      e.preventDefault?.();
      if (launch !== this.#launches) return;
      const why = e.message ?? '';
      if (this.#state === 'ready') this.#died({ name: 'session ended', message: sentence(why) });
      else this.#failed({ what: 'riffle could not start', why: why || `${script} could not be loaded; check the connection and reload the page` });
    };
    const shared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined' ? new SharedArrayBuffer(64) : null;
    this.#flag = shared && new Int32Array(shared);
    URL.revokeObjectURL(this.#sign);
    this.#reads = false;
    worker.postMessage({
      type: 'start', kit, program: this.#program, shared, sign: shared ? null : this.#leave(),
      signal: shared ? null : this.#options.signal ? new URL(this.#options.signal, globalThis.location?.href).href : null,
      history: [...history.list, ...this.#typed], session: history.session,
      kernel: this.#session, count: this.#count, restarts: this.#lost, replay,
      larger: this.#program === this.#larger ? '' : this.#larger, noLarger: this.#noLarger,
    });
    if (this.#larger) this.#noLarger = ''; // the program tells of it once, and tries again
  }

  get #larger() { return this.#options.larger ?? 'riffle-all.wasm'; }

  /** What other sessions typed, and the number of this one. */
  async #load() {
    /** @type {Entry[]} */ let list = [];
    if (this.#options.storage) {
      try {
        list = await this.#options.storage.load();
      } catch (e) {
        this.#notice(`the history of earlier sessions can't be read and isn't kept: ${reason(e)}`);
      }
    }
    if (!this.#typed.length) return { list, session: list.reduce((n, e) => Math.max(n, e.session), 0) + 1 };
    if (this.#stored) {
      for (const e of this.#typed) e.session = this.#stored;
      list = list.filter((e) => e.session !== this.#stored);
    }
    return { list, session: this.#typed[0].session };
  }

  /** @param {any} m what the worker says */
  #heard(m) {
    switch (m.type) {
      case 'progress':
        return this.#options.onProgress?.(m.loaded, m.total);
      case 'ready':
        this.#reads = m.reads;
        return this.#ready(m);
      case 'failed':
        return this.#failed(m);
      case 'message':
        return this.#deliver(m.channel, m.message);
      case 'keep':
        return this.#keep(m.entry);
      case 'note':
        return console.warn(m.text);
      case 'ran':
        if (m.reset) this.#ran = [];
        if (m.code) this.#ran.push({ n: m.n, code: m.code });
        return;
      case 'larger':
        return this.#enlarge(m.package);
      case 'renew':
        return this.#renew();
      case 'died':
        return this.#died(m.why);
    }
  }

  /** @param {{version: string, failed?: {n: number, why: string}[]}} m */
  #ready(m) {
    this.#become('ready');
    for (const f of m.failed ?? []) this.#notice(`cell ${f.n} could not run again: ${f.why}`);
    if (this.#asked) {
      this.#notice(`${this.#asked} comes with the larger riffle${ranAgain(this.#ran)}`, 'larger');
      this.#asked = '';
    }
    const failed = new Set((m.failed ?? []).map((f) => f.n));
    this.#ran = this.#ran.filter((c) => !failed.has(c.n));
    this.#settle.resolve({ version: m.version });
    for (const p of this.#pending.values()) this.#post(p.channel, p.message);
  }

  /** @param {{what: string, why: string}} m */
  #failed(m) {
    this.#stop();
    if (this.#asked) { // the larger program: the smaller one goes on
      this.#noLarger = m.why;
      this.#notice('', 'larger');
      this.#asked = '';
      this.#program = this.#options.program ?? 'riffle.wasm';
      this.#launch(this.#ran);
      return;
    }
    const text = `${m.what}: ${m.why}`;
    this.#become('failed');
    this.#started = null; // start() tries again
    this.#settle.reject(new Error(text));
    this.#notice(text);
    this.#answerAll({ name: 'no session', message: text });
  }

  /** @param {{name: string, message: string}} why */
  #died(why) {
    if (this.#state !== 'ready') return this.#failed({ what: 'riffle could not start', why: why.message });
    this.#stop();
    const message = `${why.message}; the session's variables are lost`;
    this.#notice(message);
    this.#answerAll({ name: why.name, message: `${message}, ${again}` });
    this.#closeAll();
    this.#ran = [];
    this.#lost++;
    this.#launch();
  }

  /** Starts a new session because a cell asked for it. What waits runs there. */
  #renew() {
    this.#stop();
    this.#closeAll();
    this.#ran = [];
    this.#lost++;
    this.#repeat();
    this.#launch();
  }

  /** What the larger program is started for. */ #asked = '';

  /** @param {string} what a package that the larger program has */
  #enlarge(what) {
    this.#stop();
    this.#closeAll();
    this.#asked = `package ${what}`;
    this.#program = this.#larger;
    this.#notice(`package ${what} comes with the larger riffle, which is fetched now`, 'larger');
    this.#repeat();
    this.#launch(this.#ran);
  }

  /** Has all that isn't answered be sent again. */
  #repeat() {
    this.#busy.clear();
    for (const p of this.#pending.values()) {
      p.repeated = p.began;
      const newest = this.#typed.at(-1);
      if (newest && newest.line === p.line && newest.input === p.message.content.code) { // it gets its number again
        this.#typed.pop();
        this.#count = newest.line - 1;
      }
    }
  }

  /** Says what is gone with the session besides the variables. */
  #closeAll() {
    for (const id of this.#comms) this.#publish('comm_close', {}, { comm_id: id, data: {} });
    this.#comms.clear();
    if (this.#debugging) this.#publish('debug_event', {}, { seq: this.#debugging + 1, type: 'event', event: 'terminated', body: {} });
    this.#debugging = 0;
  }

  /** @param {{line: number, input: string, session: number}} entry */
  #keep(entry) {
    this.#typed.push(entry);
    this.#count = entry.line;
    if (!this.#options.storage) return;
    this.#options.storage.keep(entry.line, entry.input).then((session) => { this.#stored = session; }, (e) => {
      if (!this.#told) this.#notice(`the history isn't kept: ${reason(e)}`);
      this.#told = true;
    });
  }

  #told = false;
  /** The number under which the storage keeps this session, 0 for none yet. */ #stored = 0;

  // ---- messages

  /**
   * @param {string} type
   * @param {object} parent
   * @param {object} content
   * @returns {Message}
   */
  #make(type, parent, content) {
    return {
      header: {
        msg_id: `${this.#session}_c${++this.#sent}`, msg_type: type, session: this.#session + '_c', username: 'user',
        date: new Date().toISOString(), version: '5.5',
      },
      parent_header: parent, metadata: {}, content, buffers: [],
    };
  }

  /**
   * @param {'shell' | 'control' | 'stdin'} channel
   * @param {Message} message
   * @param {{handlers?: Handlers, resolve?: (reply: Message) => void}} how
   */
  #send(channel, message, how) {
    const fault = faultOf(channel, message);
    if (fault) throw new TypeError(`not a Jupyter message: ${fault}`);
    const { msg_id: id, msg_type: type } = message.header;
    if (channel === 'stdin') return this.#post(channel, message);
    const p = { channel, message, ...how, began: false, repeated: false, replied: undefined };
    this.#pending.set(id, p);
    if (type === 'interrupt_request' || type === 'shutdown_request') return this.#manage(p, type);
    if (this.#state === 'disposed' || this.#state === 'failed') {
      return this.#answer(p, { name: 'no session', message: 'there is no session; restart the kernel' }, false);
    }
    if (this.#state === 'ready') this.#post(channel, message);
    else this.start().catch(() => {}); // it is posted when there is a program
  }

  /**
   * Answers what is about the worker itself.
   * @param {Pending} p
   * @param {string} type
   */
  #manage(p, type) {
    this.#begin1(p);
    const restart = !!p.message.content.restart;
    this.#reply(p, type === 'interrupt_request' ? { status: 'ok' } : { status: 'ok', restart });
    this.#idle(p);
    if (type === 'interrupt_request') this.interrupt();
    else if (restart) this.restart().catch(() => {});
    else this.dispose();
  }

  /**
   * @param {Channel} channel
   * @param {Message} message
   */
  #post(channel, message) {
    try {
      this.#worker?.postMessage({ type: 'message', channel, message });
    } catch (e) { // what can't be cloned
      const p = this.#pending.get(message.header.msg_id);
      if (p) this.#answer(p, { name: 'bad request', message: reason(e) }, false);
    }
  }

  /**
   * Passes on a message of the kernel's.
   * @param {Channel} channel
   * @param {Message} message
   */
  #deliver(channel, message) {
    const type = message.header.msg_type;
    const id = /** @type {any} */ (message.parent_header)?.msg_id ?? '';
    const p = this.#pending.get(id);
    const state = type === 'status' ? message.content.execution_state : '';
    if (state === 'busy') this.#busy.add(id);
    if (state === 'idle') this.#busy.delete(id);
    if (channel === 'iopub') this.#follow(type, message.content);
    if (p?.repeated && (state === 'busy' || type === 'execute_input')) { // it was seen
      if (type === 'execute_input') p.repeated = false;
    } else {
      this.#hand(channel, message, p);
    }
    if (!p) return;
    if (state === 'busy') p.began = true;
    if (type === 'execute_input') p.line = message.content.execution_count;
    if (channel !== 'iopub' && type.endsWith('_reply')) p.replied = message;
    if (state === 'idle') this.#over(p);
    else if (p.replied && p.idle) this.#finish(p);
  }

  /**
   * @param {Channel} channel
   * @param {Message} message
   * @param {Pending | undefined} p
   */
  #hand(channel, message, p) {
    this.#options.onMessage?.(channel, message);
    if (channel === 'iopub') p?.handlers?.onIOPub?.(message);
    if (channel === 'stdin') p?.handlers?.onInput?.(message);
  }

  /** @param {Pending} p whose status is idle again */
  #over(p) {
    p.idle = true;
    if (p.replied || !p.message.header.msg_type.endsWith('_request')) this.#finish(p);
  }

  /** @param {Pending} p that is answered */
  #finish(p) {
    this.#pending.delete(p.message.header.msg_id);
    if (p.replied) p.resolve?.(p.replied);
    if (this.#impatient && p.message.header.msg_type === 'execute_request') { // the cell that was to stop
      clearTimeout(this.#impatient);
      this.#impatient = undefined;
    }
    if (this.busy) return;
    clearTimeout(this.#impatient);
    this.#impatient = undefined;
    if (this.#flag) Atomics.store(this.#flag, 0, 0); // what came too late is for nobody
  }

  /**
   * Follows the comms and the debugger.
   * @param {string} type
   * @param {Record<string, any>} content
   */
  #follow(type, content) {
    if (type === 'comm_open') this.#comms.add(content.comm_id);
    if (type === 'comm_close') this.#comms.delete(content.comm_id);
    if (type === 'debug_event' && (this.#debugging || content.event === 'initialized')) {
      this.#debugging = content.event === 'terminated' ? 0 : content.seq;
    }
  }

  /** The cell that runs, or would next. */
  #running() {
    for (const p of this.#pending.values()) {
      if (p.message.header.msg_type === 'execute_request' && !p.replied) return p;
    }
  }

  /** Makes a text that the worker reads again and again until it is gone. */
  #leave() {
    this.#sign = URL.createObjectURL(new Blob(['0']));
    return this.#sign;
  }

  /** Takes the text away; false if the worker couldn't read it. */
  #revoke() {
    if (!this.#reads) return false;
    URL.revokeObjectURL(this.#sign);
    this.#worker?.postMessage({ type: 'sign', url: this.#leave() });
    return true;
  }

  /** Asks the service worker; false if there is none. */
  async #raise() {
    if (!this.#options.signal) return false;
    try {
      // A server may answer anything; only what says 0 or 1 passes an interrupt on.
      const asked = await fetch(this.#options.signal, { cache: 'no-store' });
      if (asked.status !== 200 || !/^[01]$/.test(await asked.text())) return false;
      return (await fetch(this.#options.signal, { method: 'POST' })).status === 200;
    } catch {
      return false;
    }
  }

  // ---- answers in the program's place

  /** @param {{name: string, message: string}} why what ended the cell that runs */
  #answerAll(why) {
    const running = this.#running();
    for (const p of [...this.#pending.values()]) this.#answer(p, why, p !== running && p.message.header.msg_type === 'execute_request');
    this.#pending.clear();
    this.#busy.clear();
  }

  /**
   * @param {Pending} p
   * @param {{name: string, message: string}} why
   * @param {boolean} aborted
   */
  #answer(p, why, aborted) {
    const type = p.message.header.msg_type;
    if (!p.began) this.#begin1(p);
    const error = { status: 'error', ename: why.name, evalue: why.message, traceback: [`\x1b[1m${why.name}: ${why.message}\x1b[0m`] };
    if (!p.replied && type.endsWith('_request')) {
      if (type === 'execute_request' && !aborted) this.#publish('error', p.message.header, error, p);
      this.#reply(p, aborted ? { status: 'aborted' } : { ...error, execution_count: this.#count, user_expressions: {}, payload: [] });
    }
    this.#idle(p);
  }

  /** @param {Pending} p */
  #begin1(p) {
    p.began = true;
    this.#publish('status', p.message.header, { execution_state: 'busy' }, p);
  }

  /** @param {Pending} p */
  #idle(p) {
    this.#publish('status', p.message.header, { execution_state: 'idle' }, p);
    this.#over(p);
  }

  /**
   * @param {Pending} p
   * @param {object} content
   */
  #reply(p, content) {
    p.replied = this.#make(p.message.header.msg_type.replace(/_request$/, '_reply'), p.message.header, content);
    p.replied.header.session = this.#session;
    this.#hand(p.channel, p.replied, p);
  }

  /**
   * @param {string} type
   * @param {object} parent
   * @param {object} content
   * @param {Pending} [p]
   */
  #publish(type, parent, content, p) {
    const message = this.#make(type, parent, content);
    message.header.session = this.#session;
    this.#hand('iopub', message, p);
  }
}

/**
 * A request that isn't answered yet.
 * @typedef {object} Pending
 * @property {'shell' | 'control'} channel
 * @property {Message} message
 * @property {Handlers} [handlers]
 * @property {(reply: Message) => void} [resolve]
 * @property {boolean} began its status was busy
 * @property {boolean} repeated it began in a program before this one
 * @property {number} [line] the number of its cell
 * @property {boolean} [idle]
 * @property {Message} [replied]
 */

/**
 * What is wrong with a message, '' for nothing.
 * @param {string} channel
 * @param {any} m
 */
function faultOf(channel, m) {
  if (!['shell', 'control', 'stdin'].includes(channel)) return `there is no channel ${JSON.stringify(channel)} to send on`;
  if (typeof m !== 'object' || m === null) return 'want an object';
  if (typeof m.header !== 'object' || m.header === null) return 'it has no header';
  for (const field of ['msg_id', 'msg_type']) {
    if (typeof m.header[field] !== 'string' || !m.header[field]) return `its header has no ${field}`;
  }
  for (const field of ['parent_header', 'metadata', 'content']) {
    if (m[field] != null && (typeof m[field] !== 'object' || Array.isArray(m[field]))) return `its ${field} is no object`;
  }
  if (m.buffers != null && !Array.isArray(m.buffers)) return 'its buffers are no array';
  return '';
}

/** @param {any} e */
function reason(e) { return e?.message || String(e); }

/** @param {string} why what a browser says when a program ends */
function sentence(why) { return why ? `the program failed (${why})` : 'the program ended'; }

/** @param {{n: number}[]} ran */
function ranAgain(ran) {
  const numbers = ran.map((c) => c.n).filter((n) => n > 0);
  if (!numbers.length) return '';
  const first = numbers[0], last = numbers[numbers.length - 1];
  return first === last ? `: cell ${first} ran again` : `: cells ${first} to ${last} ran again, and what they drew at random is new`;
}

/**
 * Keeps inputs in the browser's IndexedDB, for all pages of a site. Two tabs are two
 * sessions. A session gets its number with its first input.
 * @implements {History}
 */
export class IndexedDBHistory {
  /** @type {Promise<IDBDatabase> | null} */ #db = null;
  #name;
  #most;
  #session = 0;

  /** @param {{name?: string, most?: number}} [options] most is the number of inputs kept */
  constructor({ name = 'riffle', most = 20_000 } = {}) {
    this.#name = name;
    this.#most = most;
  }

  renew() { this.#session = 0; }

  /** @returns {Promise<Entry[]>} */
  async load() {
    const db = await this.#open();
    return new Promise((resolve, reject) => {
      const all = db.transaction('inputs').objectStore('inputs').getAll();
      all.onsuccess = () => resolve(all.result.filter(isEntry));
      all.onerror = () => reject(all.error);
    });
  }

  /**
   * @param {number} line
   * @param {string} input
   * @returns {Promise<number>}
   */
  async keep(line, input) {
    const db = await this.#open();
    return new Promise((resolve, reject) => {
      const t = db.transaction('inputs', 'readwrite');
      const inputs = t.objectStore('inputs');
      t.oncomplete = () => resolve(this.#session);
      t.onabort = t.onerror = () => reject(new Error(t.error?.name === 'QuotaExceededError' ? 'the browser\'s storage is full' : t.error?.message ?? 'the browser refused to store it'));
      const put = () => inputs.put({ session: this.#session, line, input });
      if (this.#session) {
        put();
        return;
      }
      const newest = inputs.openCursor(null, 'prev');
      newest.onsuccess = () => {
        this.#session = (newest.result ? newest.result.value.session : 0) + 1;
        put();
      };
      this.#trim(inputs);
    });
  }

  /** @param {IDBObjectStore} inputs of which the oldest go */
  #trim(inputs) {
    const n = inputs.count();
    n.onsuccess = () => {
      let over = n.result - this.#most;
      if (over <= 0) return;
      const oldest = inputs.openCursor();
      oldest.onsuccess = () => {
        if (!oldest.result || over-- <= 0) return;
        oldest.result.delete();
        oldest.result.continue();
      };
    };
  }

  #open() {
    this.#db ??= new Promise((resolve, reject) => {
      if (typeof indexedDB === 'undefined') throw new Error('this browser gives the page no storage');
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('inputs', { keyPath: ['session', 'line'] });
      request.onsuccess = () => {
        request.result.onversionchange = () => { // another tab has a newer riffle
          request.result.close();
          this.#db = null;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('another tab holds the storage; close it'));
    });
    this.#db.catch(() => { this.#db = null; });
    return this.#db;
  }
}

/** @param {any} e @returns {e is Entry} */
function isEntry(e) {
  return Number.isInteger(e?.session) && Number.isInteger(e?.line) && typeof e?.input === 'string';
}
