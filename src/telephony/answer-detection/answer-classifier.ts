import type { Tone } from './tone-watch.ts';
import { kindOfWords } from './words.ts';

export const answerKinds = ['person', 'voicemail', 'ivr', 'screening', 'fax', 'silence'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export interface AnswerVerdict {
  kind: AnswerKind;
  decidedAtMs: number;
  /** The end of a voicemail's beep, after which a message may be left; `null` when no beep was heard. */
  beepEndMs: number | null;
  /** The sign that decided it, in a few words. */
  reason: string;
}

/** Silence for this long after the answer decides `silence`. */
const silenceMs = 5_000;
/** People say a word or two and wait; longer speech is read out by a machine. */
const personSpeechMsMax = 2_600;
/** The pause that ends a person's greeting: longer after a sentence than after "Hello?". */
const pauseAfterWordMs = 600;
const pauseAfterSentenceMs = 900;
const wordMsMax = 1_300;
/** Greetings that are at least this long, pauses left out, are a machine's. */
const machineSpeechMs = 4_000;
/** A machine that waits this long without a beep wants an answer: it screens calls, or it is a menu. */
const machineWaitsMs = 3_000;
const screeningSpeechMsMax = 9_000;
/** A voicemail beeps within this time of the answer; a machine that still speaks then is a menu. */
const beepWithinMs = 40_000;

/** The tones of called and calling fax machines, with their shortest length (ITU-T T.30 §4). */
const faxTones = [
  { frequencyHz: 2100, lengthMs: 600 },
  { frequencyHz: 1100, lengthMs: 400 },
];
const faxDriftHz = 35;
/** Beeps lie in this range. Only speech before it distinguishes a beep from a whistle of the line. */
const beepHz = { min: 380, max: 2_000 };

/**
 * Distinguishes a person from the machines that answer telephones. Its modes are **listening** (nothing is decided),
 * **machine** (too much speech for a person, the kind of machine is open) and **decided**.
 *
 * Events arrive in the order of time; `at` judges them. Positions are milliseconds on the clock of the audio.
 */
export class AnswerClassifier {
  readonly #answeredAtMs: number;
  #verdict: AnswerVerdict | null = null;
  #isSpeaking = false;
  #speechStartMs = 0;
  #speechEndMs = Number.NEGATIVE_INFINITY;
  /** Speech of the greeting so far, in milliseconds; only stretches that ended. */
  #spokenMs = 0;
  #text = '';
  /** The kind of machine by its words: for a greeting as short as a person's, and for a longer one. */
  #words: Record<'short' | 'long', ReturnType<typeof kindOfWords>> = { short: null, long: null };

  constructor(answeredAtMs: number) {
    this.#answeredAtMs = answeredAtMs;
  }

  get verdict(): AnswerVerdict | null {
    return this.#verdict;
  }

  get hasHeardSpeech(): boolean {
    return this.#isSpeaking || this.#spokenMs > 0;
  }

  speechStarted(atMs: number): void {
    this.#isSpeaking = true;
    this.#speechStartMs = atMs;
  }

  speechEnded(atMs: number): void {
    if (!this.#isSpeaking) return;
    this.#isSpeaking = false;
    this.#speechEndMs = atMs;
    this.#spokenMs += Math.max(0, atMs - this.#speechStartMs);
  }

  /** Appends recognized words to the greeting. */
  heard(text: string): void {
    this.#text = `${this.#text} ${text}`.slice(-2_000);
    this.#words = { short: kindOfWords(this.#text, false), long: kindOfWords(this.#text, true) };
  }

  tone(tone: Tone): void {
    const lengthMs = tone.endMs - tone.startMs;
    const isInRange = tone.frequencyHz >= beepHz.min && tone.frequencyHz <= beepHz.max;
    // A beep may have the pitch of a calling fax. A fax machine does not speak first.
    if (isInRange && this.#spokenUntil(tone.startMs) > wordMsMax) {
      if (lengthMs >= 160) this.#beep(tone);
      return;
    }
    const isFax = faxTones.some(
      (fax) => Math.abs(fax.frequencyHz - tone.frequencyHz) <= faxDriftHz && lengthMs >= fax.lengthMs,
    );
    if (isFax) this.#decide('fax', tone.endMs, `a tone of ${Math.round(tone.frequencyHz)} Hz`);
  }

  /** Returns the verdict at this position; `null` when nothing is decided yet. */
  at(nowMs: number): AnswerVerdict | null {
    if (this.#verdict === null) this.#judge(nowMs);
    return this.#verdict;
  }

  /** Whether the greeting is a machine's, also while its kind is open. */
  isMachine(nowMs: number): boolean {
    return this.#spokenUntil(nowMs) >= machineSpeechMs || this.#kindOfWords(nowMs) !== null;
  }

  #judge(nowMs: number): void {
    const spokenMs = this.#spokenUntil(nowMs);
    const quietMs = this.#isSpeaking ? 0 : nowMs - Math.max(this.#speechEndMs, this.#answeredAtMs);
    if (spokenMs === 0) {
      if (quietMs >= silenceMs) this.#decide('silence', nowMs, 'no speech');
      return;
    }
    const words = this.#kindOfWords(nowMs);
    const pauseMs = spokenMs <= wordMsMax ? pauseAfterWordMs : pauseAfterSentenceMs;
    if (words !== null) this.#judgeWords(words, nowMs, quietMs);
    else if (spokenMs <= personSpeechMsMax && quietMs >= pauseMs) {
      this.#decide('person', nowMs, 'a short greeting and a pause');
    } else this.#judgeWordless(nowMs, spokenMs, quietMs);
  }

  #kindOfWords(nowMs: number): ReturnType<typeof kindOfWords> {
    return this.#words[this.#spokenUntil(nowMs) < machineSpeechMs ? 'short' : 'long'];
  }

  /** Waits for a voicemail's beep. A menu and a screening service are decided at their first pause. */
  #judgeWords(words: NonNullable<ReturnType<typeof kindOfWords>>, nowMs: number, quietMs: number): void {
    if (words === 'voicemail' && quietMs >= machineWaitsMs) {
      this.#decide(words, nowMs, 'its words, without a beep');
    } else if (words !== 'voicemail' && quietMs >= pauseAfterSentenceMs) {
      this.#decide(words, nowMs, 'its words');
    } else if (nowMs - this.#answeredAtMs >= beepWithinMs) {
      this.#decide(words, nowMs, 'its words; it speaks on and on');
    }
  }

  /** Judges a long greeting without recognized words by its pauses. */
  #judgeWordless(nowMs: number, spokenMs: number, quietMs: number): void {
    if (spokenMs < machineSpeechMs) {
      // The greeting is longer than most persons' and shorter than a machine's. A long pause decides for a person.
      if (quietMs >= 2 * pauseAfterSentenceMs) this.#decide('person', nowMs, 'a greeting and a long pause');
    } else if (nowMs - this.#answeredAtMs >= beepWithinMs) {
      this.#decide('ivr', nowMs, 'it speaks on and on without a beep');
    } else if (quietMs >= machineWaitsMs) {
      const kind = spokenMs <= screeningSpeechMsMax ? 'screening' : 'ivr';
      this.#decide(kind, nowMs, 'a long greeting, and then it waits without a beep');
    }
  }

  /** Follows a beep to its end, and overrules a verdict that was guessed from a pause. */
  #beep(tone: Tone): void {
    const kind = this.#verdict?.kind;
    if (kind !== undefined && kind !== 'voicemail' && kind !== 'screening') return;
    const decidedAtMs = kind === 'voicemail' ? this.#verdict!.decidedAtMs : tone.endMs;
    this.#verdict = {
      kind: 'voicemail',
      decidedAtMs,
      beepEndMs: tone.endMs,
      reason: 'a greeting and a beep',
    };
  }

  #spokenUntil(nowMs: number): number {
    return this.#spokenMs + (this.#isSpeaking ? Math.max(0, nowMs - this.#speechStartMs) : 0);
  }

  #decide(kind: AnswerKind, decidedAtMs: number, reason: string): void {
    this.#verdict ??= { kind, decidedAtMs, beepEndMs: null, reason };
  }
}
