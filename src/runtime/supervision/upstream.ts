import { connect, type Socket } from 'node:net';
import { delay, type Log } from '../../platform/kernel/index.ts';

/** A call that moves to another process, or whose process stalls, is looked for so often and so long. */
const againMs = 250;
const lostMsMax = 10_000;
const connectMsMax = 3000;
const headBytesMax = 256;
/** The samples of both sides at one moment. */
const bytesOfSample = 4;

/** A listener of one call. */
export interface AudioListener {
  /** The audio begins, or goes on at another sample rate. */
  ready(sampleRateHz: number): void;
  /** 16-bit samples, the customer's and the agent's in turns. The bytes may not be changed. */
  audio(bytes: Uint8Array): void;
  /** The call is over, or its audio cannot be reached any more. */
  ended(): void;
}

interface UpstreamOptions {
  organizationId: string;
  callId: string;
  log: Log;
  /** Returns where the audio of the call is now; `null` when no process carries it. */
  findPlace: () => Promise<{ address: string; token: string } | null>;
  /** Called when there are no listeners any more, or the call is over. */
  onOver: () => void;
}

/** The audio of one call, from the process that carries it, for all listeners of this process. */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #listeners = new Set<AudioListener>();
  readonly #abort = new AbortController();
  #sampleRateHz: number | null = null;

  constructor(options: UpstreamOptions) {
    this.#options = options;
    void this.#run();
  }

  /** Adds a listener. The returned function removes it. */
  add(listener: AudioListener): () => void {
    this.#listeners.add(listener);
    if (this.#sampleRateHz !== null) listener.ready(this.#sampleRateHz);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    this.#abort.abort();
  }

  /** Reads the audio from one process after the other, until the call is over. */
  async #run(): Promise<void> {
    const { signal } = this.#abort;
    const { findPlace, onOver, log } = this.#options;
    let lostMs = 0;
    while (!signal.aborted && lostMs < lostMsMax) {
      try {
        const place = await findPlace();
        if (!place) break;
        if (await this.#read(place)) lostMs = 0;
      } catch (error) {
        log.warn({ err: error }, 'the audio of a call could not be read');
      }
      if (!signal.aborted) await delay(againMs, signal);
      lostMs += againMs;
    }
    this.#abort.abort();
    onOver();
    for (const listener of [...this.#listeners]) listener.ended();
  }

  /** Resolves when the connection is over, with whether it had audio. */
  #read({ address, token }: { address: string; token: string }): Promise<boolean> {
    const { organizationId, callId } = this.#options;
    const { hostname, port } = new URL(`tcp://${address}`);
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
    const stop = () => socket.destroy();
    this.#abort.signal.addEventListener('abort', stop, { once: true });
    socket.setTimeout(connectMsMax, stop);
    socket.write(`${JSON.stringify({ token, organizationId, callId })}\n`);
    return new Promise((resolve) => {
      let isBegun = false;
      socket.on('error', stop);
      socket.on('close', () => {
        this.#abort.signal.removeEventListener('abort', stop);
        resolve(isBegun);
      });
      this.#readHead(socket, (sampleRateHz) => {
        isBegun = true;
        this.#sampleRateHz = sampleRateHz;
        for (const listener of this.#listeners) listener.ready(sampleRateHz);
      });
    });
  }

  #readHead(socket: Socket, onReady: (sampleRateHz: number) => void): void {
    let rest: Buffer = Buffer.alloc(0);
    let isHead = true;
    socket.on('data', (bytes) => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      if (isHead) {
        const end = rest.indexOf(10);
        if (end < 0 && rest.length > headBytesMax) socket.destroy();
        if (end < 0) return;
        const sampleRateHz = rateIn(rest.subarray(0, end).toString());
        if (sampleRateHz === null) return void socket.destroy();
        rest = rest.subarray(end + 1);
        isHead = false;
        onReady(sampleRateHz);
      }
      const whole = rest.length - (rest.length % bytesOfSample);
      if (whole === 0) return;
      const audio = rest.subarray(0, whole);
      rest = rest.subarray(whole);
      for (const listener of this.#listeners) listener.audio(audio);
    });
  }
}

function rateIn(line: string): number | null {
  try {
    const { sampleRateHz } = JSON.parse(line) as { sampleRateHz?: unknown };
    return typeof sampleRateHz === 'number' ? sampleRateHz : null;
  } catch {
    return null;
  }
}
