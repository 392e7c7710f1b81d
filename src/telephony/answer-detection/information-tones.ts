import type { Tone } from './tone-watch.ts';

/** The meaning of special information tones: the number cannot be reached, or the network is busy at the moment. */
export type Intercept = 'number' | 'network';

/** The three tones with their drift (ITU-T E.180 §7). The third is heard long enough after `thirdMsMin`. */
const nominalHz = [950, 1400, 1800] as const;
const driftHzMax = 60;
/** 330 ± 70 ms, and a frame of 20 ms at either end. */
const segmentMs = { min: 200, max: 440 };
const thirdMsMin = 160;
/** Gaps of up to 30 ms, and the frames that hold parts of two tones. */
const gapMsMax = 80;

/** North American tones lie at these frequencies, and their lengths (274 or 380 ms) say why a call failed (Telcordia SR-2275). */
const codedHz = [[913.8, 985.2], [1370.6, 1428.5], [1776.7]] as const;
const codedDriftHz = 15;
const longMsMin = 320;

/** Recognizes special information tones: three rising tones in a row, which announce that a call failed. */
export class InformationTones {
  #segments: Tone[] = [];

  /** Takes the tones of a `ToneWatch` with every frame. Returns what they say once the third is heard. */
  push(tone: Tone): Intercept | null {
    const last = this.#segments.at(-1);
    if (last?.startMs === tone.startMs) this.#segments[this.#segments.length - 1] = tone;
    else this.#segments = [...this.#segments, tone].slice(-3);
    return isInformation(this.#segments) ? meaningOf(this.#segments) : null;
  }
}

function isInformation(segments: readonly Tone[]): boolean {
  if (segments.length < 3) return false;
  return segments.every(({ frequencyHz, startMs, endMs }, place) => {
    const lengthMs = endMs - startMs;
    const before = segments[place - 1];
    return (
      Math.abs(frequencyHz - nominalHz[place]!) <= driftHzMax &&
      lengthMs >= (place === 2 ? thirdMsMin : segmentMs.min) &&
      lengthMs <= segmentMs.max &&
      (!before || startMs - before.endMs <= gapMsMax)
    );
  });
}

/** A long second tone means reorder or no circuit. Every other code, and tones without one, mean the number. */
function meaningOf(segments: readonly Tone[]): Intercept {
  const isCoded = segments.every(({ frequencyHz }, place) =>
    codedHz[place]!.some((hz) => Math.abs(hz - frequencyHz) <= codedDriftHz),
  );
  const [, second] = segments;
  return isCoded && second!.endMs - second!.startMs >= longMsMin ? 'network' : 'number';
}
