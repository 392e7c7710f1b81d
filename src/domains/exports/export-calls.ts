import type { Scope } from '../../platform/audit/index.ts';
import {
  millisecondsWithin,
  nextPageUrl,
  pageRequest,
  type StreamedBody,
} from '../../platform/http/index.ts';
import { openCallPage } from './call-page.ts';
import { recordExport } from './record.ts';
import { type ExportQuery, exportPageSizeMax } from './schemas.ts';

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
