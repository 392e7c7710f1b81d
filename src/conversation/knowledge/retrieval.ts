import { monotonicMs, waitAtMost } from '../../platform/kernel/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import { fitting, type Passage, withPassages } from './passages.ts';
import { countWords, type Question, questionOf } from './question.ts';

/** What an agent knows. */
export interface Knowledge {
  /**
   * Returns the search in a stage of the agent's flow, the same one for the same sources; `null` when the stage has none.
   * Without a flow the stage is `null`.
   */
  searchIn: (stage: string | null) => KnowledgeSearch | null;
}

/** The search in some sources. */
export interface KnowledgeSearch {
  /** Returns what may answer a query, the best first; empty for nothing. */
  search: (query: string) => Promise<readonly Passage[]>;
  /** How long an answer waits for a search; 50 ms by default, which callers do not notice. */
  waitMsMax?: number;
}

/** How an answer used the agent's knowledge. Plain data, for the record. */
export interface KnowledgeUse {
  query: string;
  /**
   * `late`: the search was not over in time; `chunks` are what an earlier search for fewer words found. It becomes `nothing`
   * when neither has found anything.
   */
  outcome: 'found' | 'nothing' | 'late' | 'failed';
  /** How long the search took; `null` when it was late. */
  tookMs: number | null;
  /** How long the answer waited for it. */
  waitedMs: number;
  chunks: (Omit<Passage, 'text' | 'headings'> & { headings: string[] })[];
}

interface Search extends Question {
  key: string;
  done: Promise<unknown>;
  tookMs: number | null;
  /** `null` until it is over, and when it failed. */
  found: readonly Passage[] | null;
}

const defaultWaitMsMax = 50;
/** Another search begins while the caller speaks when so many words have come. */
const newWords = 2;

/**
 * Finds passages for the answers of one conversation. The search begins while the caller still speaks, so that it is over
 * when the turn ends. Searches for the same words are made once, so that a prepared answer and all rounds of an answer
 * get the same passages.
 */
export class Retrieval {
  readonly #known: KnowledgeSearch;
  readonly #onProblem: (error: unknown) => void;
  #last: Search | null = null;
  /** The last search that succeeded. */
  #succeeded: Search | null = null;
  #running = 0;
  /** Words that came while a search was running. */
  #next: Question | null = null;
  #use: { key: string; use: KnowledgeUse } | null = null;

  constructor(known: KnowledgeSearch, onProblem: (error: unknown) => void) {
    this.#known = known;
    this.#onProblem = onProblem;
  }

  /** Searches ahead for messages whose last one may not be the caller's whole turn. `isPause`: the caller says no more now. */
  foresee(messages: readonly ModelMessage[], isPause: boolean): void {
    const question = questionOf(messages);
    if (!question || this.#last?.key === keyOf(question)) return;
    const isSame = this.#last !== null && question.words.startsWith(this.#last.words);
    const known = isSame ? countWords(this.#last!.words) : 0;
    if (!isPause && countWords(question.words) < known + newWords) return;
    if (this.#running > 0) this.#next = question;
    else this.#begin(question);
  }

  /** Returns the messages with passages. Waits shortly for a search that is not over, and never rejects. */
  async answering(messages: readonly ModelMessage[]): Promise<readonly ModelMessage[]> {
    const question = questionOf(messages);
    if (!question) return messages;
    const key = keyOf(question);
    this.#next = null;
    const search = this.#last?.key === key ? this.#last : this.#begin(question);
    const askedMs = monotonicMs();
    if (search.tookMs === null) await waitAtMost(search.done, this.#known.waitMsMax ?? defaultWaitMsMax);
    const waitedMs = Math.round(monotonicMs() - askedMs);
    const isLate = search.tookMs === null;
    const passages = fitting(search.found ?? this.#earlierThan(search)?.found ?? []);
    const outcome = isLate ? 'late' : !search.found ? 'failed' : passages.length > 0 ? 'found' : 'nothing';
    const chunks = passages.map(({ chunkId, documentId, sourceId, title, headings, score }) => ({
      ...{ chunkId, documentId, sourceId, title, headings: [...headings], score },
    }));
    const query = question.queries[0];
    const use: KnowledgeUse = { query, outcome, tookMs: search.tookMs, waitedMs, chunks };
    this.#use = { key, use };
    if (isLate) void search.done.then(() => completeLate(use, search));
    return withPassages(messages, passages);
  }

  /** Returns how the answer to these messages used knowledge; `null` when it did not. */
  useFor(messages: readonly ModelMessage[]): KnowledgeUse | null {
    const question = questionOf(messages);
    return question && this.#use?.key === keyOf(question) ? this.#use.use : null;
  }

  /** Returns the last search that succeeded for the beginning of the same turn. */
  #earlierThan({ words }: Search): Search | null {
    return this.#succeeded && words.startsWith(this.#succeeded.words) ? this.#succeeded : null;
  }

  #begin(question: Question): Search {
    const begunMs = monotonicMs();
    const search: Search = {
      ...question,
      key: keyOf(question),
      done: Promise.resolve(),
      tookMs: null,
      found: null,
    };
    search.done = this.#run(search, begunMs);
    this.#last = search;
    return search;
  }

  /** Never rejects. */
  async #run(search: Search, begunMs: number): Promise<void> {
    this.#running++;
    try {
      const all = await Promise.all(search.queries.map((query) => this.#known.search(query)));
      search.found = mixed(all);
      this.#succeeded = search;
    } catch (error) {
      this.#onProblem(error);
    } finally {
      search.tookMs = Math.round(monotonicMs() - begunMs);
      this.#running--;
    }
    const next = this.#next;
    this.#next = null;
    if (next && this.#last?.key !== keyOf(next)) this.#begin(next);
  }
}

/** Records what a late search came to, if that is nothing: the question is then listed as unanswered. */
function completeLate(use: KnowledgeUse, { found, tookMs }: Search): void {
  if (found?.length === 0 && use.chunks.length === 0) Object.assign(use, { outcome: 'nothing', tookMs });
}

/** Case and punctuation do not count: a transcriber adds them at the end of speech. */
function keyOf({ words, queries }: Question): string {
  return queries.length === 1 ? words : `${words}\n${queries[0].split('\n').slice(1).join('\n')}`;
}

/** Mixes the results of queries, the best of each first. As many remain as the longest list has. */
function mixed(lists: readonly (readonly Passage[])[]): Passage[] {
  const countMax = Math.max(...lists.map(({ length }) => length));
  const all = new Map<string, Passage>();
  for (let rank = 0; rank < countMax; rank++)
    for (const list of lists) {
      const passage = list[rank];
      if (passage && !all.has(passage.chunkId)) all.set(passage.chunkId, passage);
    }
  return [...all.values()].slice(0, countMax);
}
