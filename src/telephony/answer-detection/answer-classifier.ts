import type { Tone } from './tone-watch.ts';
import { kindOfWords } from './words.ts';

/** Who or what answered. */
export const answerKinds = ['person', 'voicemail', 'ivr', 'screening', 'fax', 'silence'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export interface AnswerVerdict {
  kind: AnswerKind;
  decidedAtMs: number;
  /** Where the beep of a voicemail ended: a message may be left from there on. Null while none was heard. */
  beepEndMs: number | null;
  /** What it was told by, in a few words. */
  reason: string;
}

/** Nobody says anything for so long after the answer. */
const silenceMs = 5_000;
/** People say a word or two and wait. What is spoken for longer is read out by a machine. */
const personSpeechMsMax = 2_600;
/** The pause that ends a person's greeting: a little longer after a sentence than after "Hello?". */
const pauseAfterWordMs = 600;
const pauseAfterSentenceMs = 900;
const wordMsMax = 1_300;
/** Speech with pauses shorter than this in it is one greeting. */
const machineSpeechMs = 4_000;
/** A machine that waits for so long without a beep wants an answer: it screens calls, or it is a menu. */
const machineWaitsMs = 3_000;
const screeningSpeechMsMax = 9_000;
/** A beep comes within this of the answer, or what talks is a menu. */
const beepWithinMs = 40_000;

/** ITU-T T.30 §4: the called machine's tone and its length, the calling machine's as well. */
const faxTones = [
  { frequencyHz: 2100, lengthMs: 600 },
  { frequencyHz: 1100, lengthMs: 400 },
];
const faxDriftHz = 35;
/** Beeps lie in this range and are told from a whistle of the line by having been preceded by speech. */
const beepHz = { min: 380, max: 2_000 };

/**
 * Tells a person from the machines that answer telephones. Its modes: **listening** (nothing is decided), **machine**
 * (it was spoken too long for a person: no longer a person, and what kind of machine is still open), **decided**.
 *
 * It is fed what happens on the line in the order of time, and asked with `at` what that means by then. Positions are
 * milliseconds on the clock of the audio.
 */
export class AnswerClassifier {
  readonly #answeredAtMs: number;
  #verdict: AnswerVerdict | null = null;
  #isSpeaking = false;
  #speechStartMs = 0;
  #speechEndMs = Number.NEGATIVE_INFINITY;
  /** Of the greeting so far, finished stretches only. */
  #spokenMs = 0;
  #text = '';
  /** What the words tell of a greeting that might be a person's by its length, and of a longer one. */
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

  /** Words that were understood; each call adds to those before. */
  heard(text: string): void {
    this.#text = `${this.#text} ${text}`.slice(-2_000);
    this.#words = { short: kindOfWords(this.#text, false), long: kindOfWords(this.#text, true) };
  }

  tone(tone: Tone): void {
    const lengthMs = tone.endMs - tone.startMs;
    const isInRange = tone.frequencyHz >= beepHz.min && tone.frequencyHz <= beepHz.max;
    // A beep may have the pitch of a calling fax; that one would not have spoken before.
    if (isInRange && this.#spokenUntil(tone.startMs) > wordMsMax) {
      if (lengthMs >= 160) this.#beep(tone);
      return;
    }
    const isFax = faxTones.some(
      (fax) => Math.abs(fax.frequencyHz - tone.frequencyHz) <= faxDriftHz && lengthMs >= fax.lengthMs,
    );
    if (isFax) this.#decide('fax', tone.endMs, `a tone of ${Math.round(tone.frequencyHz)} Hz`);
  }

  /** What can be said at this position; null: nothing yet. */
  at(nowMs: number): AnswerVerdict | null {
    if (this.#verdict === null) this.#judge(nowMs);
    return this.#verdict;
  }

  /** Whether it was spoken for too long to be a person, although nothing is decided. */
  isMachine(nowMs: number): boolean {
    return this.#spokenUntil(nowMs) >= machineSpeechMs || this.#kindOfWords(nowMs) !== null;
  }

  #judge(nowMs: number): void {
    const spokenMs = this.#spokenUntil(nowMs);
    const quietMs = this.#isSpeaking ? 0 : nowMs - Math.max(this.#speechEndMs, this.#answeredAtMs);
    if (spokenMs === 0) {
      if (quietMs >= silenceMs) this.#decide('silence', nowMs, 'nobody spoke');
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

  /** A voicemail's beep is waited for; a menu or a screening service is answered when it waits. */
  #judgeWords(words: NonNullable<ReturnType<typeof kindOfWords>>, nowMs: number, quietMs: number): void {
    if (words === 'voicemail' && quietMs >= machineWaitsMs) {
      this.#decide(words, nowMs, 'its words, without a beep');
    } else if (words !== 'voicemail' && quietMs >= pauseAfterSentenceMs) {
      this.#decide(words, nowMs, 'its words');
    } else if (nowMs - this.#answeredAtMs >= beepWithinMs) {
      this.#decide(words, nowMs, 'its words; it speaks on and on');
    }
  }

  /** Of a long greeting that nobody understood, the pauses are all there is to go by. */
  #judgeWordless(nowMs: number, spokenMs: number, quietMs: number): void {
    if (spokenMs < machineSpeechMs) {
      // Longer than a person's greeting as a rule, too short for a machine's: whoever waits now is a person.
      if (quietMs >= 2 * pauseAfterSentenceMs) this.#decide('person', nowMs, 'a greeting and a long pause');
    } else if (nowMs - this.#answeredAtMs >= beepWithinMs) {
      this.#decide('ivr', nowMs, 'it speaks on and on without a beep');
    } else if (quietMs >= machineWaitsMs) {
      const kind = spokenMs <= screeningSpeechMsMax ? 'screening' : 'ivr';
      this.#decide(kind, nowMs, 'a long greeting, and then it waits without a beep');
    }
  }

  /** A beep goes on: where it ends is only known when it is over. It overrules what was guessed from a pause. */
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
