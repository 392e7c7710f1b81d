import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PagePlace, pageOf, pageRequest } from '../../platform/http/index.ts';
import { notFound, timeOfId } from '../../platform/kernel/index.ts';
import { callSearch } from './call-search.ts';
import type { CallFilters } from './filter-schemas.ts';
import { toCall } from './rows.ts';
import type { Call } from './schemas.ts';
import { type CallRow, findCall, selectCalls } from './store/read.ts';

export async function getCall(scope: ReadScope & { baseUrl: string }, callId: string): Promise<Call> {
  return toCall(await getCallRow(scope, callId), scope.baseUrl);
}

/** Returns the row of a call, which holds more than the record shows. Throws a 404. */
export async function getCallRow(scope: ReadScope, callId: string): Promise<CallRow> {
  const row = await findCall(scope.db, scope.actor.organizationId, callId);
  if (!row) throw notFound('call');
  return row;
}

/**
 * Returns the organization's calls that match the filters, newest first. A search reads a bounded number of calls, by default
 * some 100,000 (`readMax`). If they do not fill the page, the next page begins behind the last of them.
 */
export async function listCalls(
  scope: ReadScope & { baseUrl: string },
  { pageSize, pageToken, ...filters }: CallFilters,
  readMax?: number,
): Promise<Page<Call>> {
  const page = pageRequest({ pageSize, pageToken });
  const search = callSearch(filters);
  const { rows, searchedTo } = await selectCalls(scope.db, scope.actor.organizationId, search, page, readMax);
  const { items, next } = pageOf(rows, page.size, (row) => ({ createdAt: row.created_at, id: row.call_id }));
  return {
    items: items.map((row) => toCall(row, scope.baseUrl)),
    next: next ?? (searchedTo === null ? null : placeOf(searchedTo)),
  };
}

function placeOf(callId: string): PagePlace {
  return { createdAt: new Date(timeOfId(callId)).toISOString(), id: callId };
}
