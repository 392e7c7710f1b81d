import type { AnswerKind, AnswerVerdict, ProposedKind } from './answer-verdict.ts';
import { isFaxTone } from './fax-tones.ts';
import type { Intercept } from './information-tones.ts';
import type { PhraseKind } from './phrases.ts';
import type { Tone } from './tone-watch.ts';
import { plainWords, readWords, type WordsRead } from './words.ts';

/** Silence for this long after the answer decides `silence`. */
const silenceMs = 5_000;
/** People say a word or two and wait; longer speech is read out by a machine. */
const personSpeechMsMax = 2_600;
/** The pause that ends a person's greeting: longer after a sentence than after "Hello?", and after a queue's music. */
const pauseAfterWordMs = 600;
const pauseAfterSentenceMs = 900;
const pauseInQueueMs = 1_200;
const wordMsMax = 1_300;
/** Greetings that are at least this long, pauses left out, are a machine's. */
const machineSpeechMs = 4_000;
/** A machine that waits this long without a beep wants an answer: it screens calls, or it is a menu. */
const machineWaitsMs = 3_000;
const screeningSpeechMsMax = 9_000;
/** A voicemail beeps within this time of the answer; a machine that still speaks then is a menu. */
const beepWithinMs = 40_000;

/** Beeps lie in this range. Only speech before it distinguishes a beep from a whistle of the line. */
const beepHz = { min: 380, max: 2_000 };
const beepMsMin = 160;

/** An announcement after special information tones is judged after this pause, and at this time at the latest. */
const announcementPauseMs = 2_000;
const announcementMsMax = 20_000;

const noWords: WordsRead = { short: null, long: null, afterTones: null, promisesTone: false };

/**
 * Distinguishes a person from the machines that answer telephones. Its modes are **listening** (nothing is decided),
 * **machine** (too much speech for a person, the kind of machine is open), **queued** (the verdict is `queue`, and a person
 * or another machine may follow) and **decided**.
 *
 * Events arrive in the order of time; `at` judges them. Positions are milliseconds on the clock of the audio.
 */
export class AnswerClassifier {
  readonly #answeredAtMs: number;
  readonly #hasWords: boolean;
  #verdict: AnswerVerdict | null = null;
  #nowMs: number;
  #isSpeaking = false;
  #speechStartMs = 0;
  #speechEndMs = Number.NEGATIVE_INFINITY;
  #soundEndMs = Number.NEGATIVE_INFINITY;
  /** Speech of the greeting so far, in milliseconds; only stretches that ended. */
  #spokenMs = 0;
  #text = '';
  /** Recognized words that may still change. */
  #partialText = '';
  #words = noWords;
  #proposed: ProposedKind | null = null;
  /** Whether an announcement of the queue may go on: speech counts after the next pause. */
  #isAnnouncing = false;

  /** The end of uncoded special information tones whose announcement is awaited. */
  #tonesEndMs: number | null = null;

  /** `hasWords`: words are recognized and will be given to `heard`. */
  constructor(answeredAtMs: number, hasWords = false) {
    this.#answeredAtMs = answeredAtMs;
    this.#hasWords = hasWords;
    this.#nowMs = answeredAtMs;
  }

  get verdict(): AnswerVerdict | null {
    return this.#verdict;
  }

  /** Whether speech or special information tones were heard. */
  get hasHeardSpeech(): boolean {
    return this.#isSpeaking || this.#spokenMs > 0 || this.#tonesEndMs !== null;
  }

