import { change, type Scope } from '../../platform/audit/index.ts';
import {
  createdAtRange,
  millisecondsWithin,
  nextPageUrl,
  pageRequest,
  type StreamedBody,
} from '../../platform/http/index.ts';
import { conflict } from '../../platform/kernel/index.ts';
import { areCallFactsWritten, openCallTable } from '../calls/index.ts';
import { openChatPage } from '../chats/index.ts';
import { openCallPage } from './call-page.ts';
import { type CallTableQuery, type ExportQuery, exportPageSizeMax } from './schemas.ts';
import { claimHour, type ExportKind } from './store.ts';

/** Audits an export, at most once an hour for each key and kind, so that polling does not fill the audit log. */
async function recordExport(scope: Scope, kind: ExportKind): Promise<void> {
  const { organizationId, apiKeyId } = scope.actor;
  await change(scope, async (tx) => {
    if (!(await claimHour(tx, { organizationId, apiKeyId }, kind))) return { result: undefined, audit: [] };
    return { result: undefined, audit: { verb: 'exported', type: 'exports', id: null, label: kind } };
  });
}

export const exportCallsPath = '/api/export/calls';

/** Streams a page of the organization's calls, newest first. Audited at most once an hour for each key. */
export async function exportCalls(
  scope: Scope & { baseUrl: string },
  query: ExportQuery,
): Promise<StreamedBody> {
  const sized = { ...query, pageSize: query.pageSize ?? exportPageSizeMax };
  const { size, after } = pageRequest(sized);
  const page = await openCallPage(scope.db, {
    organizationId: scope.actor.organizationId,
    selection: { ...millisecondsWithin(query), belowId: after?.id ?? null },
    size,
    baseUrl: scope.baseUrl,
    nextPage: (place) => nextPageUrl(scope.baseUrl, exportCallsPath, sized, place),
  });
  await recordExport(scope, 'calls');
  return page;
}

export const exportChatsPath = '/api/export/chats';

/** Streams a page of the organization's chats, newest first. Audited at most once an hour for each key. */
export async function exportChats(
  scope: Scope & { baseUrl: string },
  query: ExportQuery,
): Promise<StreamedBody> {
  const sized = { ...query, pageSize: query.pageSize ?? exportPageSizeMax };
  const { size, after } = pageRequest(sized);
  const range = createdAtRange('chat', query);
  const below = after !== null && after.id < range.below ? after.id : range.below;
  const page = await openChatPage(scope.db, {
    organizationId: scope.actor.organizationId,
    selection: { agentId: null, from: range.from, below },
    size,
    withoutSummary: false,
    withUsage: true,
    nextPage: (place) => nextPageUrl(scope.baseUrl, exportChatsPath, sized, place),
  });
  await recordExport(scope, 'chats');
  return page;
}

/**
 * Streams the calls of a filtered list as a table. Audited at most once an hour for each key. Throws a 409 while calls from
 * before an upgrade would be missing.
 */
export async function exportCallTable(
  scope: Scope,
  { format = 'csv', ...filters }: CallTableQuery,
): Promise<StreamedBody> {
  if (!(await areCallFactsWritten(scope.db, scope.actor.organizationId)))
    throw conflict(
      'calls.preparing',
      'Calls from before the upgrade of Parley are still being prepared for exports. Try again in some minutes.',
    );
  const table = await openCallTable(scope.db, scope.actor.organizationId, filters, format);
  await recordExport(scope, 'calls');
  return table;
}
