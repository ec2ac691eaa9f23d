import type { KernelMessage } from '@jupyterlab/services';
import type { IKernel } from '@jupyterlite/services';
import { Signal, type ISignal } from '@lumino/signaling';

import { IndexedDBHistory, RiffleKernel, type Channel, type Message } from '../../js/client.js';
import type { Notices } from './notices';

/** Where a kernel finds what it is made of. */
export interface Places {
  kit: string;
  signal: string | null;
}

/** One kernel of JupyterLite: it passes messages on to the program in its web worker. */
export class Kernel implements IKernel {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  /** What comes before the program has started waits in the client. */
  readonly ready = Promise.resolve();

  constructor(options: IKernel.IOptions, places: Places, notices: Notices) {
    ({ id: this.id, name: this.name, location: this.location } = options);
    this.sendMessage = options.sendMessage;
    this.client = new RiffleKernel({
      kit: places.kit,
      storage: new IndexedDBHistory(),
      signal: places.signal ? `${places.signal}?${encodeURIComponent(this.id)}` : undefined,
      onMessage: (channel, message) => this.publish(channel, message),
      onProgress: (loaded, total) => notices.progress(loaded, total),
      onState: state => state !== 'starting' && notices.ready(),
      onNotice: text => text && notices.say(text),
    });
    this.notices = notices;
    this.client.start().catch(() => {}); // every cell then says why
  }

  /** Resolves at once: the kernel has a queue of its own, as over a socket. */
  async handleMessage(message: KernelMessage.IMessage): Promise<void> {
    this.session = message.header.session;
    const { header, parent_header, metadata, content, channel } = message;
    const buffers = (message.buffers ?? []).map(whole);
    this.client.send(channel as Exclude<Channel, 'iopub'>, { header, parent_header, metadata, content, buffers });
  }

  interrupt(): void {
    this.client.interrupt();
  }

  get isDisposed(): boolean {
    return this.gone;
  }

  get disposed(): ISignal<this, void> {
    return this.end;
  }

  dispose(): void {
    if (this.gone) {
      return;
    }
    this.gone = true;
    this.client.dispose();
    this.notices.ready();
    this.end.emit();
    Signal.clearData(this);
  }

  /** JupyterLite routes a message by its session, which has to be the client's. */
  private publish(channel: Channel, message: Message): void {
    if (this.gone) {
      return;
    }
    const session = (message.parent_header as { session?: string }).session ?? this.session;
    const addressed = { ...message, channel, header: { ...message.header, session } };
    this.sendMessage(addressed as KernelMessage.IMessage);
  }

  private readonly client: RiffleKernel;
  private readonly notices: Notices;
  private readonly sendMessage: IKernel.SendMessage;
  private readonly end = new Signal<this, void>(this);
  private session = '';
  private gone = false;
}

/** The bytes of a view alone, which may be a part of a large buffer. */
function whole(part: ArrayBuffer | ArrayBufferView): ArrayBuffer {
  if (part instanceof ArrayBuffer) {
    return part;
  }
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice().buffer;
}
