/**
 * Runs in the browser's audio thread. It posts the microphone's audio as frames of 20 ms at 16 kHz, and plays the frames
 * that are posted to it, at 16 kHz or the posted rate. It buffers some frames first, so that a late one leaves no gap;
 * `flush` empties the buffer.
 */

declare const sampleRate: number;
declare function registerProcessor(
  name: string,
  processor: new (options: AudioWorkletNodeOptions) => AudioWorkletProcessor,
): void;
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const browserRateHz = 16_000;
const frameSamples = 320;
/** Buffers 60 ms before it plays. */
const cushionSeconds = 0.06;
const fadeSeconds = 0.005;

/** The processor's options. */
export interface CallAudioOptions {
  /** The oldest audio is dropped when more waits; `null` where audio comes ahead of its time. */
  waitingSecondsMax: number | null;
}

class CallProcessor extends AudioWorkletProcessor {
  /** Samples of this audio context in one sample of the call. */
  readonly #ratio = sampleRate / browserRateHz;
  readonly #waitingSecondsMax: number;
  /** The sample rate of the frames to play. */
  #playedRateHz = browserRateHz;
  #frame = new Int16Array(frameSamples);
  #filled = 0;
  #sum = 0;
  #count = 0;
  /** Input samples in the unfinished sample of the call. */
  #at = 0;
  #waiting: Int16Array[] = [];
  #waitingSamples = 0;
  #isPlaying = false;
  /** The position of the next sample in the first waiting frame. */
  #position = 0;
  /** The last played sample, and how many samples ago a flush cut the audio after it. */
  #last = 0;
  #sinceFlush = 0;

  constructor({ processorOptions }: AudioWorkletNodeOptions) {
    super();
    const { waitingSecondsMax } = processorOptions as CallAudioOptions;
    this.#waitingSecondsMax = waitingSecondsMax ?? Number.POSITIVE_INFINITY;
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer | 'flush' | { sampleRateHz: number }>) => {
      if (data === 'flush') return this.#flush();
      if ('sampleRateHz' in data) {
        this.#playedRateHz = data.sampleRateHz;
        return this.#flush();
      }
      const frame = new Int16Array(data);
      this.#waiting.push(frame);
      this.#waitingSamples += frame.length;
      const waitingSamplesMax = this.#waitingSecondsMax * this.#playedRateHz;
      while (this.#waitingSamples > waitingSamplesMax && this.#waiting.length > 1)
        this.#waitingSamples -= this.#waiting.shift()!.length;
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [heard] = input ?? [];
    if (heard) for (const sample of heard) this.#record(sample);
    const [played, ...others] = output ?? [];
    if (played) {
      for (let n = 0; n < played.length; n++) played[n] = this.#play();
      for (const other of others) other.set(played);
    }
    return true;
  }

  #flush(): void {
    this.#waiting = [];
    this.#waitingSamples = 0;
    this.#isPlaying = false;
    this.#sinceFlush = 0;
  }

  /** Averages the input samples that fall into one sample of the call. */
  #record(sample: number): void {
    this.#sum += sample;
    this.#count++;
    this.#at++;
    if (this.#at < this.#ratio) return;
    this.#at -= this.#ratio;
    const mean = this.#sum / this.#count;
    this.#sum = 0;
    this.#count = 0;
    this.#frame[this.#filled++] = Math.round(Math.max(-1, Math.min(1, mean)) * 32_767);
    if (this.#filled < frameSamples) return;
    this.port.postMessage(this.#frame.buffer, [this.#frame.buffer]);
    this.#frame = new Int16Array(frameSamples);
    this.#filled = 0;
  }

  /** Returns the next sample to play, interpolated between two samples of the call. */
  #play(): number {
    if (!this.#isPlaying && this.#waitingSamples < cushionSeconds * this.#playedRateHz) return this.#faded();
    const [first, second] = this.#waiting;
    this.#isPlaying = first !== undefined;
    if (!first) return 0;
    const index = Math.floor(this.#position);
    const sample = first[index]!;
    const next = first[index + 1] ?? second?.[0] ?? sample;
    const value = sample + (next - sample) * (this.#position - index);
    this.#position += this.#playedRateHz / sampleRate;
    if (this.#position >= first.length) {
      this.#position -= first.length;
      this.#waitingSamples -= first.length;
      this.#waiting.shift();
    }
    this.#last = value / 32_768;
    return this.#last;
  }

  /** Returns the last sample as it fades within 5 ms after a flush, so that no click is heard. */
  #faded(): number {
    this.#sinceFlush++;
    return this.#last * Math.max(0, 1 - this.#sinceFlush / (sampleRate * fadeSeconds));
  }
}

registerProcessor('browser-call', CallProcessor);
