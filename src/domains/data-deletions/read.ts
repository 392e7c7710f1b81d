import type { ReadScope } from '../../platform/audit/index.ts';
import { nextPageUrl, pageOf, pageRequest } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { DataDeletion, DataDeletionPage } from './schemas.ts';
import { findDeletion, selectDeletions } from './store.ts';

/** Returns the receipt of a deletion, or its progress. */
export async function getDataDeletion(scope: ReadScope, dataDeletionId: string): Promise<DataDeletion> {
  const deletion = await findDeletion(scope.db, scope.actor.organizationId, dataDeletionId);
  if (!deletion) throw notFound('data deletion');
  return deletion;
}

/** Returns the organization's deletions, running and completed, newest first. */
export async function listDataDeletions(
  scope: ReadScope & { baseUrl: string },
  query: { pageSize?: number | undefined; pageToken?: string | undefined },
): Promise<DataDeletionPage> {
  const page = pageRequest(query);
  const rows = await selectDeletions(scope.db, scope.actor.organizationId, page);
  const { items, next } = pageOf(rows, page.size, ({ createdAt, dataDeletionId }) => ({
    createdAt,
    id: dataDeletionId,
  }));
  const nextPage = nextPageUrl(scope.baseUrl, '/api/data-deletions', query, next);
  return { dataDeletions: items, metadata: { nextPage } };
}
