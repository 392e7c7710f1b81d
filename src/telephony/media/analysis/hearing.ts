import { tickMs } from '../codec/pcm.ts';
import type { BackgroundSuppression } from './foreground.ts';
import { NoiseReduction, noiseReductionDelayMs } from './noise-reduction.ts';
import { PieceBuilder } from './piece-builder.ts';
import { SpeechGate } from './speech-gate.ts';
import { type SpeechEdge, VoiceActivity } from './voice-activity.ts';

/** What is reported of speech: its edges, and a voice over played audio that is too soft to be the caller's. */
export type HeardSpeech = SpeechEdge['type'] | 'background';

/** The reports that are wanted on the received audio. */
export interface HearingOptions {
  /** Whether the audio itself is reported. */
  audio: boolean;
  /**
   * Whether steady noise is reduced in the reported audio too; no by default. With `backgroundSuppression`, speech is detected
   * in reduced audio in any case.
   */
  reducesNoise?: boolean;
  /**
   * Whether silence replaces all that is not the caller's speech; no by default. Otherwise it does so only while other
   * voices are known to be in the room. Needs `backgroundSuppression`.
   */
  onlySpeech?: boolean;
  /** Whether audio before the answer is reported too (at 8 kHz, on a clock of its own); no by default. */
  early?: boolean;
  /**
   * The length of its pieces, a multiple of 20 ms from 20 (the default) to 200. Longer pieces cost less. An edge of speech
   * is reported after all audio before it.
   */
  pieceMs?: number;
  /**
   * The longest piece during speech, a multiple of 20 ms from 20 to 200 (40 by default). While audio plays, it is at most
   * 40 ms, because the speech may be an interruption.
   */
  spokenPieceMs?: number;
  /**
   * Reports speech, unless `null`. An end is decided after `endAfterMs` without speech (60 to 5000 ms; 250 is a good
   * value). A pause is reported after `pauseAfterMs` without speech, if that is shorter (absent: never), and so is speech that
   * goes on after it. Over played audio a hum pauses sooner, and a sound that is no speech is reported (`listener-sound.ts`).
   * With `yieldMs` (up to 500), played audio falls silent in the tick that decides a beginning or a continuation. It resumes
   * after that time unless it is stopped, so that the agent does not speak over the caller before its owner decides.
   * `backgroundSuppression` (off by default) separates other voices from the caller's: they are no speech then, and
   * silence replaces them in the reported audio.
   */
  speech: SpeechOptions | null;
}

interface SpeechOptions {
  endAfterMs: number;
  pauseAfterMs?: number;
  yieldMs?: number;
  backgroundSuppression?: BackgroundSuppression;
}

/** The reports of a session. Positions are milliseconds on its clock. */
export interface HearingEvents {
  /** The receiver must copy the audio. `isUrgent` audio is wanted without delay. */
  audio(pcm: Int16Array, atMs: number, isUrgent: boolean): void;
  speech(type: HeardSpeech, atMs: number, decidedAtMs: number): void;
}

/** The longest piece of audio, and the longest piece of speech that may be an interruption. */
export const pieceMsMax = 200;
export const interruptingPieceMsMax = 40;

/** Detects speech in the received audio of a session, and cuts that audio into pieces, as `listen` asks for. */
export class Hearing {
  readonly #events: HearingEvents;
  #sampleRateHz: number;
  #pieces: PieceBuilder | null = null;
  #gate: SpeechGate | null = null;
  #noise: NoiseReduction | null = null;
  #reducesNoise = false;
  #onlySpeech = false;
  #pieceMs = tickMs;
  #spokenPieceMs = interruptingPieceMsMax;
  #activity: VoiceActivity | null = null;
  #yieldMs = 0;
  #isPlaying = false;
  #isEarly = false;

  constructor(sampleRateHz: number, events: HearingEvents) {
    this.#sampleRateHz = sampleRateHz;
    this.#events = events;
  }

  /** Whether audio before the answer is wanted. */
  get isEarly(): boolean {
    return this.#isEarly;
  }

