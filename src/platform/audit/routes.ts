import type { Database } from '../db/index.ts';
import { defineRoute, type Route, StreamedBody } from '../http/index.ts';
import { exportAuditLogs, exportPath } from './export.ts';
import { ExportRecorder } from './export-recorder.ts';
import { listAuditLogs, listPath } from './list.ts';
import { AuditLogFilters, AuditPage, ExportQuery } from './schemas.ts';

const description = `Newest first by \`createdAt\`, which is unique and strictly increasing within an organization. \
\`createdAtGt\` and \`createdAtLt\` are exclusive, with any offset and to the microsecond; where they leave nothing, \
the page is empty. \`metadata.nextPage\` carries \`createdAtLt\`, \`pageSize\` and, when it was given, \`createdAtGt\`; \
it is null on the last page, also when that is full.

Whoever polls with \`createdAtGt\` set to the newest \`createdAt\` seen misses nothing: no entry ever appears below \
one that was served. The export is audited itself (\`exported\`, \`audit_logs\`): every request, whatever its parameters, \
at most once per key and hour, and not on the page that it asked for. A missing or invalid credential is a 403.`;

const listDescription = `Newest first. The filters narrow each other, and \`createdAtGt\` and \`createdAtLt\` are as in the \
export; \`metadata.nextPage\` goes on by \`createdAtLt\`. It is audited as an export is, in the same hour once.`;

export function auditRoutes({ db }: { db: Database }): Route[] {
  const recorder = new ExportRecorder();
  return [
    defineRoute({
      method: 'GET',
      path: listPath,
      operationId: 'listAuditLogs',
      tag: 'Audit',
      summary: 'Look into the audit log: who did what, to what, and when',
      description: listDescription,
      scope: 'audit:export',
      query: AuditLogFilters,
      output: AuditPage,
      status: 200,
      async handle(context, { query }) {
        const text = await listAuditLogs({ db, recorder, ...context }, query);
        return new StreamedBody('application/json; charset=utf-8', text);
      },
    }),
    defineRoute({
      method: 'GET',
      path: exportPath,
      ignoresUnknownQuery: true,
      operationId: 'exportAuditLogs',
      tag: 'Audit',
      summary: 'Export the audit log',
      description,
      scope: 'audit:export',
      credentialFailureStatus: 403,
      query: ExportQuery,
      expensive: 'streams',
      output: AuditPage,
      status: 200,
      async handle(context, { query }) {
        const text = await exportAuditLogs({ db, recorder, ...context }, query);
        return new StreamedBody('application/json; charset=utf-8', text);
      },
    }),
  ];
}
