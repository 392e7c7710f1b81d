import { OpeningVoice } from './opening-voice.ts';

/**
 * How strictly the caller's voice is separated from other voices in the room: not at all, by level (`standard`), or by level
 * with a narrower range (`strong`), which may miss a soft-spoken caller.
 */
export type BackgroundSuppression = 'off' | 'standard' | 'strong';

/** Energies are decibels relative to one unit of the 16-bit scale, as in `voice-activity.ts`; full scale is 90. */
interface Limits {
  /** While the agent speaks and the caller's level is unknown, quieter voices are not the caller's. */
  unknownCallerMin: number;
  /** How far below the caller's usual level a voice may be to be the caller's. */
  belowCaller: number;
}

const limits: Record<Exclude<BackgroundSuppression, 'off'>, Limits> = {
  standard: { unknownCallerMin: 54, belowCaller: 11 },
  strong: { unknownCallerMin: 61, belowCaller: 7 },
};

/** How far above the other voices the caller's begins, and how far it has to fall to be over. */
const startMargin = 4;
const endMargin = 2;
/** So far below their own usual level callers are always heard, however loud the room is. */
const sureBelowCaller = 4;
/** As long as no other voices are known, callers may speak more softly. */
const softStart = 4;
/** Voices fill this share of 1.5 s before they count as the room's, so a single word does not. */
const roomShare = 0.4;
const shareTicks = 75;
/** How fast the level of other voices follows them, in decibels a frame. */
const riseMax = 1;
const fall = 0.01;
/** Softer frames up to 200 ms after a loud one may be the same voice. */
const afterLoudTicks = 10;
/** Other voices below this level (54 dB below full scale) are none. */
const levelMin = 36;
/** Our echo from the far end is at least this far below what was played, and up to 400 ms late. */
const echoBelow = 16;
const echoFall = 0.1;
/** After 2.5 s in which neither side spoke, the limits drop by `closeListening` decibels, to find a quiet caller. */
const closeListeningTicks = 125;
const closeListening = 7;
/** Levels louder than this teach nothing more of the caller: a shout is not how they speak. */
const callerLevelMax = 74;
/** Voiced frames (160 ms) that a stretch of speech has at least to teach the caller's level. */
const taughtFramesMin = 8;

/**
 * In a stretch of speech, a voice that is `louderBy` decibels louder than its 90th percentile is another person's: five voiced
 * frames of it, each within half a second of voiced frames of the last. The percentile needs half a second to be known.
 */
const louderBy = 9;
const louderFramesMin = 5;
const voicedFramesBetween = 25;
const stretchFramesMin = 25;
/**
 * In the caller's first stretch of speech, a voice that stays `louderBy` decibels below its 90th percentile for so many voiced
 * frames (0.8 s) is another one, which goes on after the caller has finished.
 */
const softerFramesMin = 40;
/** How fast the percentile follows the frames, in decibels: until it is known, and then. */
const stretchSteps = [2, 0.2] as const;

/** A frame of 20 ms. */
interface Frame {
  energy: number;
  /** Whether it is louder than the noise of the line. */
  isAudible: boolean;
  /** Whether it is audible and has a pitch. */
  isVoiced: boolean;
  /** Whether it exceeds `threshold`. */
  isCaller: boolean;
}

/**
 * Separates the caller's voice from other voices by level: the caller is near the telephone, the others are not.
 *
 * It follows two levels. That of the **caller** is the 90th percentile of the voiced frames in a stretch of speech, slowly
 * averaged over stretches. That of **other voices** is near their peaks: voiced frames that are not the caller's, once they
 * fill 40 % of 1.5 s. A frame is the caller's when it is louder than the other voices and not far below the caller's usual
 * level. Where neither is known, every voice is the caller's, but for quiet ones over the agent's own.
 *
 * `OpeningVoice` judges the first voice. Two decisions are revised: a first voice that was the room's and falls silent
 * soon was not; speech in which a much louder voice begins was not the caller's until then.
 */
export class Foreground {
  readonly #limits: Limits;
  /** The caller's usual level; 0 until the first stretch of speech. */
  #caller = 0;
  /** The level of other voices; 0 while there are none. */
  #others = 0;
  #peak = 0;
  #share = 0;
  #silentTicks = 0;
  #loudTicks = 0;
  readonly #openingVoice = new OpeningVoice();
  /** The other voices are known from the opening only, which may be revised. */
  #isTentative = false;
  /** The 90th percentile of the stretch of speech that goes on, and how many voiced frames it has. */
  #stretch = 0;
  #stretchFrames = 0;
  #louderFrames = 0;
  #framesSinceLouder = 0;
  /** The voiced frames since the last one at the level of the stretch, and the loudest of them. */
  #softerFrames = 0;
  #softerPeak = 0;
  /** The level of what was played lately. */
  #played = 0;
  /** Voiced frames of the stretch of speech that goes on, by level. */
  readonly #levels = new Uint16Array(96);

  constructor(mode: Exclude<BackgroundSuppression, 'off'>) {
    this.#limits = limits[mode];
  }

  /** Whether other voices are heard in the room; `null` at the beginning, until that is known. */
  get hasOthers(): boolean | null {
    return this.#openingVoice.owner === null ? null : this.#others > 0;
  }

  /** Whose the first voice of the audio is; `null` until that is known. */
  get opening(): OpeningVoice['owner'] {
    return this.#openingVoice.owner;
  }

