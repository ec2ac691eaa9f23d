// A file system in memory, for the program in the worker: what Go's os package asks of
// Node's fs, process and path. It lasts as long as the worker.
'use strict';

(() => {
  const O = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000, O_DIRECTORY: 0o200000 };
  const DIRECTORY = 0o040000, FILE = 0o100000, LINK = 0o120000, DEVICE = 0o020000;
  // All files together: a tab has no more to give.
  const most = 256 << 20;

  const faults = {
    EBADF: 'bad file descriptor', EEXIST: 'file exists', EINVAL: 'invalid argument', EISDIR: 'is a directory', ELOOP: 'too many links',
    ENOENT: 'no such file or directory', ENOSPC: 'no space left on device', ENOSYS: 'not implemented', ENOTDIR: 'not a directory',
    ENOTEMPTY: 'directory not empty', EPERM: 'operation not permitted',
  };
  const fault = (code) => Object.assign(new Error(faults[code]), { code });

  let inodes = 0;
  let used = 0;

  class Node {
    constructor(kind, mode) {
      this.ino = ++inodes;
      this.mode = kind | (mode & 0o777);
      this.links = 1;
      this.atime = this.mtime = this.ctime = Date.now();
      if (kind === DIRECTORY) this.entries = new Map();
      if (kind === FILE) {
        this.data = new Uint8Array(0);
        this.size = 0;
      }
    }

    get kind() { return this.mode & 0o170000; }
    get length() { return this.kind === FILE ? this.size : this.kind === LINK ? this.target.length : 0; }

    resize(size) {
      if (size > this.data.length) {
        const grown = Math.max(size, Math.min(2 * this.data.length, this.data.length + (16 << 20)), 256);
        if (used + grown - this.data.length > most) throw fault('ENOSPC');
        const data = new Uint8Array(grown);
        data.set(this.data.subarray(0, this.size));
        used += grown - this.data.length;
        this.data = data;
      }
      if (size < this.size) this.data.fill(0, size, this.size);
      this.size = size;
    }

    release() {
      if (--this.links > 0 || this.kind !== FILE) return;
      used -= this.data.length;
      this.data = new Uint8Array(0);
      this.size = 0;
    }

    stat() {
      const { mode, ino, links, length, atime, mtime, ctime } = this;
      const kind = this.kind;
      return {
        dev: 1, ino, mode, nlink: links, uid: 0, gid: 0, rdev: 0, size: length, blksize: 4096, blocks: Math.ceil(length / 512),
        atimeMs: Math.floor(atime), mtimeMs: Math.floor(mtime), ctimeMs: Math.floor(ctime),
        isDirectory: () => kind === DIRECTORY,
      };
    }
  }

  const root = new Node(DIRECTORY, 0o755);
  let cwd = '/';
  // The streams: nothing to read, and what is written is a cell's.
  const streams = [0, 1, 2].map(() => ({ node: new Node(DEVICE, 0o600), stream: true }));
  const open = new Map([[0, streams[0]], [1, streams[1]], [2, streams[2]]]);

  /** A path without . and .. from the root. */
  const resolve = (...parts) => {
    let path = cwd;
    for (const p of parts) path = p.startsWith('/') ? p : `${path}/${p}`;
    const out = [];
    for (const name of path.split('/')) {
      if (name === '..') out.pop();
      else if (name !== '' && name !== '.') out.push(name);
    }
    return '/' + out.join('/');
  };

  /** The folder of a path and the name in it. */
  const place = (path, hops = 0) => {
    const names = resolve(path).split('/').filter(Boolean);
    const name = names.pop() ?? '';
    let at = root, where = '';
    for (const n of names) {
      let next = at.entries.get(n);
      if (!next) throw fault('ENOENT');
      if (next.kind === LINK) next = find(resolve(where || '/', next.target), true, hops + 1);
      if (next.kind !== DIRECTORY) throw fault('ENOTDIR');
      at = next;
      where += '/' + n;
    }
    return { folder: at, name, where: where || '/' };
  };

  const find = (path, follow = true, hops = 0) => {
    if (hops > 40) throw fault('ELOOP');
    const { folder, name, where } = place(path, hops);
    const node = name === '' ? root : folder.entries.get(name);
    if (!node) throw fault('ENOENT');
    return follow && node.kind === LINK ? find(resolve(where, node.target), true, hops + 1) : node;
  };

  const put = (path, node) => {
    const { folder, name } = place(path);
    if (name === '' || folder.entries.has(name)) throw fault('EEXIST');
    folder.entries.set(name, node);
    folder.mtime = Date.now();
    return node;
  };

  const take = (path, want) => {
    const { folder, name } = place(path);
    const node = name === '' ? root : folder.entries.get(name);
    if (!node) throw fault('ENOENT');
    if (want === DIRECTORY && node.kind !== DIRECTORY) throw fault('ENOTDIR');
    if (want === FILE && node.kind === DIRECTORY) throw fault('EISDIR');
    if (node.kind === DIRECTORY && node.entries.size) throw fault('ENOTEMPTY');
    if (node === root) throw fault('EPERM');
    folder.entries.delete(name);
    folder.mtime = Date.now();
    node.release();
  };

  const handle = (fd) => {
    const h = open.get(fd);
    if (!h) throw fault('EBADF');
    return h;
  };

  // A write may end within a character: what is begun waits for the stream's next one.
  const decoder = () => new TextDecoder('utf-8', { ignoreBOM: true });
  const texts = { stdout: decoder(), stderr: decoder() }, lastText = decoder();
  let wrote = (/** @type {string} */ _, /** @type {string} */ text) => console.log(text);
  let died = (/** @type {string} */ text) => console.error(text);

  const calls = {
    open(path, flags, mode) {
      let node;
      try {
        node = find(path);
        if (flags & O.O_CREAT && flags & O.O_EXCL) throw fault('EEXIST');
      } catch (e) {
        if (e.code !== 'ENOENT' || !(flags & O.O_CREAT)) throw e;
        node = put(path, new Node(FILE, mode));
      }
      if (node.kind === DIRECTORY && flags & (O.O_WRONLY | O.O_RDWR)) throw fault('EISDIR');
      if (node.kind !== DIRECTORY && flags & O.O_DIRECTORY) throw fault('ENOTDIR');
      if (flags & O.O_TRUNC && node.kind === FILE) node.resize(0);
      let fd = 3;
      while (open.has(fd)) fd++;
      node.links++;
      open.set(fd, { node, at: 0, flags });
      return fd;
    },
    close(fd) {
      const h = handle(fd);
      open.delete(fd);
      h.node.release();
    },
    read(fd, buffer, offset, length, position) {
      const h = handle(fd);
      if (h.stream) return 0;
      if (h.node.kind !== FILE) throw fault('EISDIR');
      if (h.flags & O.O_WRONLY) throw fault('EBADF');
      const at = position ?? h.at;
      const n = Math.max(0, Math.min(length, h.node.size - at));
      buffer.set(h.node.data.subarray(at, at + n), offset);
      if (position === null || position === undefined) h.at += n;
      return n;
    },
    write(fd, buffer, offset, length, position) {
      const h = handle(fd);
      const bytes = buffer.subarray(offset, offset + length);
      if (h.stream) {
        const name = fd === 1 ? 'stdout' : 'stderr';
        const text = texts[name].decode(bytes, { stream: true });
        if (text) wrote(name, text);
        return length;
      }
      if (!(h.flags & (O.O_WRONLY | O.O_RDWR))) throw fault('EBADF');
      const at = h.flags & O.O_APPEND ? h.node.size : position ?? h.at;
      if (at + length > h.node.size) h.node.resize(at + length);
      h.node.data.set(bytes, at);
      h.node.mtime = Date.now();
      if (position === null || position === undefined) h.at = at + length;
      return length;
    },
    stat: (path) => find(path).stat(),
    lstat: (path) => find(path, false).stat(),
    fstat: (fd) => handle(fd).node.stat(),
    mkdir(path, mode) { put(path, new Node(DIRECTORY, mode)); },
    readdir(path) {
      const node = find(path);
      if (node.kind !== DIRECTORY) throw fault('ENOTDIR');
      return [...node.entries.keys()].sort();
    },
    unlink(path) { take(path, FILE); },
    rmdir(path) { take(path, DIRECTORY); },
    rename(from, to) {
      const old = place(from);
      const node = old.folder.entries.get(old.name);
      if (!node) throw fault('ENOENT');
      const a = resolve(from), b = resolve(to);
      if (a === b) return;
      if (b.startsWith(a + '/')) throw fault('EINVAL');
      const next = place(to);
      const there = next.folder.entries.get(next.name);
      if (there === node) return;
      if (there) take(to, node.kind === DIRECTORY ? DIRECTORY : FILE);
      old.folder.entries.delete(old.name);
      put(to, node);
    },
    truncate(path, size) { truncate(find(path), size); },
    ftruncate(fd, size) { truncate(handle(fd).node, size); },
    chmod(path, mode) { chmod(find(path), mode); },
    fchmod(fd, mode) { chmod(handle(fd).node, mode); },
    chown() {}, fchown() {}, lchown() {}, fsync() {},
    utimes(path, atime, mtime) { Object.assign(find(path), { atime: 1000 * atime, mtime: 1000 * mtime }); },
    readlink(path) {
      const node = find(path, false);
      if (node.kind !== LINK) throw fault('EINVAL');
      return node.target;
    },
    link(path, to) {
      const node = find(path, false);
      if (node.kind === DIRECTORY) throw fault('EPERM');
      put(to, node);
      node.links++;
    },
    symlink(target, path) { put(path, Object.assign(new Node(LINK, 0o777), { target })); },
  };

  function truncate(node, size) {
    if (node.kind !== FILE) throw fault('EINVAL');
    node.resize(size);
    node.mtime = Date.now();
  }

  function chmod(node, mode) { node.mode = node.kind | (mode & 0o777); }

  const fs = {
    constants: O,
    /** How Go's run-time writes, which does so when it gives up. */
    writeSync(fd, buffer) {
      died(lastText.decode(buffer, { stream: true }));
      return buffer.length;
    },
  };
  for (const [name, call] of Object.entries(calls)) {
    // The program must be out of this call when its answer comes, and when what it
    // wrote does, unless nothing reaches it until this call is over.
    fs[name] = (...args) => {
      const callback = args.pop();
      const answer = () => {
        let error = null, value;
        try {
          value = call(...args);
        } catch (e) {
          error = e.code ? e : fault('EINVAL');
        }
        callback(error, value);
      };
      if (globalThis.riffleEnclosed?.()) answer();
      else queueMicrotask(answer);
    };
  }

  calls.mkdir('/tmp', 0o777);
  calls.mkdir('/home', 0o755);
  cwd = '/home';

  globalThis.fs = fs;
  globalThis.path = { resolve };
  globalThis.process = {
    pid: 1, ppid: 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], umask: () => 0o022,
    cwd: () => cwd,
    chdir(path) {
      if (find(path).kind !== DIRECTORY) throw fault('ENOTDIR');
      cwd = resolve(path);
    },
  };
  /** Has functions called with what cells write to os.Stdout and os.Stderr, and with the last words of the run-time. */
  globalThis.riffleStreams = (cells, lastWords) => { [wrote, died] = [cells, lastWords]; };
})();
