import { tickMs } from '../codec/pcm.ts';
import { BackgroundVoice } from './background-voice.ts';
import { count, decibels, energyOf } from './energy.ts';
import { type BackgroundSuppression, Foreground } from './foreground.ts';
import { ListenerSound } from './listener-sound.ts';
import { toneLikeness, toneWindow } from './tone-likeness.ts';
import { voicing } from './voicing.ts';

/**
 * The beginning of speech, a pause in it, its continuation after a pause, or its end, in milliseconds of the audio. `wordless`:
 * the sound goes on, but is no speech. If speech follows, that is a continuation.
 */
export interface SpeechEdge {
  type: 'started' | 'paused' | 'wordless' | 'continued' | 'ended';
  atMs: number;
}

const lowRateHz = 4_000;
const lowPerFrame = (lowRateHz * tickMs) / 1000;
const voicingWindow = 2 * lowPerFrame;
/** The frames that memory takes before the newest ones move to its beginning. */
const framesPerMove = 8;

/** Energies are decibels relative to one unit of the 16-bit scale; full scale is 90. */
const floorMin = 15;
const floorAtStartMax = 40;
/** Quieter sounds are no speech on any line: 54 dB below full scale. */
const loudnessMin = 36;
/** The level above the noise at which speech begins, and the level at which it ends. */
const startMargin = 7;
const endMargin = 4;

const voicedFrom = 0.55;
/**
 * The likeness from which a sound is a tone. Deep vowels come close, so while audio is played a tone must be purer: a caller's
 * word would otherwise be found up to half a second late.
 */
const toneFrom = { silent: 0.99, playing: 0.998 };
/** The shortest sound that is judged for tones, and the step in energy that begins another sound. */
const toneLookMsMin = 30;
const jump = 6;

/** The frames (a second) in which the noise of a line is learned quickly. */
const learningFrames = 50;

/** The frames of a decision (100 ms), and how many of them must be loud, and voiced. */
const evidenceFrames = 5;
const loudFramesMin = 3;
const voicedFramesMin = 2;
/** The longest hiss or stop of a word before its first voiced frame. */
const leadMsMax = 240;
/** The longest hiss of a word after its last voiced frame. */
const tailMsMax = 300;

/**
 * Detects speech in 20 ms frames at 8 or 16 kHz, at a cost of about 3 µs a frame.
 *
 * Speech is louder than the line's noise in three frames of five and has a pitch in two of them. One or two pure tones
 * are no speech. Steady noise of any colour, clicks, keys, ringing and busy tones are therefore ignored. The estimate of
 * the noise falls quickly and rises slowly, and even more slowly while there is pitch.
 *
 * Two modes. **Silent**: a beginning is decided after 60 to 100 ms and reported with its true position. That precedes the
 * pitch of a word that begins with a hiss. **Speaking**: an end is reported when nothing was loud for `endAfterMs`,
 * with the position of the last loud sound. A pause is reported earlier, after `pauseAfterMs` (`null` for never), and
 * over played audio sooner after a hum, or during a long one. If words go on after it, that is reported too.
 */
export class VoiceActivity {
  endAfterMs: number;
  pauseAfterMs: number | null = null;
  readonly #decimation: number;
  readonly #low = new Float64Array(toneWindow + framesPerMove * lowPerFrame);
  /** The end of the newest audio at 4 kHz; all looks lie just before it. */
  #lowEnd = toneWindow;
  #lastIn = 0;
  #lastHigh = 0;
  #floor = floorMin;
  #hasFloor = false;
  #speaking = false;
  /** The beginning of a voice of which it is not known whether it is the caller's. */
  #heldMs: number | null = null;
  readonly #loud = new Uint8Array(evidenceFrames);
  readonly #voiced = new Uint8Array(evidenceFrames);
  #frame = 0;
  #isTone = false;
  #lastEnergy = 0;
  #jumpMs = Number.NEGATIVE_INFINITY;
  /** The beginning of the current loud sound, its last loud moment, and its last voiced one. */
  #soundStartMs = 0;
  #soundEndMs = Number.NEGATIVE_INFINITY;
  #voicedEndMs = Number.NEGATIVE_INFINITY;
  #speechEndMs = 0;
  /** The end of the last reported pause's sound. */
  #pausedAtMs = Number.NEGATIVE_INFINITY;
  /** A pause was reported, and neither a continuation nor an end since. */
  #isPaused = false;
  #foreground: Foreground | null;
  readonly #background = new BackgroundVoice();
  #isBackgroundNoticed = false;
  readonly #listener: ListenerSound;
  #isPlaying = false;

  constructor(
    sampleRateHz: number,
    endAfterMs: number,
    backgroundSuppression: BackgroundSuppression = 'off',
  ) {
    this.#decimation = sampleRateHz / lowRateHz;
    this.#listener = new ListenerSound(sampleRateHz);
    this.endAfterMs = endAfterMs;
    this.#foreground = backgroundSuppression === 'off' ? null : new Foreground(backgroundSuppression);
  }

