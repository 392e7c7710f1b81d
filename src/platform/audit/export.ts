import type { Scope } from './change.ts';
import { exclusiveBound } from './export-bound.ts';
import { openPage } from './export-page.ts';
import type { ExportRecorder } from './export-recorder.ts';
import { readChunk } from './export-store.ts';
import { type ExportQuery, exportPageSizeMax } from './schemas.ts';

export const exportPath = '/api/export/audit-logs';

/**
 * Returns a page of the organization's audit log as JSON text, newest first. The request is audited too, at most once
 * per key and hour, whatever its parameters, because a continued page cannot be distinguished from a first page with
 * the same bound. The entry is written after the page is fixed, so the page does not contain it, and before anything is
 * sent.
 */
export async function exportAuditLogs(
  scope: Scope & { recorder: ExportRecorder; baseUrl: string },
  query: ExportQuery,
): Promise<AsyncIterable<string>> {
  const { createdAtGt, createdAtLt, pageSize = exportPageSizeMax } = query;
  const after = createdAtGt === undefined ? null : exclusiveBound(createdAtGt, 'after');
  const newest = createdAtLt === undefined ? null : exclusiveBound(createdAtLt, 'before');
  const page = await openPage(
    {
      read: (before, countMax) =>
        readChunk(scope.db, scope.actor.organizationId, { after, before: before ?? newest }, countMax),
      nextPage(before) {
        const parameters = new URLSearchParams({ createdAtLt: before, pageSize: String(pageSize) });
        if (createdAtGt !== undefined) parameters.set('createdAtGt', createdAtGt);
        return `${scope.baseUrl}${exportPath}?${parameters}`;
      },
    },
    pageSize,
  );
  await scope.recorder.record(scope);
  return page;
}
