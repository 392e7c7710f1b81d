import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Pronunciation } from './schemas.ts';
import { findPronunciation, type SpokenEntry, selectPronunciations, selectSpokenEntries } from './store.ts';

export async function getPronunciation(scope: ReadScope, pronunciationId: string): Promise<Pronunciation> {
  const found = await findPronunciation(scope.db, scope.actor.organizationId, pronunciationId);
  if (!found) throw notFound('pronunciation');
  return found;
}

/** Returns the entries of the organization's dictionary, newest first. */
export async function listPronunciations(
  scope: ReadScope,
  page: NamedPageRequest,
): Promise<Page<Pronunciation>> {
  const rows = await selectPronunciations(scope.db, scope.actor.organizationId, page);
  return pageOf(rows, page.size, ({ createdAt, pronunciationId: id }) => ({ createdAt, id }));
}

/**
 * Returns the entries that apply to an agent with these languages (BCP 47): the ones of their primary languages, then
 * those of every language.
 */
export async function pronunciationsFor(
  db: Queryable,
  organizationId: string,
  languages: readonly string[],
): Promise<SpokenEntry[]> {
  const primary = languages.map((tag) => tag.split('-', 1)[0]!.toLowerCase());
  return selectSpokenEntries(db, organizationId, [...new Set(primary)]);
}