  /** Returns a detector for another sample rate. It keeps the levels of the voices, and forgets the noise of the line. */
  at(sampleRateHz: number): VoiceActivity {
    const other = new VoiceActivity(sampleRateHz, this.endAfterMs);
    other.pauseAfterMs = this.pauseAfterMs;
    other.#foreground = this.#foreground;
    return other;
  }

  /** Whether a beginning was reported and no end since. */
  get isSpeaking(): boolean {
    return this.#speaking;
  }

  /** Whether other voices than the caller's are heard in the room; `null` in the first 600 ms, until that is known. */
  get hasOthers(): boolean | null {
    return this.#foreground ? this.#foreground.hasOthers : false;
  }

  /**
   * Takes the 20 ms of audio that begin at `atMs`, and the audio that was played last (`null` while nothing plays). Returns
   * the edge that is decided, or `null`.
   */
  push(frame: Int16Array, atMs: number, played: Int16Array | null = null): SpeechEdge | null {
    this.#isPlaying = played !== null;
    const [first, second] = this.#measure(frame);
    const energy = Math.max(first, second);
    this.#noteJump(first, second, atMs);
    const audible = Math.max(this.#floor + (this.#speaking ? endMargin : startMargin), loudnessMin);
    const hasPitch =
      energy > audible && voicing(this.#low, this.#lowEnd, voicingWindow, voicedFrom) > voicedFrom;
    const threshold = Math.max(audible, this.#foregroundMin(played));
    const isLoud = energy > threshold;
    const isVoiced = isLoud && hasPitch;
    // The soft ends of words belong to the caller too when no other voice is heard.
    const sound = played === null && !this.hasOthers ? audible : threshold;
    const isAudible = energy > audible;
    const noted = { energy, isAudible, isVoiced: hasPitch, isCaller: isLoud };
    this.#foreground?.note(noted, this.#speaking, played !== null);
    this.#noteBackground(hasPitch && !isLoud, isLoud);
    this.#follow(Math.min(first, second), hasPitch);
    const at = this.#frame++ % evidenceFrames;
    this.#loud[at] = isAudible ? 1 : 0;
    this.#voiced[at] = isVoiced ? 1 : 0;
    if (energy > sound) this.#noteSound(first > sound, second > sound, atMs);
    this.#listener.push(frame, energy > sound, hasPitch);
    if (!this.#speaking && this.#listener.isBlow) this.#voiced[at] = 0;
    else if (isVoiced) this.#noteVoice(atMs);
    return this.#speaking ? this.#judgeEnd(energy > sound, atMs) : this.#judgeStart(isLoud, atMs);
  }

  /** Whether the last frame showed that a voice is heard over played audio which is too soft to be the caller's. */
  get isBackgroundNoticed(): boolean {
    return this.#isBackgroundNoticed;
  }

  #noteBackground(isOther: boolean, isCaller: boolean): void {
    const isJudged = this.#foreground !== null && this.#isPlaying && !this.#speaking && !isCaller;
    if (!isJudged) this.#background.clear();
    this.#isBackgroundNoticed = isJudged && this.#background.note(isOther);
  }

  /** Returns the energy that the caller's voice must exceed. */
  #foregroundMin(played: Int16Array | null): number {
    if (!this.#foreground) return 0;
    return this.#foreground.threshold(this.#speaking, played ? Math.max(1, energyOf(played)) : 0);
  }

  /** Keeps the frame at 4 kHz. Returns the energies of both its halves, without direct current. */
  #measure(frame: Int16Array): [number, number] {
    const half = frame.length / 2;
    if (this.#lowEnd === this.#low.length) {
      this.#low.copyWithin(0, this.#lowEnd - toneWindow);
      this.#lowEnd = toneWindow;
    }
    const first = this.#filter(frame, 0, half);
    const second = this.#filter(frame, half, frame.length);
    return [decibels(first / half), decibels(second / half)];
  }

  /** Takes the samples of `frame` from `from` to `to`. Returns the sum of their squares. */
  #filter(frame: Int16Array, from: number, to: number): number {
    const low = this.#low;
    const decimation = this.#decimation;
    let [energy, lastIn, high, lowEnd] = [0, this.#lastIn, this.#lastHigh, this.#lowEnd];
    for (let start = from; start < to; start += decimation) {
      let sum = 0;
      for (let n = start; n < start + decimation; n++) {
        // A high-pass at about 60 Hz.
        const sample = frame[n]!;
        high = sample - lastIn + 0.955 * high;
        lastIn = sample;
        energy += high * high;
        sum += high;
      }
      low[lowEnd++] = sum / decimation;
    }
    this.#lastIn = lastIn;
    this.#lastHigh = high;
    this.#lowEnd = lowEnd;
    return energy;
  }

  #follow(energy: number, isVoiced: boolean): void {
    if (!this.#hasFloor) {
      this.#hasFloor = true;
      this.#floor = Math.max(floorMin, Math.min(energy, floorAtStartMax));
      return;
    }
    const above = energy - this.#floor;
    if (above < 0) this.#floor += 0.2 * above;
    else if (isVoiced) this.#floor += Math.min(0.05 * above, 0.02);
    else this.#floor += Math.min(0.05 * above, this.#frame < learningFrames ? 1 : 0.3);
    this.#floor = Math.max(floorMin, this.#floor);
  }

  /** Notes where the sound last became much louder within 10 ms, as it does when a tone or a vowel begins. */
  #noteJump(first: number, second: number, atMs: number): void {
    if (second > first + jump) this.#jumpMs = atMs + tickMs / 2;
    else if (first > this.#lastEnergy + jump) this.#jumpMs = atMs;
    this.#lastEnergy = second;
  }

  #noteSound(firstIsLoud: boolean, secondIsLoud: boolean, atMs: number): void {
    // A gap of up to 60 ms is the closure of a stop and does not split a word.
    if (atMs - this.#soundEndMs > 3 * tickMs) {
      this.#soundStartMs = firstIsLoud ? atMs : atMs + tickMs / 2;
      if (!this.#speaking) this.#listener.begin(this.#isPlaying);
    }
    this.#soundEndMs = secondIsLoud ? atMs + tickMs : atMs + tickMs / 2;
  }

  #noteVoice(atMs: number): void {
    // Sound long before the first voiced frame was noise, not the beginning of a word.
    if (!this.#speaking && atMs - this.#voicedEndMs > leadMsMax) {
      this.#soundStartMs = Math.max(this.#soundStartMs, atMs - leadMsMax);
    }
    this.#voicedEndMs = atMs + tickMs;
  }