  /** Changes what is reported. The noise of the line and current speech stay known. */
  listen(options: HearingOptions): void {
    const { audio, speech, pieceMs = tickMs, spokenPieceMs = interruptingPieceMsMax } = options;
    this.#flush();
    this.#isEarly = options.early ?? false;
    this.#pieces = audio ? this.#newPieces() : null;
    this.#pieceMs = pieceMs;
    this.#spokenPieceMs = spokenPieceMs;
    this.#yieldMs = speech?.yieldMs ?? 0;
    this.#reducesNoise = options.reducesNoise ?? false;
    this.#onlySpeech = false;
    if (!speech) {
      this.#activity = null;
      this.#noise = null;
      return;
    }
    const { endAfterMs, backgroundSuppression = 'off' } = speech;
    this.#onlySpeech = (options.onlySpeech ?? false) && backgroundSuppression !== 'off';
    if (backgroundSuppression !== 'off') this.#noise ??= new NoiseReduction(this.#sampleRateHz);
    this.#activity ??= new VoiceActivity(this.#sampleRateHz, endAfterMs, backgroundSuppression);
    this.#activity.endAfterMs = endAfterMs;
    this.#activity.pauseAfterMs = speech.pauseAfterMs ?? null;
  }

  /** Takes the sample rate of the audio. A change forgets the noise of the line. */
  configure(sampleRateHz: number): void {
    if (sampleRateHz === this.#sampleRateHz) return;
    this.#sampleRateHz = sampleRateHz;
    this.#gate = null;
    if (this.#pieces) this.#pieces = this.#newPieces();
    if (this.#activity) this.#activity = this.#activity.at(sampleRateHz);
    if (this.#noise) this.#noise = new NoiseReduction(sampleRateHz);
  }

  /**
   * Takes the frame of the tick at `atMs`, and the audio that was played in the tick before (`null` while nothing plays).
   * Returns for how many milliseconds played audio must be silent from this tick on.
   */
  hear(frame: Int16Array, atMs: number, played: Int16Array | null): number {
    const activity = this.#activity;
    const clear = this.#noise?.push(frame) ?? frame;
    const lateMs = this.#noise?.isNoisy ? noiseReductionDelayMs : 0;
    const edge = activity?.push(clear, atMs - lateMs, played) ?? null;
    if (this.#pieces) this.#report(this.#reducesNoise ? clear : frame, atMs, played !== null, edge !== null);
    if (edge) this.#events.speech(edge.type, edge.atMs, atMs);
    else if (activity?.isBackgroundNoticed) this.#events.speech('background', atMs - lateMs, atMs);
    return edge?.type === 'started' || edge?.type === 'continued' ? this.#yieldMs : 0;
  }

  /** Adds a frame to the pieces. With `isEdge`, they end here. */
  #report(frame: Int16Array, atMs: number, isPlaying: boolean, isEdge: boolean): void {
    const activity = this.#activity;
    this.#isPlaying = isPlaying;
    const hasOthers = activity ? activity.hasOthers : false;
    if (this.#gate || this.#onlySpeech || hasOthers !== false) {
      this.#gate ??= new SpeechGate((heard, heardMs) => this.#pieces?.add(heard, heardMs, this.#wantedMs()));
      const isGated = hasOthers === null ? null : hasOthers || this.#onlySpeech;
      this.#gate.add(frame, atMs, activity?.isSpeaking ?? true, isGated, hasOthers === true);
    } else this.#pieces?.add(frame, atMs, this.#wantedMs());
    if (isEdge) this.#pieces?.flush();
  }

  #flush(): void {
    this.#gate?.release();
    this.#pieces?.flush();
  }

  #wantedMs(): number {
    if (!this.#activity?.isSpeaking) return this.#pieceMs;
    const spokenMs = Math.min(this.#pieceMs, this.#spokenPieceMs);
    return this.#isPlaying ? Math.min(spokenMs, interruptingPieceMsMax) : spokenMs;
  }

  #newPieces(): PieceBuilder {
    return new PieceBuilder(this.#sampleRateHz, pieceMsMax, (pcm, atMs) =>
      this.#events.audio(pcm, atMs, this.#pieceMs === tickMs),
    );
  }
}
