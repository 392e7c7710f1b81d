import type { ConversationOptions } from './conversation.ts';
import { wordsOf } from './languages.ts';
import type { Spare } from './sayings.ts';
import type { Timers } from './timers.ts';

/** Silence of the agent is explained: while it thinks, while a tool runs, and again after it was explained. */
const thinkingMs = 1500;
const toolMs = 1200;
const laterMs = 4000;

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
  /** `silent`: something is thought of and nothing said; `speaking`: not silent now; `over`: nothing to explain. */
  state: () => 'silent' | 'speaking' | 'over';
  say: (text: string) => void;
}

/** Says that something takes long, when it does and nothing else is said. */
export class Fillers {
  readonly #options: FillersOptions;
  #said = 0;

  constructor(options: FillersOptions) {
    this.#options = options;
  }

  /** The agent begins to think. */
  thinking(): void {
    this.#said = 0;
    this.#after(thinkingMs);
  }

  /** A tool begins to run. What the agent has said before it explains the silence for a while. */
  tool(hasSpoken: boolean): void {
    this.#after(hasSpoken ? laterMs : toolMs);
  }

  stop(): void {
    this.#options.timers.clear('filler');
  }

  #after(ms: number): void {
    if (this.#options.texts.length > 0) this.#options.timers.set('filler', ms, () => this.#fill());
  }

  #fill(): void {
    const { texts, state, say } = this.#options;
    const is = state();
    if (is === 'over') return;
    if (is === 'speaking') {
      this.#after(toolMs);
      return;
    }
    say(texts[this.#said++ % texts.length]!);
    this.#after(laterMs);
  }
}
