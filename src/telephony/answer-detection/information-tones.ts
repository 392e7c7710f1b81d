import type { MeasuredTone } from './tone-watch.ts';

/**
 * The meaning of special information tones. By a North American code the number is not assigned (`number`), or the network
 * is busy (`network`). Tones of the ITU do not say why the call failed (`uncoded`).
 */
export type Intercept = 'number' | 'network' | 'uncoded';

/** The three tones with their drift (ITU-T E.180 §7). */
const nominalHz = [950, 1400, 1800] as const;
const driftHzMax = 50;
/** 330 ± 70 ms, and frames of 20 ms that hold a part of a tone. */
const segmentMs = { min: 200, max: 440 };
/** Gaps of up to 30 ms, and the frames that hold parts of two tones. */
const gapMsMax = 80;
/** Notes of music decay, and are not equally loud. Levels within a tone and of three tones differ by 2 and by 4 dB at most. */
const steadyRatioMax = 1.26;
const equalRatioMax = 1.6;
/** A melody continues within this time of the third tone. Two frames of another tone are a note. */
const afterMs = 120;
const noteFramesMin = 2;

/** North American tones lie at these frequencies, and their lengths (274 or 380 ms) say why a call failed (Telcordia SR-2275). */
const codedHz = [[913.8, 985.2], [1370.6, 1428.5], [1776.7]] as const;
const codedDriftHz = 15;
const longMsMin = 320;

/** Recognizes special information tones: three rising tones in a row between pauses, which announce that a call failed. */
export class InformationTones {
  #segments: MeasuredTone[] = [];
  /** Frames of another tone since the third. */
  #noteFrames = 0;
  #isJudged = true;

  /**
   * Takes the tone of a `ToneWatch` with every frame that ends at `endMs`, and whether the frame is part of any tone, also
   * of a short one. Returns what the tones say 120 ms after the third.
   */
  push(tone: MeasuredTone | null, isTone: boolean, endMs: number): Intercept | null {
    const last = this.#segments.at(-1);
    if (tone && last?.startMs === tone.startMs) this.#segments[this.#segments.length - 1] = tone;
    else if (tone) this.#segments = [...this.#segments, tone].slice(-3);
    const third = this.#segments.at(-1);
    if (!third || third === tone) {
      this.#noteFrames = 0;
      this.#isJudged = false;
      return null;
    }
    if (isTone) this.#noteFrames++;
    if (this.#isJudged || endMs - third.endMs < afterMs) return null;
    this.#isJudged = true;
    const isOver = this.#noteFrames < noteFramesMin && isInformation(this.#segments);
    return isOver ? meaningOf(this.#segments) : null;
  }
}

function isInformation(segments: readonly MeasuredTone[]): boolean {
  const [first] = segments;
  if (segments.length < 3 || !first!.followsPause) return false;
  const levels = segments.map(({ loudest }) => loudest);
  if (Math.max(...levels) > equalRatioMax * Math.min(...levels)) return false;
  return segments.every(({ frequencyHz, startMs, endMs, loudest, quietest }, place) => {
    const lengthMs = endMs - startMs;
    const before = segments[place - 1];
    return (
      Math.abs(frequencyHz - nominalHz[place]!) <= driftHzMax &&
      lengthMs >= segmentMs.min &&
      lengthMs <= segmentMs.max &&
      loudest <= steadyRatioMax * quietest &&
      (!before || startMs - before.endMs <= gapMsMax)
    );
  });
}

/**
 * Reads the code. A long second tone means reorder or no circuit. With a low and short second tone, a low and short first one
 * means intercept, and a high and long first one means vacant code. Other tones do not say why the call failed.
 */
function meaningOf(segments: readonly MeasuredTone[]): Intercept {
  const isCoded = segments.every(({ frequencyHz }, place) =>
    codedHz[place]!.some((hz) => Math.abs(hz - frequencyHz) <= codedDriftHz),
  );
  if (!isCoded) return 'uncoded';
  const [isLong, isSecondLong] = segments.map(({ startMs, endMs }) => endMs - startMs >= longMsMin);
  if (isSecondLong) return 'network';
  const [isHigh, isSecondHigh] = segments.map(
    ({ frequencyHz }, place) => Math.abs(frequencyHz - codedHz[place]![0]) > codedDriftHz,
  );
  return !isSecondHigh && isHigh === isLong ? 'number' : 'uncoded';
}
