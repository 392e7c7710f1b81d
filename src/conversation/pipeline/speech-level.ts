import { tickMs } from '../../telephony/media/index.ts';

/** The level of active speech: -19 dBm0 as RFC 7874 §4 and ITU-T G.169 recommend, which is -22 dB from full scale. */
const targetPower = 2600 ** 2;
/** A level this close to the target stays as it is. */
const nearDb = 2;
const gainDbMax = 12;
/** Quieter frames are pauses: 45 dB below full scale, and 15.9 dB below the active speech (the margin of ITU-T P.56). */
const pausePower = 184 ** 2;
const pauseShare = 10 ** -1.59;
/** The frames of speech, 400 ms, that settle the gain of a voice, and those, 10 s, that its level is averaged over. */
const settledFrames = 20;
const averagedFrames = 500;
/** How far the gain moves in a frame: until it is settled, and afterwards (1 dB a second). */
const quickDb = 0.5;
const slowDb = 0.02;
/** The soft limit: samples above -4 dB are compressed so that they stay below -1 dB. */
const knee = 20_675;
const limit = 29_204;
const voicesMax = 1000;

/** The active speech level of a voice, and the gain that brings it to the target. */
export class VoiceLevel {
  /** The gain for the voice, in decibels. It is kept while it brings the level to within 2 dB of the target. */
  gainDb = 0;
  #power = 0;
  #frames = 0;
  /** Whether the gain was chosen by enough speech. */
  #isChosen = false;

  /** Whether any frame was active speech. */
  get isHeard(): boolean {
    return this.#frames > 0;
  }

  /** Whether enough speech was measured. */
  get isSettled(): boolean {
    return this.#frames >= settledFrames;
  }

  /** Takes the mean square of a frame of 20 ms. Returns whether the frame is active speech. */
  take(power: number): boolean {
    if (power < Math.max(pausePower, this.#power * pauseShare)) return false;
    this.#frames = Math.min(this.#frames + 1, averagedFrames);
    this.#power += (power - this.#power) / this.#frames;
    return true;
  }

  /** Chooses the gain by all speech so far. */
  chooseGain(): void {
    if (this.#frames === 0) return;
    const neededDb = 10 * Math.log10(targetPower / this.#power);
    if (this.#isChosen && Math.abs(neededDb - this.gainDb) <= nearDb) return;
    this.#isChosen = this.isSettled;
    this.gainDb = Math.abs(neededDb) <= nearDb ? 0 : Math.max(-gainDbMax, Math.min(gainDbMax, neededDb));
  }
}

const levels = new Map<string, VoiceLevel>();

/** Returns the level of a voice. The process remembers it, so that the first word of a later call has the right level. */
export function levelOfVoice(id: string): VoiceLevel {
  const known = levels.get(id);
  if (known) return known;
  if (levels.size === voicesMax) levels.delete(levels.keys().next().value!);
  const level = new VoiceLevel();
  levels.set(id, level);
  return level;
}

/**
 * Brings the speech of one text to a comfortable level, without delay. The first parts of an unknown voice are scaled by
 * what they contain, so that a long first part is right from its first sample. Speech that needs no gain passes
 * unchanged.
 */
export class LevelledSpeech {
  readonly #voice: VoiceLevel;
  readonly #frameSamples: number;
  #gainDb = 0;
  #factor = 1;
  /** Whether the caller has heard speech with the present gain, so that it may no longer jump. */
  #hasSpoken = false;
  #isReached = false;
  #sum = 0;
  #squares = 0;
  #count = 0;

  constructor(voice: VoiceLevel, sampleRateHz: number) {
    this.#voice = voice;
    this.#frameSamples = (sampleRateHz * tickMs) / 1000;
  }

  /** Returns the next samples at the level; the given array when they need no gain. */
  push(pcm: Int16Array): Int16Array {
    const hasSpoken = this.#measure(pcm);
    const { gainDb, isSettled } = this.#voice;
    if (!this.#hasSpoken && isSettled) {
      this.#gainDb = gainDb;
      this.#factor = 10 ** (gainDb / 20);
    }
    this.#hasSpoken ||= hasSpoken;
    return this.#gainDb === 0 && gainDb === 0 ? pcm : this.#scale(pcm);
  }

  /** Measures whole frames without their constant part. Returns whether one is active speech. */
  #measure(pcm: Int16Array): boolean {
    let isActive = false;
    for (let at = 0; at < pcm.length; ) {
      const to = Math.min(at + this.#frameSamples - this.#count, pcm.length);
      let sum = 0;
      let squares = 0;
      for (let n = at; n < to; n++) {
        const sample = pcm[n]!;
        sum += sample;
        squares += sample * sample;
      }
      this.#sum += sum;
      this.#squares += squares;
      this.#count += to - at;
      at = to;
      if (this.#count < this.#frameSamples) break;
      const power = this.#squares / this.#count - (this.#sum / this.#count) ** 2;
      if (this.#voice.take(power)) isActive = true;
      this.#sum = this.#squares = this.#count = 0;
    }
    if (isActive) this.#voice.chooseGain();
    return isActive;
  }

  #scale(pcm: Int16Array): Int16Array {
    const scaled = new Int16Array(pcm.length);
    for (let from = 0; from < pcm.length; from += this.#frameSamples) {
      const to = Math.min(from + this.#frameSamples, pcm.length);
      const next = this.#nextFactor((to - from) / this.#frameSamples);
      const step = (next - this.#factor) / (to - from);
      let factor = this.#factor;
      for (let n = from; n < to; n++) {
        factor += step;
        const sample = pcm[n]! * factor;
        // The addition rounds without a branch, as `|` cuts off the fraction of a positive number.
        if (sample > knee || sample < -knee) scaled[n] = limited(sample);
        else scaled[n] = ((sample + 32_768.5) | 0) - 32_768;
      }
      this.#factor = next;
    }
    return scaled;
  }

  /** Moves the gain towards the wanted one for the time of some frames, and returns it as a factor. */
  #nextFactor(frames: number): number {
    const { gainDb, isSettled } = this.#voice;
    const far = gainDb - this.#gainDb;
    if (far === 0) {
      this.#isReached ||= isSettled;
      return this.#factor;
    }
    const most = (this.#isReached ? slowDb : quickDb) * frames;
    this.#gainDb = Math.abs(far) <= most ? gainDb : this.#gainDb + Math.sign(far) * most;
    return 10 ** (this.#gainDb / 20);
  }
}

function limited(sample: number): number {
  const room = limit - knee;
  return Math.sign(sample) * (knee + room * Math.tanh((Math.abs(sample) - knee) / room));
}
