/**
 * Runs in the browser's audio thread. It plays the stereo samples that are posted to it, the customer left and the agent right.
 * It buffers some first, so that a late message leaves no gap, and drops the oldest when the delay grows.
 */

declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Buffers 60 ms before it plays, and at most 200 ms. */
const cushionSeconds = 0.06;
const waitingSecondsMax = 0.2;

class ListenProcessor extends AudioWorkletProcessor {
  #rateHz = 8000;
  #waiting: Int16Array[] = [];
  /** The waiting samples of one side. */
  #count = 0;
  /** The position in the first waiting message, in samples of one side. */
  #position = 0;
  #isPlaying = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer | { sampleRateHz: number }>) => {
      if ('sampleRateHz' in data) {
        this.#rateHz = data.sampleRateHz;
        this.#waiting = [];
        this.#count = this.#position = 0;
        return;
      }
      const samples = new Int16Array(data);
      this.#waiting.push(samples);
      this.#count += samples.length / 2;
      while (this.#count > waitingSecondsMax * this.#rateHz && this.#waiting.length > 1) this.#next();
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (!left) return true;
    for (let n = 0; n < left.length; n++) {
      if (!this.#isPlaying && this.#count < cushionSeconds * this.#rateHz) break;
      const [first] = this.#waiting;
      this.#isPlaying = first !== undefined;
      if (!first) break;
      this.#play(first, n, left, right ?? left);
    }
    return true;
  }

  /** Plays a sample of each side, interpolated between two of the call. */
  #play(first: Int16Array, n: number, left: Float32Array, right: Float32Array): void {
    const at = Math.floor(this.#position);
    const part = this.#position - at;
    const following = 2 * at + 2 < first.length ? first : (this.#waiting[1] ?? first);
    const next = following === first ? Math.min(2 * at + 2, first.length - 2) : 0;
    for (const [side, channel] of [left, right].entries()) {
      const sample = first[2 * at + side]!;
      channel[n] = (sample + ((following[next + side] ?? sample) - sample) * part) / 32_768;
    }
    this.#position += this.#rateHz / sampleRate;
    if (this.#position >= first.length / 2) this.#next();
  }

  #next(): void {
    const length = this.#waiting.shift()!.length / 2;
    this.#position = Math.max(0, this.#position - length);
    this.#count -= length;
  }
}

registerProcessor('listen', ListenProcessor);

export {};
