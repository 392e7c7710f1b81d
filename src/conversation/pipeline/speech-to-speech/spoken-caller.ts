import type { CallerHooks, CallerSide, CallerSpeech, CallerTurn, Words } from '../caller-side.ts';
import { interKeyMs, Keys } from '../keys.ts';
import type { SpeechEdgeEvent } from '../line.ts';
import type { CallerPart } from '../memory.ts';
import type { TurnEnd } from '../turns/end-of-turn.ts';
import type { SpeechLink } from './speech-link.ts';
import { newUtterance, type Utterance } from './utterance.ts';

/** Audio before the detected start that belongs to the speech: speech begins quietly. */
const beforeSpeechMs = 240;
/** The audio that is kept while the caller is silent. */
const keptMsMax = 1000;
const anyKeys = { phrases: [], entry: null, collectsKeys: false };

export interface SpokenCallerOptions extends CallerHooks {
  /** The silence that ends the caller's turn. */
  endOfTurnMs: number;
  /** Whether the provider ends turns, and receives all audio. */
  endsTurns: boolean;
  link: Pick<SpeechLink, 'write' | 'finish' | 'forget' | 'add' | 'heard' | 'close'>;
}

/**
 * The caller's side with a speech-to-speech model. The model receives only speech, or all audio when it ends turns. A turn
 * does not wait for its transcript. The words arrive later, for the record and to recognize a back-channel.
 */
export class SpokenCaller implements CallerSide {
  readonly isHeard = true;
  readonly #options: SpokenCallerOptions;
  readonly #keys = new Keys();
  #isSpeaking = false;
  #speechStartMs = 0;
  #speechEndMs: number | null = null;
  /** The start of the speech that is in no turn of the provider yet; `null` when there is none. */
  #unjudgedSinceMs: number | null = null;
  /** The last audio while the caller is silent. */
  #kept: { pcm: Int16Array; atMs: number }[] = [];
  /** The utterance that the caller is speaking. */
  #current: Utterance | null = null;
  /** Finished utterances that are no turn yet. */
  #pending: Utterance[] = [];
  #isProviderDone = false;

  constructor(options: SpokenCallerOptions) {
    this.#options = options;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  get isPending(): boolean {
    return this.#isSpeaking || this.#current !== null || this.#pending.length > 0 || !this.#keys.isEmpty;
  }

  get speech(): CallerSpeech {
    const texts = this.#pending.map(({ text }) => text ?? '').filter((text) => text !== '');
    const isKnown = this.#pending.every(({ text }) => text !== null);
    return {
      startMs: this.#speechStartMs,
      endMs: this.#isSpeaking ? null : (this.#speechEndMs ?? this.#speechStartMs),
      text: texts.join(' '),
      isFinal: !this.#isSpeaking && this.#current === null && isKnown,
      wordsCome: 'late',
      wordsWithinMs: null,
    };
  }

