import type { Queryable } from '../../../platform/db/index.ts';
import { type FoundBy, fuse } from '../meaning/fuse.ts';
import { problemIn } from '../meaning/problem.ts';
import type { QuestionVectors } from '../meaning/question-vectors.ts';
import { rerankedMax } from '../meaning/rerank.ts';
import { textOf } from '../meaning/text-of.ts';
import { type MeantChunk, searchByMeaning } from './meaning-search.ts';
import type { KnowledgeQuestion } from './question.ts';
import { searchByWords, type WordsChunk } from './word-search.ts';

/**
 * Chunks that match less say nothing about a question. Of the handbook's questions that the search answers, 3 % have a
 * right chunk below it.
 */
const matchMin = 0.12;

/** A chunk that a search found. */
export interface FoundChunk {
  chunkId: string;
  sourceId: string;
  documentId: string;
  /** The title of the document. */
  title: string;
  /** The address of the page; null for texts and files. */
  address: string | null;
  /** The headings above the chunk, the outermost first. */
  headings: string[];
  /** Markdown. */
  text: string;
  /** Higher is better. Only scores of one search can be compared. */
  score: number;
  foundBy: FoundBy[];
  /** Whether it says enough about the question for an agent to get it. */
  isEnough: boolean;
}

/** The most results of one way of searching that are fused. */
const depth = 30;

/** Where a search is made. */
export interface SearchPlace {
  db: Queryable;
  /** Without it, searches compare words alone. */
  vectors?: QuestionVectors | undefined;
  /** Receives why the meaning of a question was left out. */
  onProblem?: ((error: unknown) => void) | undefined;
}

/**
 * Returns the chunks that answer a question best, the best first: by its words, and by its meaning where the organization has
 * an embedding model.
 */
export async function searchKnowledge(
  place: SearchPlace,
  question: KnowledgeQuestion,
): Promise<FoundChunk[]> {
  const { db, vectors } = place;
  const { organizationId, limit } = question;
  if (!(await vectors?.isUsedBy(organizationId))) return combined(await searchByWords(db, question), null);
  const [words, meant] = await Promise.all([searchDeep(db, question), findMeant(place, question)]);
  return (await reranked(place, question, combined(words, meant))).slice(0, limit);
}

/**
 * Returns chunks in the order of the organization's reranker. Their own order stays when there is none, when it fails or when it is
 * too slow. Never rejects.
 */
export async function reranked(
  { vectors, onProblem }: SearchPlace,
  { organizationId, query, limit }: Pick<KnowledgeQuestion, 'organizationId' | 'query' | 'limit'>,
  found: readonly FoundChunk[],
): Promise<readonly FoundChunk[]> {
  const compared = found.slice(0, Math.max(rerankedMax, limit));
  if (!vectors || compared.length < 2) return found;
  try {
    const order = await vectors.rerank(organizationId, query, compared.map(textOf));
    if (!order) return found;
    const best = order.map(({ index, relevance }) => ({ ...compared[index]!, score: relevance }));
    // Chunks that the reranker left out follow.
    const rest = compared.filter((_, at) => order.every(({ index }) => index !== at));
    return [...best, ...rest.map((chunk) => ({ ...chunk, score: 0 }))];
  } catch (error) {
    onProblem?.(
      new Error(`The parts are not reranked: ${problemIn(error)?.message ?? 'an error'}`, { cause: error }),
    );
    return found;
  }
}

/** Returns what words find, as much as is needed for a fusion. */
export function searchDeep(db: Queryable, question: KnowledgeQuestion): Promise<WordsChunk[]> {
  return searchByWords(db, { ...question, limit: Math.max(question.limit, depth) });
}

/** Returns the chunks that mean much the same as a question. Never rejects: null when its vector or the search failed. */
export async function findMeant(
  { db, vectors, onProblem }: SearchPlace,
  { organizationId, sourceIds, query, limit }: KnowledgeQuestion,
): Promise<MeantChunk[] | null> {
  try {
    const vector = await vectors?.of(organizationId, query);
    if (!vector) return null;
    const asked = { organizationId, sourceIds: sourceIds === 'all' ? null : sourceIds };
    return await searchByMeaning(db, asked, vector, Math.max(limit, depth));
  } catch (error) {
    onProblem?.(error);
    return null;
  }
}

/** Returns what both ways have found, the best first. `meant` is null when only words were compared. */
export function combined(words: readonly WordsChunk[], meant: readonly MeantChunk[] | null): FoundChunk[] {
  if (meant === null)
    return words.map(({ match, ...chunk }) => ({
      ...chunk,
      foundBy: ['words'],
      isEnough: match >= matchMin,
    }));
  return fuse(words, meant).map(({ words: said, meaning, score }) => {
    const { chunkId, sourceId, documentId, title, address, headings, text } = (said ?? meaning)!;
    const foundBy: FoundBy[] = [
      ...(said ? ['words' as const] : []),
      ...(meaning ? ['meaning' as const] : []),
    ];
    const isEnough = (said?.match ?? 0) >= matchMin || meaning?.isNear === true;
    return { chunkId, sourceId, documentId, title, address, headings, text, score, foundBy, isEnough };
  });
}
