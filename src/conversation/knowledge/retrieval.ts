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

/** How a query came to be, and who gets its first results. */
export interface SearchOptions {
  /** The caller speaks on, so that another query with more words follows. */
  isPartial?: boolean;
  /** Receives what was found at once, before the results of a slower search are added. */
  onFound?: (passages: readonly Passage[]) => void;
}

/** The search in some sources. */
export interface KnowledgeSearch {
  /** Returns what may answer a query, the best first; empty for nothing. */
  search: (query: string, options?: SearchOptions) => Promise<readonly Passage[]>;
  /** How long an answer waits for first results; 50 ms by default, which callers do not notice. */
  waitMsMax?: number;
  /** How long an answer waits for the whole result when there are first ones; not at all by default. */
  wholeWaitMsMax?: number;
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
  /** Resolves with the first results, or when there will be none. */
  first: Promise<void>;
  /** Resolves when the search is over. */
  done: Promise<void>;
  isOver: boolean;
  /** How long the first results took; `null` until then. */
  tookMs: number | null;
  /** `null` until there are results, and when the search failed. */
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
  /** Words that came while a search had no results yet. */
  #next: { question: Question; isPartial: boolean } | null = null;
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
    if (this.#running > 0) this.#next = { question, isPartial: !isPause };
    else this.#begin(question, !isPause);
  }

  /** Returns the messages with passages. Waits shortly for a search that is not over, and never rejects. */
  async answering(messages: readonly ModelMessage[]): Promise<readonly ModelMessage[]> {
    const question = questionOf(messages);
    if (!question) return messages;
    const key = keyOf(question);
    this.#next = null;
    const search = this.#last?.key === key ? this.#last : this.#begin(question, false);
    const { waitMsMax = defaultWaitMsMax, wholeWaitMsMax = 0 } = this.#known;
    const askedMs = monotonicMs();
    if (search.tookMs === null) await waitAtMost(search.first, waitMsMax);
    if (!search.isOver && wholeWaitMsMax > 0) await waitAtMost(search.done, wholeWaitMsMax);
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

  /**
   * Returns the last search that succeeded for the beginning of the same turn; `null` when that was so short that it was
   * searched for with the turn before, and the whole turn is not: what it found is about the turn before.
   */
  #earlierThan({ words, queries }: Search): Search | null {
    const earlier = this.#succeeded;
    if (!earlier || !words.startsWith(earlier.words)) return null;
    return earlier.queries.length > queries.length ? null : earlier;
  }

  #begin(question: Question, isPartial: boolean): Search {
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const key = keyOf(question);
    const search: Search = {
      ...question,
      ...{ key, first, done: first, isOver: false, tookMs: null, found: null },
    };
    search.done = this.#run(search, isPartial, resolve);
    this.#last = search;
    return search;
  }

  /** Never rejects. */
  async #run(search: Search, isPartial: boolean, onFirst: () => void): Promise<void> {
    const begunMs = monotonicMs();
    const lists: (readonly Passage[])[] = [];
    this.#running++;
    const endFirst = () => {
      if (search.tookMs !== null) return;
      search.tookMs = Math.round(monotonicMs() - begunMs);
      this.#running--;
      onFirst();
      this.#beginNext();
    };
    const put = (at: number, passages: readonly Passage[]) => {
      lists[at] = passages;
      if (Object.keys(lists).length < search.queries.length) return;
      search.found = mixed(lists);
      this.#succeeded = search;
      endFirst();
    };
    const asked = search.queries.map(async (query, at) => {
      const onFound = (passages: readonly Passage[]) => put(at, passages);
      put(at, await this.#known.search(query, { isPartial, onFound }));
    });
    await Promise.all(asked).catch(this.#onProblem);
    search.isOver = true;
    endFirst();
  }

  /** Searches for the words that came while a search had no results. */
  #beginNext(): void {
    const next = this.#next;
    this.#next = null;
    if (next && this.#last?.key !== keyOf(next.question)) this.#begin(next.question, next.isPartial);
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