  speechStarted({ atMs }: SpeechEdgeEvent): void {
    const { endsTurns, link, timers } = this.#options;
    this.#isSpeaking = true;
    this.#speechStartMs = atMs;
    this.#unjudgedSinceMs = atMs;
    timers.clear('turn');
    if (endsTurns || this.#current) return;
    this.#current = newUtterance(atMs);
    const before = this.#kept.filter((piece) => piece.atMs >= atMs - beforeSpeechMs);
    this.#kept = [];
    for (const { pcm } of before) link.write(pcm, this.#current);
  }

  /** Does nothing: only silence and the provider end turns here. */
  speechPaused(): void {}

  speechEnded({ atMs }: SpeechEdgeEvent): void {
    this.#isSpeaking = false;
    this.#speechEndMs = atMs;
    if (this.#current) this.#current.endMs = atMs;
    // During the agent's speech the words decide on an interruption, so they are needed soon.
    if (!this.#options.isListening()) this.#finish();
    this.reconsider();
  }

  audio({ pcm, atMs }: { pcm: Int16Array; atMs: number }): void {
    const { endsTurns, link } = this.#options;
    if (endsTurns || this.#current) {
      link.write(pcm, this.#current);
      return;
    }
    this.#kept.push({ pcm, atMs });
    while (this.#kept.length > 0 && atMs - this.#kept[0]!.atMs > keptMsMax) this.#kept.shift();
  }

  /** Handles the provider's end of a turn. Returns the utterance of that turn. */
  providerEnded(): Utterance {
    const { nowMs } = this.#options.clock;
    // The provider may detect speech that voice activity missed.
    const utterance = newUtterance(this.#unjudgedSinceMs ?? nowMs);
    utterance.endMs =
      this.#isSpeaking || this.#unjudgedSinceMs === null ? nowMs : (this.#speechEndMs ?? nowMs);
    this.#unjudgedSinceMs = this.#isSpeaking ? nowMs : null;
    this.#pending.push(utterance);
    this.#isProviderDone = true;
    // Runs after the owner has stored the returned utterance.
    queueMicrotask(() => this.#options.onChange());
    return utterance;
  }

  /** Handles the transcript of an utterance. */
  heard(utterance: Utterance): void {
    const { onWords, onLateWords, onChange } = this.#options;
    if (this.#pending.includes(utterance)) onWords();
    else if (!utterance.isForgotten) onLateWords(wordsOf([utterance]));
    onChange();
  }

  key(digit: string, atMs: number): void {
    if (this.#keys.press(digit, atMs, anyKeys)) this.#keysOver();
    else this.#options.timers.set('keys', interKeyMs, () => this.#keysOver());
  }

  #keysOver(): void {
    this.#keys.end();
    this.reconsider();
  }

  /** Returns false: no phrases are expected, so every entry ends with `#` or after a pause. */
  isIdleKey(): boolean {
    return false;
  }

  discard(): Words[] {
    const discarded = this.#pending;
    this.#pending = [];
    this.#isProviderDone = false;
    for (const utterance of discarded) this.#options.link.forget(utterance);
    return wordsOf(discarded);
  }

  reconsider(): void {
    const { isListening, timers, clock, endOfTurnMs } = this.#options;
    timers.clear('turn');
    if (this.#keys.isOver && isListening()) {
      this.#decide('dtmf');
      return;
    }
    if (this.#isSpeaking && !this.#isProviderDone) return;
    if (this.#current) {
      const waitMs = this.#current.endMs + endOfTurnMs - clock.nowMs;
      if (waitMs > 0) {
        timers.set('turn', waitMs, () => this.reconsider());
        return;
      }
      this.#finish();
    }
    if (this.#pending.length > 0 && isListening()) this.#decide('speech');
  }

  settle(): Promise<void> {
    this.#finish();
    return this.#options.link.heard();
  }

  close(): void {
    this.#options.link.close();
  }

  #finish(): void {
    if (!this.#current) return;
    const utterance = this.#current;
    this.#current = null;
    this.#options.link.finish(utterance);
    if (utterance.text !== '') this.#pending.push(utterance);
  }

  #decide(kind: CallerTurn['kind']): void {
    const { clock, timers, link, onTurn } = this.#options;
    const said = this.#pending;
    this.#pending = [];
    const endOfTurnMs = clock.nowMs;
    const parts: CallerPart[] = said.map(({ text }) => ({ text: text ?? '', input: 'speech' }));
    const lastMs = kind === 'dtmf' ? this.#keys.lastMs : (said.at(-1)?.endMs ?? endOfTurnMs);
    const speechEndMs = Math.min(lastMs, endOfTurnMs);
    const endedBy = this.#turnEnd(kind);
    const transcriptWaitMs = this.#isProviderDone ? endOfTurnMs - speechEndMs : 0;
    this.#isProviderDone = false;
    const keys = this.#keys.take();
    timers.clear('keys');
    timers.clear('turn');
    if (keys !== '') {
      parts.push({ text: keys, input: 'dtmf' });
      link.add({ role: 'user', content: keys, input: 'dtmf' });
    }
    if (parts.length === 0) return;
    const transcript = { transcriptFirstMs: null, transcriptFinalMs: null, transcriptWaitMs };
    const marks = { speechEndMs, ...transcript, endOfTurnMs, endedBy };
    onTurn({ kind, parts, words: wordsOf(said), marks });
  }

  #turnEnd(kind: CallerTurn['kind']): TurnEnd {
    if (kind === 'dtmf') return 'keys';
    return this.#isProviderDone ? 'transcriber' : 'silence';
  }
}

function wordsOf(utterances: readonly Utterance[]): Words[] {
  return utterances.flatMap(({ text, startMs, endMs }) =>
    text === null || text === '' ? [] : [{ text, startMs, endMs }],
  );
}
