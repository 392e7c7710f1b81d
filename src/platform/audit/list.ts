import { defaultPageSize } from '../http/index.ts';
import type { Scope } from './change.ts';
import { exclusiveBound } from './export-bound.ts';
import { openPage } from './export-page.ts';
import type { ExportRecorder } from './export-recorder.ts';
import { readChunk } from './export-store.ts';
import { readFound } from './list-store.ts';
import type { AuditLogFilters } from './schemas.ts';

export const listPath = '/api/audit-logs';

/**
 * Returns a page of the organization's audit entries that match the filters, as JSON text, newest first. It is audited
 * like the export.
 */
export async function listAuditLogs(
  scope: Scope & { recorder: ExportRecorder; baseUrl: string },
  query: AuditLogFilters,
): Promise<AsyncIterable<string>> {
  const { createdAtGt, createdAtLt, pageSize = defaultPageSize, ...filters } = query;
  const { db, actor } = scope;
  const after = createdAtGt === undefined ? null : exclusiveBound(createdAtGt, 'after');
  const newest = createdAtLt === undefined ? null : exclusiveBound(createdAtLt, 'before');
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const page = await openPage(
    {
      read(before, countMax) {
        const range = { after, before: before ?? newest };
        return isFiltered
          ? readFound(db, actor.organizationId, filters, range, countMax)
          : readChunk(db, actor.organizationId, range, countMax);
      },
      nextPage: (before) => nextPage(scope.baseUrl, { ...query, createdAtLt: before, pageSize }),
    },
    pageSize,
  );
  await scope.recorder.record(scope);
  return page;
}

function nextPage(baseUrl: string, query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `${baseUrl}${listPath}?${parameters}`;
}
