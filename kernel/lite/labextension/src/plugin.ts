import { PageConfig } from '@jupyterlab/coreutils';
import { IKernelClient, IKernelSpecs } from '@jupyterlite/services';
import type { IPlugin } from '@lumino/coreutils';

import logo32 from '../../../logo/logo-32x32.png';
import logo64 from '../../../logo/logo-64x64.png';
import logoSvg from '../../../logo/logo-svg.svg';
import { here } from './here';
import { Kernel, type Places } from './kernel';
import { Notices, type Application } from './notices';

const id = 'riffle-jupyterlite:kernel';

/** What the site says of this plugin. */
const settings = JSON.parse(PageConfig.getOption('litePluginSettings') || '{}')[id] ?? {};

const absolute = (url: string) => new URL(url, window.location.href).href;

/** Where the site says that the kit is; an installed wheel has it beside this script. */
function places(): Places {
  return {
    kit: settings.kitUrl ? absolute(settings.kitUrl) : new URL('kit/', here).href,
    signal: settings.signalUrl ? absolute(settings.signalUrl) : null,
  };
}

/** Starts the site's service worker: interrupts reach a cell through it. */
function serve(): void {
  if (settings.serviceWorkerUrl && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register(absolute(settings.serviceWorkerUrl)).catch(console.warn);
  }
}

const spec = {
  name: 'riffle',
  display_name: 'Go (riffle)',
  language: 'go',
  argv: [],
  interrupt_mode: 'message' as const,
  resources: { 'logo-32x32': logo32, 'logo-64x64': logo64, 'logo-svg': logoSvg },
};

/** JupyterLite's own interrupt only drops the cells that wait: ours reach the kernel. */
function interruptible(client: IKernelClient, running: Map<string, Kernel>): void {
  const others = client.interrupt.bind(client);
  client.interrupt = async kernelId => {
    const kernel = running.get(kernelId);
    return kernel ? kernel.interrupt() : others(kernelId);
  };
}

const plugin: IPlugin<Application, void> = {
  id,
  description: 'The Go kernel riffle',
  autoStart: true,
  requires: [IKernelSpecs, IKernelClient],
  activate: (app: Application, specs: IKernelSpecs, client: IKernelClient) => {
    serve();
    const running = new Map<string, Kernel>();
    interruptible(client, running);
    specs.register({
      spec,
      create: async options => {
        const kernel = new Kernel(options, places(), new Notices(app));
        running.set(kernel.id, kernel);
        kernel.disposed.connect(() => {
          if (running.get(kernel.id) === kernel) {
            running.delete(kernel.id);
          }
        });
        return kernel;
      },
    });
  },
};

export default [plugin];
