import { InformationTones, type Intercept } from './information-tones.ts';
import { ToneWatch } from './tone-watch.ts';

const frameSamples = 160;
const frameMs = 20;

/** Listens to 8 kHz audio before the answer of a call for special information tones. */
export class InterceptListener {
  readonly #tones = new ToneWatch();
  readonly #information = new InformationTones();

  /** Takes a multiple of 20 ms from position `atMs` on. Returns what the tones say 120 ms after the third. */
  audio(pcm: Int16Array, atMs: number): Intercept | null {
    for (let start = 0; start + frameSamples <= pcm.length; start += frameSamples) {
      const frame = pcm.subarray(start, start + frameSamples);
      const frameAtMs = atMs + (start / frameSamples) * frameMs;
      const tone = this.#tones.push(frame, frameAtMs);
      const intercept = this.#information.push(tone, this.#tones.isTone, frameAtMs + frameMs);
      if (intercept) return intercept;
    }
    return null;
  }
}
