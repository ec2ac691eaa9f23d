/** What this extension needs of the application. */
export interface Application {
  commands: { execute(id: string, args: object): Promise<unknown> };
}

/** A download that is done sooner is not worth a word. */
const patience = 1500;

/** Says in a corner of the page how far the download is, and what went wrong. */
export class Notices {
  constructor(private readonly app: Application) {}

  /** Shows how much of the program has been loaded. */
  progress(loaded: number, total: number): void {
    this.began ??= Date.now();
    if (Date.now() - this.began < patience || loaded === total) {
      return;
    }
    const how = total ? `${Math.floor((100 * loaded) / total)} %` : `${(loaded / 1e6).toFixed(1)} MB`;
    const message = `Loading Go for the browser: ${how}`;
    if (this.shown) {
      void this.shown.then(id => this.app.commands.execute('apputils:update-notification', { id, message }));
    } else {
      this.shown = this.notify(message, 'in-progress', false);
    }
  }

  /** Takes the download's notice away. */
  ready(): void {
    void this.shown?.then(id => this.app.commands.execute('apputils:dismiss-notification', { id }));
    this.shown = undefined;
  }

  /** Shows a sentence until it is closed. */
  say(text: string): void {
    this.ready();
    void this.notify(text, 'warning', false);
  }

  private notify(message: string, type: string, autoClose: false): Promise<unknown> {
    return this.app.commands.execute('apputils:notify', { message, type, options: { autoClose } });
  }

  private began?: number;
  private shown?: Promise<unknown>;
}
