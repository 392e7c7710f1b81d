import type { SaidEntry } from './conversation.ts';
import type { LineClock } from './line-clock.ts';

/** The limits of a call's transcript. Later entries are dropped. */
const entriesMax = 4000;
const charactersMax = 500_000;
/** The most entries for keys, so that endless keys leave room for speech. */
const keysMax = 1000;

/** The order of entries with the same start: the caller leads to a tool, and the tool to the agent's words. */
const rank = { user: 0, tool: 1, bot: 2, agent: 2 } as const;

/** Returns entries ordered by their start, a cause before its effect. */
export function inOrder(entries: readonly SaidEntry[]): SaidEntry[] {
  return entries.toSorted((a, b) => a.startMs - b.startMs || rank[a.role] - rank[b.role]);
}

/**
 * The transcript of a conversation, ordered by start. A cause precedes its effect: an entry starts no later than the
 * moment it is added, and the agent's words in response start no earlier.
 */
export class Transcript {
  #entries: SaidEntry[] = [];
  /** The agent's entries that may still grow, by the answer that they belong to. */
  readonly #open = new Map<object, SaidEntry>();
  readonly #clock: Pick<LineClock, 'nowMs'>;
  #onGrown: () => void;
  #latestMs = 0;
  #characters = 0;
  #keys = 0;

  /** `before` are the entries of a conversation that is resumed. */
  constructor(clock: Pick<LineClock, 'nowMs'>, onGrown: () => void, before: readonly SaidEntry[] = []) {
    this.#clock = clock;
    this.#onGrown = () => undefined;
    for (const entry of before) {
      const made = this.#insert({ ...entry });
      const isCause = entry.role === 'user' || entry.role === 'tool';
      if (made && isCause) this.#latestMs = Math.max(this.#latestMs, entry.startMs);
    }
    this.#onGrown = onGrown;
  }

  /**
   * Adds an entry. Positions in the future are set to now: the line places a key at its next 20 ms tick, and a
   * transcriber's clock may differ from the line's.
   */
  add(entry: SaidEntry): void {
    const { nowMs } = this.#clock;
    const startMs = Math.min(entry.startMs, nowMs);
    const endMs = Math.max(Math.min(entry.endMs, nowMs), startMs);
    if (entry.role === 'user' && entry.name === undefined) this.#clearUp({ startMs, endMs });
    const added = this.#insert({ ...entry, text: entry.text.trim(), startMs, endMs });
    if (added) this.#latestMs = Math.max(this.#latestMs, startMs);
  }

  /** The latest start among the entries of the caller and of tools. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /**
   * Adds words of the agent; sentences of the same `answer` form one entry. `sinceMs` is `latestMs` at the decision to say
   * them. The entry starts no earlier, even when a late tick of the line sends them at an earlier position.
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

  /** Returns all entries with text, those of tools, and speech that was not understood. */
  read(): SaidEntry[] {
    const entries = this.#entries
      .map((entry) => ({ ...entry, text: entry.text.trim() }))
      .filter(({ text, role, notUnderstood }) => text !== '' || role === 'tool' || notUnderstood);
    return inOrder(entries);
  }

  /** Removes speech that was not understood, because words have come for it after all. */
  #clearUp({ startMs, endMs }: Pick<SaidEntry, 'startMs' | 'endMs'>): void {
    const isClear = (entry: SaidEntry) =>
      entry.notUnderstood === true && entry.startMs < endMs && startMs < entry.endMs;
    if (this.#entries.some(isClear)) this.#entries = this.#entries.filter((entry) => !isClear(entry));
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
