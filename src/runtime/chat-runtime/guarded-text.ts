import type { Guard } from '../../conversation/guard-rails/index.ts';
import { hasWords, SentenceSplitter, type ToolOutcome } from '../../conversation/pipeline/index.ts';
import type { ModelMessage, ModelToolCall } from '../../conversation/providers/interfaces/index.ts';
import { guardRailBreaches } from './metrics.ts';

/** Passes the text of one answer through the agent's rules, sentence by sentence. Without rules, at once. */
export class GuardedText {
  readonly #guard: Guard | null;
  readonly #signal: AbortSignal;
  readonly #splitter: SentenceSplitter | null;
  readonly #before: string;
  #said = '';
  #isOver = false;
  #hasBegun = false;

  /** `messages` are those that the answer is for, when a disclosure may stand before it. */
  constructor(
    guard: Guard | null,
    language: string,
    signal: AbortSignal,
    messages: readonly ModelMessage[] | null,
  ) {
    this.#guard = guard;
    this.#signal = signal;
    this.#splitter = guard?.checksSpeech ? new SentenceSplitter(language) : null;
    const due = messages && guard?.due(messages, Number.POSITIVE_INFINITY);
    this.#before = due ? `${due.text} ` : '';
  }

  /** Takes more text of the model, and returns what may be shown now. */
  async push(text: string): Promise<string> {
    return this.#begun(this.#splitter ? await this.#checked(this.#splitter.push(text)) : text);
  }

  /** Ends the text, and returns its rest. */
  async flush(): Promise<string> {
    return this.#splitter ? this.#begun(await this.#checked(this.#splitter.flush())) : '';
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
      const breach = hasWords(sentence)
        ? await this.#guard!.speech(sentence, this.#said, this.#signal)
        : null;
      this.#said += sentence;
      shown += breach?.instead ?? sentence;
      if (!breach) continue;
      this.#isOver = true;
      guardRailBreaches.inc({ type: breach.type });
    }
    return shown;
  }
}

/** Returns the outcome of a tool call that a rule forbids; `null` when the tool may run. */
export function refusal(
  guard: Guard | null,
  call: ModelToolCall,
  messages: readonly ModelMessage[],
): ToolOutcome | null {
  const refused = guard?.tool(call, messages);
  if (!refused) return null;
  guardRailBreaches.inc({ type: refused.breach.type });
  return { result: refused.result };
}
