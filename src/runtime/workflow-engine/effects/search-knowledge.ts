import { conversationSearch, type SearchPlace, unknownSources } from '../../../domains/knowledge/index.ts';
import { Language } from '../../../platform/http/index.ts';
import type { EffectResult } from '../run/settle.ts';

/** The filled fields of the step. */
interface KnowledgeInput {
  query: string;
  sourceIds: 'all' | readonly string[];
  language?: string;
  limit: number;
}

/** Searches the documents of the organization as an agent does. Finding nothing is no failure. */
export async function findPassagesFor(
  place: SearchPlace,
  organizationId: string,
  { query, sourceIds, language = '', limit }: KnowledgeInput,
): Promise<EffectResult> {
  const failed = (error: string): EffectResult => ({ kind: 'failed', error });
  if (query.trim() === '') return failed('query is empty');
  const tag = language === '' ? null : Language.safeParse(language);
  if (tag?.success === false) return failed('language must be a BCP 47 tag such as en or de-AT');
  if (sourceIds !== 'all') {
    const [unknown] = await unknownSources(place.db, organizationId, sourceIds);
    if (unknown !== undefined) return failed(`there is no source of knowledge ${unknown}`);
  }
  const asked = { organizationId, sourceIds, language: tag?.data ?? null, limit };
  const found = await conversationSearch(place, asked)(query);
  const passages = found.map(({ chunkId, sourceId, documentId, title, headings, address, text, score }) => ({
    ...{ chunkId, sourceId, documentId, title, headings, address, text, score },
  }));
  return { kind: 'completed', output: { found: passages.length > 0, passages } };
}
