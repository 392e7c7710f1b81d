import type { ConversationOptions } from './conversation.ts';
import { wordsOf } from './languages.ts';
import type { Spare } from './sayings.ts';
import type { Timers } from './timers.ts';

/** The silence before a filler: since the caller's last sound, since a tool started, and since the last filler. */
const thinkingMs = 1500;
const toolMs = 1200;
const laterMs = 4000;
/** The least time that an answer gets before a filler, even when the end of the turn was detected late. */
const answerMsMin = 400;
/** A requested voice gets this much more time. */
const voiceMs = 500;

/** Fillers that are prepared as spare speech; a turn rarely needs more. */
const spareMax = 3;

/** Returns the texts to prepare as spare speech; `null` without fillers or spare speech. */
export function spareOf({
  agent,
  spareSpeech,
}: Pick<ConversationOptions, 'agent' | 'spareSpeech'>): Spare | null {
  const { fillers, apology } = wordsOf(agent.language);
  const texts = (agent.fillers ?? fillers).slice(0, spareMax);
  if (!spareSpeech || texts.length === 0) return null;
  return { speech: spareSpeech, texts: apology === '' ? texts : [...texts, apology] };
}

export interface FillersOptions {
  /** Returns the texts in the language of the moment. */
  texts: () => readonly string[];
  timers: Pick<Timers<'filler'>, 'set' | 'clear'>;
  nowMs: () => number;
  /**
   * Returns what the agent does: `silent` while it generates an answer, `unspoken` while it waits for a voice, `speaking`,
   * or `over` when nothing is pending.
   */
  state: () => 'silent' | 'unspoken' | 'speaking' | 'over';
  /** Says a filler. With `isNext`, says it before pending speech, and returns false when the filler needs a voice. */
  say: (text: string, isNext: boolean) => boolean;
}

/** Decides when the caller hears a filler. */
export class Fillers {
  readonly #options: FillersOptions;
  #said = 0;
  /** The start of the current silence, and the time of its last filler. */
  #sinceMs = 0;
  #explainedAtMs: number | null = null;
  #isVoiceAwaited = false;

  constructor(options: FillersOptions) {
    this.#options = options;
  }

  /** Starts waiting for an answer; the caller has been silent since `sinceMs`. */
  thinking(sinceMs: number): void {
    this.#sinceMs = sinceMs;
    if (this.#explainedAtMs !== null && this.#explainedAtMs < sinceMs) this.#explainedAtMs = null;
    if (this.#explainedAtMs === null) this.#said = 0;
    this.#at(this.#unexplainedUntilMs());
  }

  /** Starts waiting for a tool. Words of the agent before the tool count as a filler. */
  tool(hasSpoken: boolean): void {
    const { nowMs } = this.#options;
    this.#at(hasSpoken ? nowMs() + laterMs : Math.min(nowMs() + toolMs, this.#unexplainedUntilMs()));
  }

  /** Says a filler at once. */
  now(): void {
    this.#said = 0;
    if (this.#options.texts().length > 0) this.#say(false);
  }

  stop(): void {
    this.#options.timers.clear('filler');
  }

  #unexplainedUntilMs(): number {
    return this.#explainedAtMs === null ? this.#sinceMs + thinkingMs : this.#explainedAtMs + laterMs;
  }

  #at(ms: number): void {
    this.#after(Math.max(ms - this.#options.nowMs(), answerMsMin));
  }

  #after(ms: number): void {
    if (this.#options.texts().length > 0) this.#options.timers.set('filler', ms, () => this.#fill());
  }

  #fill(): void {
    const is = this.#options.state();
    if (is === 'over') return;
    const wasAwaited = this.#isVoiceAwaited;
    this.#isVoiceAwaited = is === 'unspoken' && !wasAwaited;
    if (this.#isVoiceAwaited) this.#after(voiceMs);
    else this.#after(is !== 'speaking' && this.#say(is === 'unspoken') ? laterMs : toolMs);
  }

  #say(isNext: boolean): boolean {
    const { say, nowMs } = this.#options;
    const texts = this.#options.texts();
    const isSaid = say(texts[this.#said % texts.length]!, isNext);
    if (isSaid) {
      this.#said++;
      this.#explainedAtMs = nowMs();
    }
    return isSaid;
  }
}
