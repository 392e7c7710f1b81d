import type { ConversationOptions } from './conversation.ts';
import { wordsOf } from './languages.ts';
import type { Spare } from './sayings.ts';
import type { Timers } from './timers.ts';

/** Silence of the agent is explained: since the caller's last sound, while a tool runs, and again after it was explained. */
const thinkingMs = 1500;
const toolMs = 1200;
const laterMs = 4000;
/** However long the end of the turn took to find, an answer has so long. */
const answerMsMin = 400;
/** A voice that was asked has so long yet. */
const voiceMs = 500;

/** Of the fillers, those that one turn hardly exceeds are kept ahead. */
const spareMax = 3;

/** What is to be there ahead, so that silence is explained where no voice can be had; null: nothing explains it. */
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
  texts: readonly string[];
  timers: Pick<Timers<'filler'>, 'set' | 'clear'>;
  nowMs: () => number;
  /**
   * `silent`: something is thought of and nothing said; `unspoken`: something is to be said, and a voice is waited for;
   * `speaking`: not silent now; `over`: nothing to explain.
   */
  state: () => 'silent' | 'unspoken' | 'speaking' | 'over';
  /** `isNext`: before anything else, if it can be said without a voice. False: it cannot. */
  say: (text: string, isNext: boolean) => boolean;
}

/** Says that something takes long, when it does and nothing else is said. */
export class Fillers {
  readonly #options: FillersOptions;
  #said = 0;
  /** Where the silence began that is to be explained, and where it was. */
  #sinceMs = 0;
  #explainedAtMs: number | null = null;
  #isVoiceAwaited = false;

  constructor(options: FillersOptions) {
    this.#options = options;
  }

  /** The agent begins to think; the caller was silent since `sinceMs`. */
  thinking(sinceMs: number): void {
    this.#sinceMs = sinceMs;
    if (this.#explainedAtMs !== null && this.#explainedAtMs < sinceMs) this.#explainedAtMs = null;
    if (this.#explainedAtMs === null) this.#said = 0;
    this.#at(this.#unexplainedUntilMs());
  }

  /** A tool begins to run. What the agent has said before it explains the silence for a while. */
  tool(hasSpoken: boolean): void {
    const { nowMs } = this.#options;
    this.#at(hasSpoken ? nowMs() + laterMs : Math.min(nowMs() + toolMs, this.#unexplainedUntilMs()));
  }

  /** Something takes long already, before anything is thought of. */
  now(): void {
    const { texts } = this.#options;
    this.#said = 0;
    if (texts.length > 0) this.#say(false);
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
    if (this.#options.texts.length > 0) this.#options.timers.set('filler', ms, () => this.#fill());
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
    const { texts, say, nowMs } = this.#options;
    const isSaid = say(texts[this.#said % texts.length]!, isNext);
    if (isSaid) {
      this.#said++;
      this.#explainedAtMs = nowMs();
    }
    return isSaid;
  }
}
