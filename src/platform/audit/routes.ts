import type { Database } from '../db/index.ts';
import { defineRoute, type Route, StreamedBody } from '../http/index.ts';
import { exportAuditLogs, exportPath } from './export.ts';
import { ExportRecorder } from './export-recorder.ts';
import { listAuditLogs, listPath } from './list.ts';
import { AuditLogFilters, AuditPage, ExportQuery } from './schemas.ts';

const description = `Newest first by \`createdAt\`, which is unique and strictly increasing within an organization. \
\`createdAtGt\` and \`createdAtLt\` are exclusive, with any offset and to the microsecond; where nothing matches, \
the page is empty. \`metadata.nextPage\` carries \`createdAtLt\`, \`pageSize\` and, when it was given, \`createdAtGt\`; \
it is null on the last page, also when that is full.

A client that polls with \`createdAtGt\` set to the newest \`createdAt\` seen misses nothing: no entry ever appears below \
a returned one. The export itself is audited (\`exported\`, \`audit_logs\`): every request, whatever its parameters, \
at most once per key and hour. The requested page does not contain that entry. A missing or invalid credential is a 403.`;

const listDescription = `Newest first. An entry must match all filters, and \`createdAtGt\` and \`createdAtLt\` are as in the \
export; \`metadata.nextPage\` continues with \`createdAtLt\`. Searches and exports are audited, together once per key and hour.`;

export function auditRoutes({ db }: { db: Database }): Route[] {
  const recorder = new ExportRecorder();
  return [
    defineRoute({
      method: 'GET',
      path: listPath,
      operationId: 'listAuditLogs',
      tag: 'Audit',
      summary: 'Search the audit log: who did what, to what, and when',
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
