import type { Queryable } from '../../../platform/db/index.ts';
import { primaryLanguage } from '../languages.ts';
import { searchableText } from '../split/words.ts';
import { searchAll, searchSome, selectLexemes } from '../store/search-store.ts';
import type { ChunkText } from '../store/vector-store.ts';
import { type AskedLexeme, planSearch } from './plan.ts';
import type { KnowledgeQuestion } from './question.ts';

/** A chunk that has words of a question. */
export interface WordsChunk extends ChunkText {
  /** Higher is better. Only scores of one search can be compared. */
  score: number;
  /** From 0 to 1: how much of the question the chunk has words for. Above 0.3 is rare. */
  match: number;
}

const queryCharactersMax = 1000;
/** Up to so many sources are searched one by one. */
const separateMax = 20;

/**
 * Returns the chunks whose words answer a question best, the best first. Searches by the lexemes of the question in the
 * language of each source, and by similar ones for words that no source has. Needs no key and no model.
 */
export async function searchByWords(db: Queryable, question: KnowledgeQuestion): Promise<WordsChunk[]> {
  const { organizationId, limit } = question;
  const sourceIds = question.sourceIds === 'all' ? null : question.sourceIds;
  const text = searchableText(question.query.slice(0, queryCharactersMax));
  const asked = await db.query<AskedLexeme & { total: number }>(selectLexemes, [
    ...[organizationId, sourceIds, text],
  ]);
  const total = Math.max(0, ...asked.map((one) => one.total));
  const { condition, lexemes, fullWeight } = planSearch(asked, total);
  if (condition === null) return [];
  const search = sourceIds !== null && sourceIds.length <= separateMax ? searchSome : searchAll;
  const found = await db.query<Omit<WordsChunk, 'match'>>(search, [
    ...[organizationId, sourceIds, condition],
    ...[lexemes.map(({ query }) => query), lexemes.map(({ weight }) => weight), limit],
    question.language === null ? null : primaryLanguage(question.language),
  ]);
  return found.map((chunk) => ({ ...chunk, match: Math.min(chunk.score / fullWeight, 1) }));
}
