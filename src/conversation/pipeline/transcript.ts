import type { SaidEntry } from './conversation.ts';
import type { LineClock } from './line-clock.ts';

/** What one call's record holds at most; what is said after that is not written down any more. */
const entriesMax = 4000;
const charactersMax = 500_000;
/** Of the entries; whoever presses keys without an end leaves room for what is said. */
const keysMax = 1000;

/** Entries that begin at the same moment: what the caller did leads to a tool, and that to what the agent says. */
const rank = { user: 0, tool: 1, bot: 2 } as const;

/** Entries in the order of their beginning, a cause before its effect. */
export function inOrder(entries: readonly SaidEntry[]): SaidEntry[] {
  return entries.toSorted((a, b) => a.startMs - b.startMs || rank[a.role] - rank[b.role]);
}

/**
 * What was really said, pressed and done, in the order of its beginning. A cause stands before its effect: an entry has begun
 * when it is added, and what the agent says because of it begins no earlier.
 */
export class Transcript {
  readonly #entries: SaidEntry[] = [];
  /** The entries of the agent that may still go on, by what they belong to. */
  readonly #open = new Map<object, SaidEntry>();
  readonly #clock: Pick<LineClock, 'nowMs'>;
  readonly #onGrown: () => void;
  #latestMs = 0;
  #characters = 0;
  #keys = 0;

  constructor(clock: Pick<LineClock, 'nowMs'>, onGrown: () => void) {
    this.#clock = clock;
    this.#onGrown = onGrown;
  }

  /**
   * Adds an entry; one without a text only if it is a tool's. Positions that lie ahead are set back to now: the line counts a
   * key from its next 20 ms on, and a transcriber may count words otherwise than the line.
   */
  add(entry: SaidEntry): void {
    const { nowMs } = this.#clock;
    const startMs = Math.min(entry.startMs, nowMs);
    const endMs = Math.max(Math.min(entry.endMs, nowMs), startMs);
    const added = this.#insert({ ...entry, text: entry.text.trim(), startMs, endMs });
    if (added) this.#latestMs = Math.max(this.#latestMs, startMs);
  }

  /** Where the last entry of the caller or of a tool began that is on record. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /**
   * Adds what the agent said: sentences of the same `answer` are one entry. `sinceMs` is what `latestMs` was when it was
   * decided to say it: a tick that comes late may send it at a position before that.
   */
  bot(answer: object, text: string, span: { startMs: number; endMs: number; sinceMs: number }): void {
    if (text === '') return;
    const startMs = Math.max(span.startMs, span.sinceMs);
    const endMs = Math.max(span.endMs, startMs);
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
    const entries = this.#entries
      .map((entry) => ({ ...entry, text: entry.text.trim() }))
      .filter(({ text, role }) => text !== '' || role === 'tool');
    return inOrder(entries);
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
