import type { Scope } from '../../platform/audit/index.ts';
import { createdAtRange, nextPageUrl, pageRequest, type StreamedBody } from '../../platform/http/index.ts';
import { openChatPage } from '../chats/index.ts';
import { recordExport } from './record.ts';
import { type ExportQuery, exportPageSizeMax } from './schemas.ts';

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
