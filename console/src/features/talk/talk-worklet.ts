/**
 * Runs in the audio thread of the browser. In: the microphone, as frames of 20 ms at 16 kHz. Out: the frames that are
 * handed to it, some of which are waited for first, so that one that comes late is no gap; `flush` drops what waits.
 */

declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const talkRateHz = 16_000;
const frameSamples = 320;
/** 60 ms are waited for before anything is played. */
const cushionSamples = 3 * frameSamples;

class TalkProcessor extends AudioWorkletProcessor {
  /** Samples of this context in one of the talk. */
  readonly #ratio = sampleRate / talkRateHz;
  #frame = new Int16Array(frameSamples);
  #filled = 0;
  #sum = 0;
  #count = 0;
  /** How far the sample of the talk that is being put together has come. */
  #at = 0;
  #waiting: Int16Array[] = [];
  #waitingSamples = 0;
  #isPlaying = false;
  /** Where in the first frame that waits the next sample is taken. */
  #position = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer | 'flush'>) => {
      if (data === 'flush') {
        this.#waiting = [];
        this.#waitingSamples = 0;
        this.#isPlaying = false;
        return;
      }
      const frame = new Int16Array(data);
      this.#waiting.push(frame);
      this.#waitingSamples += frame.length;
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [heard] = input ?? [];
    if (heard) for (const sample of heard) this.#hear(sample);
    const [played, ...others] = output ?? [];
    if (played) {
      for (let n = 0; n < played.length; n++) played[n] = this.#play();
      for (const other of others) other.set(played);
    }
    return true;
  }

  /** The mean of the samples that fall into one of the talk's. */
  #hear(sample: number): void {
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

  /** The next sample of what is played, between the two of the talk that lie around it. */
  #play(): number {
    if (!this.#isPlaying && this.#waitingSamples < cushionSamples) return 0;
    const [first, second] = this.#waiting;
    this.#isPlaying = first !== undefined;
    if (!first) return 0;
    const index = Math.floor(this.#position);
    const sample = first[index]!;
    const next = first[index + 1] ?? second?.[0] ?? sample;
    const value = sample + (next - sample) * (this.#position - index);
    this.#position += 1 / this.#ratio;
    if (this.#position >= first.length) {
      this.#position -= first.length;
      this.#waitingSamples -= first.length;
      this.#waiting.shift();
    }
    return value / 32_768;
  }
}

registerProcessor('talk', TalkProcessor);