  /** The words of a greeting that is longer than a word and that no phrase explains; `null` when there are none. */
  get unexplainedWords(): string | null {
    const isLong = this.#spokenUntil(this.#nowMs) > wordMsMax;
    return this.#isOpen && isLong && this.#words.long === null ? this.#allText() || null : null;
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

  /** Appends recognized words to the greeting. Partial words replace the earlier partial ones. */
  heard(text: string, isPartial = false): void {
    if (!isPartial) this.#text = `${this.#text} ${text}`.slice(-2_000);
    this.#partialText = isPartial ? text : '';
    this.#words = readWords(this.#allText());
    this.#followLateWords();
  }

  /** Takes a kind that was found by reading `words`. It counts where no phrase explains the words, until the verdict. */
  propose(kind: ProposedKind, words: string): void {
    if (plainWords(this.#allText()).startsWith(plainWords(words))) this.#proposed = kind;
    this.#followLateWords();
  }

  tone(tone: Tone): void {
    const lengthMs = tone.endMs - tone.startMs;
    const isInRange = tone.frequencyHz >= beepHz.min && tone.frequencyHz <= beepHz.max;
    const speechMsMin = this.#verdict?.kind === 'queue' ? machineSpeechMs : wordMsMax;
    // A beep may have the pitch of a calling fax. A fax machine does not speak first.
    if (isInRange && this.#spokenUntil(tone.startMs) > speechMsMin) {
      if (lengthMs >= beepMsMin && !tone.followsSound) this.#beep(tone);
      return;
    }
    if (isFaxTone(tone)) this.#decide('fax', tone.endMs, `a tone of ${Math.round(tone.frequencyHz)} Hz`);
  }

  /**
   * Takes special information tones. Their first tone may have been taken for a beep. Uncoded tones do not say whether the
   * number exists: the words after them do.
   */
  intercepted(intercept: Intercept, atMs: number): void {
    if (this.#verdict?.kind === 'voicemail') this.#verdict = null;
    const reason = 'special information tones';
    if (intercept === 'network') this.#decide('intercept', atMs, `${reason} of a busy network`, true);
    else if (intercept === 'number') this.#decide('intercept', atMs, reason);
    else if (!this.#hasWords) this.#decide('intercept', atMs, `${reason} without a code`, true);
    else if (this.#verdict === null && this.#tonesEndMs === null) {
      this.#forget(atMs);
      this.#tonesEndMs = atMs;
    }
  }

  /** Takes any sound up to this position. Voice activity detection misses some of a queue's music. */
  sound(atMs: number): void {
    this.#soundEndMs = atMs;
  }

  /** Takes music that lasts until this position. */
  music(atMs: number): void {
    this.#decide('queue', atMs, 'music');
    this.#isAnnouncing = false;
  }

  /** Returns the verdict at this position; `null` when nothing is decided yet. */
  at(nowMs: number): AnswerVerdict | null {
    this.#nowMs = nowMs;
    if (this.#isOpen) this.#judge(nowMs);
    return this.#verdict;
  }

  /** Whether another verdict may follow: nothing is decided, or the call waits in a queue. */
  get #isOpen(): boolean {
    return this.#verdict === null || this.#verdict.kind === 'queue';
  }

  #judge(nowMs: number): void {
    const spokenMs = this.#spokenUntil(nowMs);
    const quietMs = this.#isSpeaking ? 0 : nowMs - Math.max(this.#speechEndMs, this.#answeredAtMs);
    const isQueued = this.#verdict !== null;
    if (this.#tonesEndMs !== null) {
      this.#judgeAfterTones(nowMs, this.#tonesEndMs, quietMs);
      return;
    }
    if (this.#isAnnouncing && quietMs >= pauseInQueueMs) {
      this.#isAnnouncing = false;
      this.#forget(nowMs);
      return;
    }
    if (spokenMs === 0) {
      if (!isQueued && quietMs >= silenceMs) this.#decide('silence', nowMs, 'no speech');
      return;
    }
    if (isQueued && !this.#isAnnouncing && spokenMs < machineSpeechMs) {
      this.#judgeInQueue(nowMs, Math.min(quietMs, nowMs - this.#soundEndMs));
      return;
    }
    const words = this.#kindOfWords(nowMs);
    if (this.#isAnnouncing && words === null) return;
    if (words === 'person') {
      if (quietMs >= pauseAfterSentenceMs) this.#decide('person', nowMs, 'its words and a pause');
    } else if (words !== null) this.#judgeWords(words, nowMs, quietMs);
    else if (!isQueued) this.#judgeWordless(nowMs, spokenMs, quietMs);
    else if (Math.min(quietMs, nowMs - this.#soundEndMs) >= machineWaitsMs) this.#forget(nowMs);
  }

  /** Returns the kind by phrases, or the proposed one without any. */
  #kindOfWords(nowMs: number): PhraseKind | 'person' | null {
    const byPhrase = this.#words[this.#spokenUntil(nowMs) < machineSpeechMs ? 'short' : 'long'];
    // A proposal is no proof that a number is out of service.
    return byPhrase ?? (this.#proposed === 'intercept' ? 'unreachable' : this.#proposed);
  }

  /** Waits for a voicemail's beep. A menu, an operator and a screening service are decided at a pause. */
  #judgeWords(words: PhraseKind, nowMs: number, quietMs: number): void {
    const isTemporary = words === 'unreachable';
    const kind = isTemporary ? 'intercept' : words;
    const waitsForBeep = words === 'voicemail' || (words === 'screening' && this.#words.promisesTone);
    const pauseMs = isTemporary ? 2 * pauseAfterSentenceMs : pauseAfterSentenceMs;
    if (words === 'queue') {
      this.#decide(kind, nowMs, 'its words');
      this.#isAnnouncing = true;
    } else if (waitsForBeep && quietMs >= machineWaitsMs)
      this.#decide(kind, nowMs, 'its words, without a beep');
    else if (!waitsForBeep && quietMs >= pauseMs) this.#decide(kind, nowMs, 'its words', isTemporary);
    else if (nowMs - this.#answeredAtMs >= beepWithinMs && this.#verdict === null) {
      this.#decide(kind, nowMs, 'its words; it speaks on and on', isTemporary);
    }
  }

  /** Judges a greeting without recognized words by its length and its pauses. */
  #judgeWordless(nowMs: number, spokenMs: number, quietMs: number): void {
    const pauseMs = spokenMs <= wordMsMax ? pauseAfterWordMs : pauseAfterSentenceMs;
    if (spokenMs <= personSpeechMsMax && quietMs >= pauseMs) {
      this.#decide('person', nowMs, 'a short greeting and a pause');
    } else if (spokenMs < machineSpeechMs) {
      // A long pause decides for a person.
      if (quietMs >= 2 * pauseAfterSentenceMs) this.#decide('person', nowMs, 'a greeting and a long pause');
    } else if (nowMs - this.#answeredAtMs >= beepWithinMs) {
      this.#decide('ivr', nowMs, 'it speaks on and on without a beep');
    } else if (quietMs >= machineWaitsMs) {
      const kind = spokenMs <= screeningSpeechMsMax ? 'screening' : 'ivr';
      this.#decide(kind, nowMs, 'a long greeting, and then it waits without a beep');
    }
  }

  /** A short sentence and silence are a person, whatever the words. After words of a queue the silence must be longer. */
  #judgeInQueue(nowMs: number, quietMs: number): void {
    const pauseMs = this.#words.short === 'queue' ? machineWaitsMs : pauseInQueueMs;
    if (quietMs >= pauseMs) this.#decide('person', nowMs, 'a short greeting after the queue');
  }

  /** Judges the announcement after uncoded tones. Only words that name an unassigned number end the retries. */
  #judgeAfterTones(nowMs: number, tonesEndMs: number, quietMs: number): void {
    const words = this.#words.afterTones;
    const pauseMs = words === null ? machineWaitsMs : announcementPauseMs;
    const waitedMs = nowMs - tonesEndMs;
    if (Math.min(quietMs, waitedMs) < pauseMs && waitedMs < announcementMsMax) return;
    const reason = words === null ? 'without a code' : 'and words';
    this.#decide('intercept', nowMs, `special information tones ${reason}`, words !== 'intercept');
  }

  /** Follows a beep to its end, and overrules a verdict that was guessed from a pause. */
  #beep(tone: Tone): void {
    const kind = this.#verdict?.kind;
    if (!this.#isOpen && kind !== 'voicemail' && kind !== 'screening') return;
    const isDecided = kind === 'voicemail' || this.#verdict?.beepEndMs != null;
    this.#verdict = {
      kind: this.#isScreening ? 'screening' : 'voicemail',
      decidedAtMs: isDecided ? this.#verdict!.decidedAtMs : tone.endMs,
      beepEndMs: tone.endMs,
      isTemporary: false,
      reason: 'a greeting and a beep',
    };
  }

  get #isScreening(): boolean {
    return (this.#words.long ?? this.#proposed) === 'screening';
  }

  /** The beep of a screening service may precede its words. */
  #followLateWords(): void {
    if (this.#isScreening && this.#verdict?.kind === 'voicemail') this.#verdict.kind = 'screening';
  }

  #allText(): string {
    return `${this.#text} ${this.#partialText}`.trim();
  }

  #spokenUntil(nowMs: number): number {
    return this.#spokenMs + (this.#isSpeaking ? Math.max(0, nowMs - this.#speechStartMs) : 0);
  }

  /** Forgets the greeting so far: another one begins. */
  #forget(nowMs: number): void {
    this.#spokenMs = 0;
    this.#speechStartMs = nowMs;
    this.#speechEndMs = nowMs;
    this.#text = '';
    this.#partialText = '';
    this.#words = noWords;
    this.#proposed = null;
  }

  /** Decides once; only a queue is followed by another verdict. */
  #decide(kind: AnswerKind, decidedAtMs: number, reason: string, isTemporary = false): void {
    if (!this.#isOpen) return;
    if (kind === 'queue') this.#forget(decidedAtMs);
    if (kind === 'queue' && this.#verdict) return;
    this.#verdict = { kind, decidedAtMs, beepEndMs: null, isTemporary, reason };
  }
}
