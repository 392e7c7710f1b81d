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
/** A voice in the first 600 ms of the audio (30 frames), before the agent can be interrupted, is the room's. */
const roomTicks = 30;
/** Such a voice is the caller's if it is this loud; below `roomLevelMax` it does not begin a stretch of speech. */
const sureCallerMin = 66;
const roomLevelMax = 63;
/** Voices fill this share of 1.5 s before they count as the room's, so a single word does not. */
const roomShare = 0.4;
const shareTicks = 75;
/** How fast the level of other voices follows them, in decibels a frame. */
const riseMax = 1;
const fall = 0.01;
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
 * Separates the caller's voice from other voices by level: the caller is near the telephone, the others are not.
 *
 * It follows two levels. That of the **caller** is the 90th percentile of the voiced frames in a stretch of speech, slowly
 * averaged over stretches. That of **other voices** is near their peaks: voiced frames that are not the caller's, once they
 * fill 40 % of 1.5 s, or come in the first 600 ms. A frame is the caller's when it is louder than the other voices and not
 * far below the caller's usual level. Where neither is known, every voice is the caller's, but for quiet ones over the
 * agent's own.
 */
export class Foreground {
  readonly #limits: Limits;
  #tick = 0;
  /** The caller's usual level; 0 until the first stretch of speech. */
  #caller = 0;
  /** The level of other voices; 0 while there are none. */
  #others = 0;
  #peak = 0;
  #share = 0;
  #silentTicks = 0;
  /** The loudest voice of the first 600 ms; NaN when it is the caller's. */
  #room = 0;
  /** The level of what was played lately. */
  #played = 0;
  /** Voiced frames of the stretch of speech that goes on, by level. */
  readonly #levels = new Uint16Array(96);

  constructor(mode: Exclude<BackgroundSuppression, 'off'>) {
    this.#limits = limits[mode];
  }

  /** Whether other voices are heard in the room; `null` in the first 600 ms, until that is known. */
  get hasOthers(): boolean | null {
    return this.#tick < roomTicks && this.#others === 0 ? null : this.#others > 0;
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
    if (this.#tick < roomTicks) return roomLevelMax;
    return isPlaying ? this.#limits.unknownCallerMin : 0;
  }

  /**
   * Takes a frame of 20 ms: its energy, whether it has a pitch, whether it is the caller's by `threshold`, and whether the
   * caller or the agent is speaking.
   */
  note(energy: number, isVoiced: boolean, isCaller: boolean, isSpeaking: boolean, isPlaying: boolean): void {
    this.#tick++;
    this.#silentTicks = isSpeaking || isPlaying ? 0 : this.#silentTicks + 1;
    if (isSpeaking) {
      if (isVoiced && isCaller) this.#levels[Math.min(95, Math.round(energy))]!++;
      return;
    }
    const isOther = isVoiced && !isCaller;
    this.#share += ((isOther ? 1 : 0) - this.#share) / shareTicks;
    this.#peak = Math.max(0, this.#peak - fall);
    if (isOther) this.#peak = this.#peak === 0 ? energy : this.#peak + clamp(energy - this.#peak, 0, riseMax);
    if (this.#tick <= roomTicks) this.#noteRoom(energy, isVoiced);
    if (this.#others > 0 || this.#share > roomShare) this.#others = this.#peak;
    if (this.#others < levelMin) this.#others = 0;
  }

  /** Takes a frame of the first 600 ms; a voice in it is the room's unless one frame is as loud as a caller. */
  #noteRoom(energy: number, isVoiced: boolean): void {
    if (isVoiced && energy >= sureCallerMin) this.#room = Number.NaN;
    else if (isVoiced) this.#room = Math.max(this.#room, energy);
    if (this.#tick === roomTicks && this.#room > 0) this.#others = this.#peak = this.#room;
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
    if (!isLong) return;
    const heard = Math.min(level, callerLevelMax);
    const weight = heard > this.#caller ? 0.5 : 0.3;
    this.#caller = this.#caller === 0 ? heard : this.#caller + weight * (heard - this.#caller);
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
