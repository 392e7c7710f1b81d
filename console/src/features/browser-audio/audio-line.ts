import type { LineLevels, LineMessage, LineOptions, LineOrder, LineReport } from './line-worker.ts';

interface LineHandlers<Message extends LineMessage> {
  message: (message: Message) => void;
  levels: (levels: Partial<LineLevels>) => void;
  /** The connection is lost, `isSilent` because nothing came any more. */
  lost: (isSilent: boolean) => void;
  /** The browser could not load the worker. */
  failed: () => void;
}

/**
 * The connection of a member to the audio of a live call. Audio goes from the worklet's port to a worker and back, past the thread
 * of the page.
 */
export class AudioLine<Message extends LineMessage> {
  readonly #worker = new Worker(new URL('./line-worker.ts', import.meta.url), { type: 'module' });

  constructor(on: LineHandlers<Message>) {
    this.#worker.onerror = on.failed;
    this.#worker.onmessage = ({ data }: MessageEvent<LineReport>) => {
      if (data.type === 'tick') this.#post({ type: 'tick' });
      else if (data.type === 'levels') on.levels(data.levels);
      else if (data.type === 'message') on.message(data.message as Message);
      else on.lost(data.isSilent);
    };
  }

  /** Connects to a path of the service. The worklet's port is the worker's from then on. */
  open({ path, ...options }: { path: string } & Omit<LineOptions, 'url'>): void {
    const url = `${window.location.origin.replace(/^http/, 'ws')}${path}`;
    this.#post({ type: 'open', url, ...options }, [options.port]);
  }

  send(message: object): void {
    this.#post({ type: 'send', message });
  }

  mute(isMuted: boolean): void {
    this.#post({ type: 'mute', isMuted });
  }

  close(): void {
    this.#worker.terminate();
  }

  #post(order: LineOrder, given: Transferable[] = []): void {
    this.#worker.postMessage(order, given);
  }
}
