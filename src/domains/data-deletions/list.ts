import type { ReadScope } from '../../platform/audit/index.ts';
import { nextPageUrl, pageOf, pageRequest } from '../../platform/http/index.ts';
import type { DataDeletionPage } from './schemas.ts';
import { selectDeletions } from './store.ts';

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
