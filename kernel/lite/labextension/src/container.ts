// What JupyterLite loads of this extension: a module federation container, by hand, as
// it only takes modules that the application has anyway.

import './here';

type Factory = () => unknown;
type Scope = Record<string, Record<string, { get(): Promise<Factory> }> | undefined>;

declare global {
  interface Window {
    _JUPYTERLAB: Record<string, unknown>;
    _riffleShared: Record<string, unknown>;
  }
}

/** The modules that are the application's, as their tokens are known by identity. */
const wanted = ['@jupyterlab/coreutils', '@jupyterlite/services', '@lumino/signaling'];

let scope: Scope = {};

async function takeShared(): Promise<boolean> {
  const shared: Record<string, unknown> = {};
  for (const name of wanted) {
    const newest = Object.values(scope[name] ?? {}).pop();
    if (!newest) {
      return false; // JupyterLab with a server: there the kernel is a program
    }
    shared[name] = (await newest.get())();
  }
  window._riffleShared = shared;
  return true;
}

window._JUPYTERLAB = window._JUPYTERLAB || {};
window._JUPYTERLAB['riffle-jupyterlite'] = {
  init(of: Scope) {
    scope = of;
  },
  async get(): Promise<Factory> {
    const plugins = (await takeShared()) ? (await import('./plugin')).default : [];
    return () => ({ __esModule: true, default: plugins });
  },
};
