/** A frame of 20 ms of a sound: its level, and its spectrum relative to its loudest band, both in decibels. */
export interface SoundFrame {
  level: number;
  shape: Float64Array;
}

/** Bands that are softer than the loudest one by more than this are equally silent. */
const shapeDepth = 30;
/** Two frames are the same vowel with this mean difference of their bands, and at most this difference of their levels. */
const sameShape = 4.5;
const sameLevel = 5;
/**
 * The breath between both vowels is this much softer than they are, or a little softer and this different. It is no silence,
 * as before a "p" or "k", and lasts at least 60 ms.
 */
const breathBelow = 6;
const slightlyBelow = 2;
const otherShape = 5;
const silenceBelow = 25;
const breathFramesMin = 3;
/** Loud frames before the first vowel that differ from it by more than this are a consonant. */
const consonantShape = 4;
/** The last frame of the first vowel, and of the whole sound. Later returns are syllables of speech. */
const firstMax = 6;
const framesMax = 17;
/** So many frames in a row have the vowel again. */
const returnedFramesMin = 3;

/** Returns the frame of a sound whose spectrum has the energies `bands`. */
export function soundFrame(bands: Float64Array): SoundFrame {
  const level = 10 * Math.log10(bands.reduce((sum, energy) => sum + energy, 1));
  const decibels = bands.map((energy) => 10 * Math.log10(energy + 1));
  const most = Math.max(...decibels);
  return { level, shape: decibels.map((band) => Math.max(band - most, -shapeDepth)) };
}

/** Returns how much the spectra of two frames differ, in decibels. */
export function difference(one: SoundFrame, other: SoundFrame): number {
  const squares = one.shape.reduce((sum, band, n) => sum + (band - other.shape[n]!) ** 2, 0);
  return Math.sqrt(squares / one.shape.length);
}

/**
 * Returns whether a sound is a listener's "uh-huh" so far: it begins with a short vowel and not with a consonant, and the
 * same vowel has come back after a breath. Words change their vowel, or have a consonant there.
 */
export function isReturnedVowel(frames: readonly SoundFrame[]): boolean {
  if (frames.length > framesMax) return false;
  for (let back = 1; back <= returnedFramesMin; back++) {
    if (!isReturn(frames, frames.length - back)) return false;
  }
  return true;
}

/** Returns whether the frame at `now` has a vowel that the sound began with. */
function isReturn(frames: readonly SoundFrame[], now: number): boolean {
  const vowel = frames[now];
  for (let at = 1; vowel && at <= Math.min(firstMax, now - breathFramesMin); at++) {
    const first = frames[at]!;
    if (Math.abs(first.level - vowel.level) > sameLevel || difference(first, vowel) > sameShape) continue;
    const between = frames.slice(at + 1, now);
    const breath = between.filter((frame) => isBreath(frame, first, vowel));
    const isSilent = between.some(({ level }) => level < vowel.level - silenceBelow);
    const hasConsonant = frames.slice(1, at).some((frame) => isConsonant(frame, first));
    if (breath.length >= breathFramesMin && !isSilent && !hasConsonant) return true;
  }
  return false;
}

function isBreath(frame: SoundFrame, first: SoundFrame, vowel: SoundFrame): boolean {
  const below = Math.min(first.level, vowel.level) - frame.level;
  return below >= breathBelow || (below > slightlyBelow && difference(frame, vowel) > otherShape);
}

function isConsonant(frame: SoundFrame, first: SoundFrame): boolean {
  return frame.level > first.level - breathBelow && difference(frame, first) > consonantShape;
}
