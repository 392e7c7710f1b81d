import type { Queryable } from '../../../platform/db/index.ts';
import { type FoundChunk, type KnowledgeQuestion, searchKnowledge } from './search.ts';

/**
 * Chunks that match less say nothing about a question. Of the handbook's questions that the search answers, 3 % have a
 * right chunk below it.
 */
const matchMin = 0.12;

/** Returns whether a chunk says enough about its question for an agent to get it. */
export function isEnough({ match }: Pick<FoundChunk, 'match'>): boolean {
  return match >= matchMin;
}

/** Returns the chunks that may answer a question, the best first. Empty when the sources have nothing about it. */
export async function findPassages(db: Queryable, question: KnowledgeQuestion): Promise<FoundChunk[]> {
  const found = await searchKnowledge(db, question);
  return found.filter(isEnough);
}
