import { VoiceActivity } from '../media/index.ts';
import { AnswerClassifier } from './answer-classifier.ts';
import type { AnswerVerdict, ProposedKind } from './answer-verdict.ts';
import { InformationTones } from './information-tones.ts';
import { MusicWatch } from './music-watch.ts';
import { frameMs, NarrowFrames } from './narrow-frames.ts';
import { ToneWatch } from './tone-watch.ts';

/** The shortest pause that ends a stretch of speech here; the classifier adds the stretches up. */
const endAfterMs = 200;

/** Listens to the first seconds of an answered call, as 8 or 16 kHz audio, and decides who or what answered. */
export class AnswerListener {
  readonly #classifier: AnswerClassifier;
  readonly #voice = new VoiceActivity(8000, endAfterMs);
  readonly #tones = new ToneWatch();
  readonly #information = new InformationTones();
  readonly #music = new MusicWatch();
  readonly #frames: NarrowFrames;
  #silentSinceMs: number | null = null;

  /** `hasWords`: words are recognized, so an announcement after special information tones is waited for. */
  constructor(answeredAtMs: number, sampleRateHz: number, hasWords = false) {
    this.#classifier = new AnswerClassifier(answeredAtMs, hasWords);
    this.#frames = new NarrowFrames(sampleRateHz);
  }

  /** The verdict so far. A late beep may still change it to a voicemail, and another verdict follows a queue. */
  get verdict(): AnswerVerdict | null {
    return this.#classifier.verdict;
  }

  /** Whether speech or special information tones were heard. */
  get hasHeardSpeech(): boolean {
    return this.#classifier.hasHeardSpeech;
  }

  /** The end of the last speech, in milliseconds of the audio; `null` during speech and before any. */
  get silentSinceMs(): number | null {
    return this.#silentSinceMs;
  }

  /** Takes audio in order and returns the verdict so far; `atMs` is the position of its first sample. */
  audio(pcm: Int16Array, atMs: number): AnswerVerdict | null {
    this.#frames.push(pcm, atMs, (frame, frameAtMs) => this.#frame(frame, frameAtMs));
    return this.#classifier.verdict;
  }

  /** Takes recognized words. Partial words replace the earlier partial ones. */
  heard(text: string, isPartial = false): void {
    this.#classifier.heard(text, isPartial);
  }

  /** The words of a long greeting that no known phrase explains, for `propose`; `null` when there are none. */
  get unexplainedWords(): string | null {
    return this.#classifier.unexplainedWords;
  }

  /** Takes what a reader of `words` makes of them. It comes too late after a verdict, or when others are heard. */
  propose(kind: ProposedKind, words: string): void {
    this.#classifier.propose(kind, words);
  }

  #frame(frame: Int16Array, atMs: number): void {
    const tone = this.#tones.push(frame, atMs);
    if (tone) this.#classifier.tone(tone);
    const intercept = this.#information.push(tone, this.#tones.isTone, atMs + frameMs);
    if (intercept) this.#classifier.intercepted(intercept, atMs + frameMs);
    const edge = this.#voice.push(frame, atMs);
    if (edge) this.#silentSinceMs = edge.type === 'ended' ? edge.atMs : null;
    if (edge?.type === 'started') this.#classifier.speechStarted(edge.atMs);
    if (edge?.type === 'ended') this.#classifier.speechEnded(edge.atMs);
    this.#music.push(frame, this.#tones.mixedHz, this.#voice.isSpeaking);
    if (this.#music.isLoud) this.#classifier.sound(atMs + frameMs);
    if (this.#music.isMusic) this.#classifier.music(atMs + frameMs);
    this.#classifier.at(atMs + frameMs);
  }
}
