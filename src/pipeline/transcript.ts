import type { SaidEntry } from './conversation.ts';

/** What one call's record holds at most; what is said after that is not written down any more. */
const entriesMax = 4000;
const charactersMax = 500_000;
/** Of the entries; whoever presses keys without an end leaves room for what is said. */
const keysMax = 1000;

/** What was really said, pressed and done, in the order of its beginning. */
export class Transcript {
  readonly #entries: SaidEntry[] = [];
  /** The entries of the agent that may still go on, by what they belong to. */
  readonly #open = new Map<object, SaidEntry>();
  readonly #onGrown: () => void;
  #characters = 0;
  #keys = 0;

  constructor(onGrown: () => void) {
    this.#onGrown = onGrown;
  }

  /** Adds an entry; one without a text only if it is a tool's. */
  add(entry: SaidEntry): void {
    this.#insert({ ...entry, text: entry.text.trim() });
  }

  /** Adds what the agent said: sentences of the same `answer` are one entry. */
  bot(answer: object, text: string, startMs: number, endMs: number): void {
    if (text === '') return;
    const entry = this.#open.get(answer);
    if (!entry) {
      const made = this.#insert({ role: 'bot', text: text.trimStart(), startMs, endMs });
      if (made) this.#open.set(answer, made);
      return;
    }
    this.#characters += text.length;
    entry.text += text;
    entry.endMs = endMs;
    this.#onGrown();
  }

  /** All entries. */
  read(): SaidEntry[] {
    return this.#entries
      .map((entry) => ({ ...entry, text: entry.text.trim() }))
      .filter(({ text, role }) => text !== '' || role === 'tool')
      .sort((a, b) => a.startMs - b.startMs);
  }

  #insert(entry: SaidEntry): SaidEntry | null {
    const length =
      entry.text.length + (entry.role === 'tool' ? JSON.stringify([entry.toolCall, entry.result]).length : 0);
    if (this.#entries.length >= entriesMax || this.#characters + length > charactersMax) return null;
    const isKey = entry.role === 'user' && entry.name === 'dtmf';
    if (isKey && this.#keys++ >= keysMax) return null;
    this.#characters += length;
    this.#entries.push(entry);
    this.#onGrown();
    return entry;
  }
}
