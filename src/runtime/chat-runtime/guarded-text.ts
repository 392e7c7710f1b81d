import type { Breach, Guard } from '../../conversation/guard-rails/index.ts';
import {
  earlierWords,
  hasWords,
  SentenceSplitter,
  type ToolOutcome,
} from '../../conversation/pipeline/index.ts';
import type { ModelMessage, ModelToolCall } from '../../conversation/providers/interfaces/index.ts';
import type { DraftedStep } from '../../domains/chats/index.ts';
import { guardRailBreaches } from './metrics.ts';

interface GuardedTextOptions {
  guard: Guard | null;
  language: string;
  signal: AbortSignal;
  /** The messages that the text answers. */
  messages: readonly ModelMessage[];
  onBreach: (breach: Breach) => void;
}

/** Passes the text of one answer through the agent's rules, sentence by sentence. Without rules, at once. */
export class GuardedText {
  readonly #options: GuardedTextOptions;
  readonly #splitter: SentenceSplitter | null;
  readonly #before: string;
  /** The agent's words since the customer's last message, and before them. */
  readonly #inTurn: string;
  readonly #earlier: string;
  #said = '';
  #isOver = false;
  #hasBegun = false;

  constructor(options: GuardedTextOptions) {
    const { guard, language, messages } = options;
    this.#options = options;
    this.#splitter = guard?.checksSpeech ? new SentenceSplitter(language) : null;
    const due = guard?.due(messages, Number.POSITIVE_INFINITY) ?? [];
    this.#before = due.map(({ text }) => `${text} `).join('');
    const from = messages.findLastIndex(({ role }) => role === 'user') + 1;
    this.#inTurn = this.#splitter ? earlierWords(messages.slice(from)) : '';
    this.#earlier = this.#splitter ? earlierWords(messages) : '';
  }

  /** Takes more text of the model, and returns what may be shown now. */
  async push(text: string): Promise<string> {
    return this.#begun(this.#splitter ? await this.#checked(this.#splitter.push(text)) : text);
  }

  /** Ends the text, and returns its rest. */
  async flush(): Promise<string> {
    return this.#splitter ? this.#begun(await this.#checked(this.#splitter.flush())) : '';
  }

  /** Returns what the agent says after its answer. Only what the model wrote is checked. */
  async remark(text: string, isOfModel: boolean): Promise<string> {
    const breach = this.#splitter && isOfModel ? await this.#breachOf(text) : null;
    return this.#begun(breach?.instead ?? text);
  }

  /** The text so far is void. */
  restart(): void {
    this.#splitter?.flush();
    this.#said = '';
    this.#isOver = false;
    this.#hasBegun = false;
  }

  #begun(text: string): string {
    if (this.#hasBegun || text === '') return text;
    this.#hasBegun = true;
    return this.#before + text;
  }

  async #checked(sentences: readonly string[]): Promise<string> {
    let shown = '';
    for (const sentence of sentences) {
      if (this.#isOver) break;
      const breach = hasWords(sentence) ? await this.#breachOf(sentence) : null;
      this.#said += sentence;
      shown += breach?.instead ?? sentence;
      this.#isOver = breach !== null;
    }
    return shown;
  }

  async #breachOf(sentence: string): Promise<Breach | null> {
    const { guard, signal, onBreach } = this.#options;
    const said = [this.#inTurn, this.#said].filter((text) => text !== '').join(' ');
    const earlier = [this.#earlier, this.#said].filter((text) => text !== '').join(' ');
    const breach = await guard!.speech(sentence, said, signal, earlier);
    if (!breach) return null;
    guardRailBreaches.inc({ type: breach.type });
    onBreach(breach);
    return breach;
  }
}

/**
 * Returns the outcome of a tool call that a rule forbids; `null` when the tool may run. Adds the question that the customer
 * must agree to, one in an answer, and passes it to `onText`.
 */
export function refusal(
  guard: Guard | null,
  call: ModelToolCall,
  step: DraftedStep,
  messages: readonly ModelMessage[],
  onText: (text: string) => void,
): ToolOutcome | null {
  const refused = guard?.tool(call, messages);
  if (!refused) return null;
  const { breach, question, result } = refused;
  guardRailBreaches.inc({ type: breach.type });
  step.breaches = [...(step.breaches ?? []), breach];
  if (question !== null && !step.isAsking) {
    step.isAsking = true;
    const text = step.text.trim() === '' ? question : `\n${question}`;
    step.text += text;
    onText(text);
  }
  return { result };
}
