import { exclusiveBound, type ReadScope } from '../../platform/audit/index.ts';
import { type Page, pageOf, pageRequest } from '../../platform/http/index.ts';
import { toCall } from './rows.ts';
import type { Call, CallFilters } from './schemas.ts';
import { selectCalls } from './store/read.ts';

/** Returns the organization's calls that match the filters, newest first. */
export async function listCalls(
  scope: ReadScope & { baseUrl: string },
  { pageSize, pageToken, ...filters }: CallFilters,
): Promise<Page<Call>> {
  const page = pageRequest({ pageSize, pageToken });
  const { createdAtGt, createdAtLt } = filters;
  const bounds = {
    createdAtGt: createdAtGt && exclusiveBound(createdAtGt, 'after'),
    createdAtLt: createdAtLt && exclusiveBound(createdAtLt, 'before'),
  };
  const rows = await selectCalls(scope.db, scope.actor.organizationId, { ...filters, ...bounds }, page);
  const { items, next } = pageOf(rows, page.size, (row) => ({ createdAt: row.created_at, id: row.call_id }));
  return { items: items.map((row) => toCall(row, scope.baseUrl)), next };
}