  #judgeStart(isLoud: boolean, atMs: number): SpeechEdge | null {
    const heldMs = this.#heldMs;
    const startMs = heldMs ?? this.#beginning(isLoud, atMs);
    const opening = this.#foreground ? this.#foreground.opening : 'none';
    this.#heldMs = opening === null ? startMs : null;
    if (startMs === null || opening === null) return null;
    if (opening === 'room' && heldMs !== null) return null;
    this.#speaking = true;
    this.#isPaused = false;
    this.#speechEndMs = this.#soundEndMs;
    return { type: 'started', atMs: startMs };
  }

  /** Returns the position at which a voice began that is recognized in this tick, or `null`. */
  #beginning(isLoud: boolean, atMs: number): number | null {
    if (!isLoud || count(this.#loud) < loudFramesMin || count(this.#voiced) < voicedFramesMin) return null;
    const wasTone = this.#isTone;
    // The beginning is known to 10 ms only, so these are left out.
    const soundMs = atMs + tickMs / 2 - Math.max(this.#soundStartMs, this.#jumpMs);
    if (soundMs < toneLookMsMin) return null;
    const noise = 10 ** (this.#floor / 10);
    const looked = this.#low.subarray(this.#lowEnd - toneWindow, this.#lowEnd);
    this.#isTone =
      toneLikeness(looked, (soundMs * lowRateHz) / 1000, noise) >
      toneFrom[this.#isPlaying ? 'playing' : 'silent'];
    // The end of a tone resembles noise, so a former tone is examined twice.
    return this.#isTone || wasTone ? null : this.#soundStartMs;
  }

  #judgeEnd(isLoud: boolean, atMs: number): SpeechEdge | null {
    if (this.#foreground?.isOutspoken()) {
      // The louder voice begins in one of the next ticks.
      this.#speaking = false;
      this.#soundStartMs = Math.max(this.#soundStartMs, atMs - leadMsMax);
      return { type: 'ended', atMs: this.#soundStartMs };
    }
    if (isLoud && atMs - this.#voicedEndMs < tailMsMax) this.#speechEndMs = this.#soundEndMs;
    if (isLoud && !this.#isPaused && this.pauseAfterMs !== null) {
      if (this.#listener.isListener) return this.#pause('paused');
      if (this.#listener.isWordless) return this.#pause('wordless');
    }
    const isLouder = this.#pausedAtMs !== this.#speechEndMs && count(this.#loud) >= loudFramesMin;
    const goesOn = isLouder && count(this.#voiced) > 0 && !this.#listener.isUnchanged;
    if (this.#isPaused && goesOn) {
      this.#isPaused = false;
      return { type: 'continued', atMs: this.#soundStartMs };
    }
    const silentMs = atMs + tickMs - this.#speechEndMs;
    if (silentMs < this.endAfterMs) return this.#judgePause(silentMs);
    this.#speaking = false;
    this.#foreground?.spoken();
    this.#loud.fill(0);
    this.#voiced.fill(0);
    return { type: 'ended', atMs: this.#speechEndMs };
  }

  /** Returns a pause once for each stretch of sound. */
  #judgePause(silentMs: number): SpeechEdge | null {
    if (this.pauseAfterMs === null || this.#pausedAtMs === this.#speechEndMs) return null;
    return silentMs < this.#listener.overAfterMs(this.pauseAfterMs) ? null : this.#pause('paused');
  }

  #pause(type: 'paused' | 'wordless'): SpeechEdge {
    this.#pausedAtMs = this.#speechEndMs;
    this.#isPaused = true;
    return { type, atMs: this.#speechEndMs };
  }
}
