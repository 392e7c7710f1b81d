import type WebSocket from 'ws';

/** The samples of an audible frame are louder than this. */
const audibleFrom = 700;
const silentMs = 500;

/** Watches when the side of the agent is heard on a line, as a listener gets it. */
export class LineWatch {
  readonly #socket: WebSocket;
  #lastSoundMs = performance.now();
  #onSound: (atMs: number) => void = () => undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      const samples = new Int16Array(new Uint8Array(data).buffer);
      if (!samples.some((sample, at) => at % 2 === 1 && Math.abs(sample) > audibleFrom)) return;
      this.#lastSoundMs = performance.now();
      this.#onSound(this.#lastSoundMs);
    });
  }

  /** Resolves when nothing was heard for `ms`. */
  async untilSilent(ms = silentMs): Promise<void> {
    while (performance.now() - this.#lastSoundMs < ms) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Resolves with the time of the next sound. */
  nextSound(): Promise<number> {
    return new Promise((resolve) => {
      this.#onSound = (atMs) => {
        this.#onSound = () => undefined;
        resolve(atMs);
      };
    });
  }

  close(): void {
    this.#socket.close();
  }
}