  /** Returns the energy that a frame of the caller's exceeds, while something of energy `played` is played (0: nothing is). */
  threshold(isSpeaking: boolean, played: number): number {
    this.#played = Math.max(played, this.#played - echoFall);
    const closer = this.#silentTicks > closeListeningTicks ? closeListening : 0;
    let least = this.#played - echoBelow;
    if (this.#others > 0) {
      const margin = isSpeaking ? endMargin : startMargin;
      least = Math.max(least, this.#others + margin - (this.#caller === 0 ? closer : 0));
    }
    if (this.#caller === 0) return Math.max(least, this.#unknownCallerMin(played > 0));
    const softer = this.#others === 0 ? softStart : closer;
    least = Math.max(least, this.#caller - this.#limits.belowCaller - softer);
    return Math.min(least, this.#caller - sureBelowCaller);
  }

  #unknownCallerMin(isPlaying: boolean): number {
    return isPlaying ? this.#limits.unknownCallerMin : 0;
  }

  /** Takes a frame, and whether the caller or the agent is speaking. */
  note(frame: Frame, isSpeaking: boolean, isPlaying: boolean): void {
    const { energy, isVoiced, isCaller } = frame;
    this.#silentTicks = isSpeaking || isPlaying ? 0 : this.#silentTicks + 1;
    const isOpening = this.#openingVoice.owner === null;
    if (isVoiced && isCaller) {
      if (isSpeaking || isOpening) this.#levels[Math.min(95, Math.round(energy))]!++;
      if (isSpeaking) this.#noteStretch(energy);
    }
    this.#noteOpening(frame, isPlaying);
    if (isSpeaking && this.#caller === 0) this.#noteSofter(energy, isVoiced);
    if (isSpeaking || isOpening) return;
    this.#loudTicks = isCaller ? afterLoudTicks : Math.max(0, this.#loudTicks - 1);
    const isOther = isVoiced && !isCaller && this.#loudTicks === 0;
    this.#share += ((isOther ? 1 : 0) - this.#share) / shareTicks;
    this.#peak = Math.max(0, this.#peak - fall);
    if (isOther) this.#peak = this.#peak === 0 ? energy : this.#peak + clamp(energy - this.#peak, 0, riseMax);
    if (this.#others > 0 || this.#share > roomShare) this.#others = this.#peak;
    if (this.#others < levelMin) this.#others = 0;
  }

  #noteOpening({ energy, isAudible, isVoiced }: Frame, isPlaying: boolean): void {
    const opening = this.#openingVoice;
    const wasOpen = opening.owner === null;
    opening.note(energy, isAudible, isVoiced, isPlaying);
    if (opening.owner !== 'room') return;
    if (wasOpen) {
      this.#others = this.#peak = opening.level;
      this.#isTentative = true;
      this.#levels.fill(0);
    } else if (this.#isTentative && opening.wasBrief) {
      this.#others = this.#peak = this.#share = 0;
      this.#isTentative = false;
    }
  }

  /** Takes a voiced frame of the stretch of speech that goes on. */
  #noteStretch(energy: number): void {
    const isKnown = this.#stretchFrames >= stretchFramesMin;
    if (isKnown && energy > this.#stretch + louderBy) {
      this.#louderFrames++;
      this.#framesSinceLouder = 0;
      return;
    }
    if (++this.#framesSinceLouder > voicedFramesBetween) this.#louderFrames = 0;
    if (this.#stretchFrames++ === 0) this.#stretch = energy;
    else this.#stretch += (energy > this.#stretch ? 0.9 : -0.1) * stretchSteps[isKnown ? 1 : 0];
  }

  /** Finds a voice that goes on below the caller's, whose level nothing else shows before the caller's first silence. */
  #noteSofter(energy: number, isVoiced: boolean): void {
    if (this.#stretchFrames < stretchFramesMin) return;
    if (energy > this.#stretch - louderBy) this.#softerFrames = this.#softerPeak = 0;
    else if (isVoiced) {
      this.#softerFrames++;
      this.#softerPeak = Math.max(this.#softerPeak, energy);
    }
    if (this.#softerFrames < softerFramesMin) return;
    this.#others = this.#peak = this.#softerPeak;
    this.#isTentative = false;
    this.#softerFrames = this.#softerPeak = 0;
  }

  /**
   * Returns true once when a much louder voice has begun in a stretch of speech. The stretch so far was another voice's
   * then, and its level is that of other voices.
   */
  isOutspoken(): boolean {
    if (this.#louderFrames < louderFramesMin) return false;
    this.#others = this.#peak = this.#stretch;
    if (this.#caller < this.#stretch + louderBy / 2) this.#caller = 0;
    this.#levels.fill(0);
    this.#isTentative = false;
    this.#stretchFrames = this.#louderFrames = this.#softerFrames = this.#softerPeak = 0;
    return true;
  }

  /** The caller has said something: learns how loud it was. */
  spoken(): void {
    const levels = this.#levels;
    let left = levels.reduce((sum, count) => sum + count, 0);
    const isLong = left >= taughtFramesMin;
    left *= 0.1;
    let level = levels.length - 1;
    while (level > 0 && left >= levels[level]!) left -= levels[level--]!;
    levels.fill(0);
    this.#stretchFrames = this.#louderFrames = this.#softerFrames = this.#softerPeak = 0;
    if (!isLong) return;
    const heard = Math.min(level, callerLevelMax);
    const weight = heard > this.#caller ? 0.5 : 0.3;
    this.#caller = this.#caller === 0 ? heard : this.#caller + weight * (heard - this.#caller);
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
