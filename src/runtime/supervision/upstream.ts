import { delay, type Log } from '../../platform/kernel/index.ts';
import { type AudioPlace, openAudioLink } from '../../platform/nodes/index.ts';

/** A call that moves to another process, or whose process stalls, is looked for so often and so long. */
const againMs = 250;
const lostMsMax = 10_000;
/** Audio comes every 20 ms. */
const silentMsMax = 3000;
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
  findPlace: () => Promise<AudioPlace | null>;
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

  /** Resolves when the connection is over, with whether it had audio. Rejects when there is none. */
  async #read(place: AudioPlace): Promise<boolean> {
    const { organizationId, callId } = this.#options;
    const { signal } = this.#abort;
    const {
      socket,
      sampleRateHz,
      rest: first,
    } = await openAudioLink(place, { organizationId, callId }, signal);
    this.#sampleRateHz = sampleRateHz;
    for (const listener of this.#listeners) listener.ready(sampleRateHz);
    let rest = first;
    socket.setTimeout(silentMsMax, () => socket.destroy());
    socket.on('data', (bytes) => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const whole = rest.length - (rest.length % bytesOfSample);
      if (whole === 0) return;
      const audio = rest.subarray(0, whole);
      rest = rest.subarray(whole);
      for (const listener of this.#listeners) listener.audio(audio);
    });
    socket.resume();
    return new Promise((resolve) => socket.once('close', () => resolve(true)));
  }
}
