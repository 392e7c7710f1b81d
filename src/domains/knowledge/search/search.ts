import type { Queryable } from '../../../platform/db/index.ts';
import { primaryLanguage } from '../languages.ts';
import { searchableText } from '../split/words.ts';
import { searchAll, searchSome, selectLexemes } from '../store/search-store.ts';
import { type AskedLexeme, planSearch } from './plan.ts';

/** A question to the knowledge of an organization. */
export interface KnowledgeQuestion {
  organizationId: string;
  /** The sources to search. */
  sourceIds: readonly string[] | 'all';
  /** As a person says or writes it. Its first 1,000 characters count. */
  query: string;
  /** The language of the question (BCP 47). Sources in another language come behind. Null: unknown. */
  language: string | null;
  /** The most chunks to return. */
  limit: number;
}

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
  /** From 0 to 1: how much of the question the chunk has words for. Above 0.3 is rare. */
  match: number;
}

const queryCharactersMax = 1000;
/** Up to so many sources are searched one by one. */
const separateMax = 20;

/**
 * Returns the chunks that answer a question best, the best first. Searches by the lexemes of the question in the
 * language of each source, and by similar ones for words that no source has. Needs no key and no model.
 */
export async function searchKnowledge(db: Queryable, question: KnowledgeQuestion): Promise<FoundChunk[]> {
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
  const found = await db.query<Omit<FoundChunk, 'match'>>(search, [
    ...[organizationId, sourceIds, condition],
    ...[lexemes.map(({ query }) => query), lexemes.map(({ weight }) => weight), limit],
    question.language === null ? null : primaryLanguage(question.language),
  ]);
  return found.map((chunk) => ({ ...chunk, match: Math.min(chunk.score / fullWeight, 1) }));
}
