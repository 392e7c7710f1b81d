import type { CallerHooks, CallerSide, CallerSpeech, CallerTurn, Words } from '../caller-side.ts';
import { interKeyMs, Keys } from '../keys.ts';
import type { SpeechEdgeEvent } from '../line.ts';
import type { CallerPart } from '../memory.ts';
import type { SpeechLink } from './speech-link.ts';
import { newUtterance, type Utterance } from './utterance.ts';

/** What is heard before speech is found is part of it: its beginning is quiet. */
const beforeSpeechMs = 240;
/** So much audio is kept while nobody speaks. */
const keptMsMax = 1000;

interface SpokenCallerOptions extends CallerHooks {
  /** So long the caller is silent until the turn is over. */
  endOfTurnMs: number;
  /** The provider judges when a turn is over, and is given all audio. */
  endsTurns: boolean;
  link: Pick<SpeechLink, 'write' | 'finish' | 'forget' | 'tell' | 'heard' | 'close'>;
}

/**
 * The caller's side where the model hears by itself. It is given speech and not the silence between, unless it judges
 * the ends of turns. A turn does not wait for its words: they come afterwards, and are for the record, and for telling a
 * back-channel word from an interruption.
 */
export class SpokenCaller implements CallerSide {
  readonly isHeard = true;
  readonly #options: SpokenCallerOptions;
  readonly #keys = new Keys();
  #isSpeaking = false;
  #speechStartMs = 0;
  #speechEndMs: number | null = null;
  /** Where the speech began that the provider has not judged yet; null: there is none. */
  #unjudgedSinceMs: number | null = null;
  /** Before speech, while nobody speaks. */
  #kept: { pcm: Int16Array; atMs: number }[] = [];
  /** Being said. */
  #current: Utterance | null = null;
  /** Said, and no turn yet. */
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

  speechEnded({ atMs }: SpeechEdgeEvent): void {
    this.#isSpeaking = false;
    this.#speechEndMs = atMs;
    if (this.#current) this.#current.endMs = atMs;
    // Over the agent's speech, the words decide: they are needed soon.
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

  /** The provider judged that the caller's turn is over. */
  providerEnded(): Utterance {
    const { nowMs } = this.#options.clock;
    // A provider may hear more than the voice activity does.
    const utterance = newUtterance(this.#unjudgedSinceMs ?? nowMs);
    utterance.endMs =
      this.#isSpeaking || this.#unjudgedSinceMs === null ? nowMs : (this.#speechEndMs ?? nowMs);
    this.#unjudgedSinceMs = this.#isSpeaking ? nowMs : null;
    this.#pending.push(utterance);
    this.#isProviderDone = true;
    // Whoever is told of the utterance has to know it first.
    queueMicrotask(() => this.#options.onChange());
    return utterance;
  }

  /** The words of an utterance are known. */
  heard(utterance: Utterance): void {
    const { onWords, onLateWords, onChange } = this.#options;
    if (this.#pending.includes(utterance)) onWords();
    else if (!utterance.isForgotten) onLateWords(wordsOf([utterance]));
    onChange();
  }

  key(digit: string, atMs: number): void {
    const isComplete = this.#keys.press(digit, atMs, []);
    if (isComplete) this.#decide('dtmf');
    else this.#options.timers.set('keys', interKeyMs, () => this.#decide('dtmf'));
  }

  /** Every entry of several keys ends with `#` or after a pause. */
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
    const transcriptWaitMs = this.#isProviderDone ? endOfTurnMs - speechEndMs : 0;
    this.#isProviderDone = false;
    const keys = this.#keys.take();
    timers.clear('keys');
    timers.clear('turn');
    if (keys !== '') {
      parts.push({ text: keys, input: 'dtmf' });
      link.tell({ role: 'user', content: keys, input: 'dtmf' });
    }
    if (parts.length === 0) return;
    const transcript = { transcriptFirstMs: null, transcriptFinalMs: null, transcriptWaitMs };
    const marks = { speechEndMs, ...transcript, endOfTurnMs };
    onTurn({ kind, parts, words: wordsOf(said), marks });
  }
}

function wordsOf(utterances: readonly Utterance[]): Words[] {
  return utterances.flatMap(({ text, startMs, endMs }) =>
    text === null || text === '' ? [] : [{ text, startMs, endMs }],
  );
}
