import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CallPage, tableColumns } from '../calls/index.ts';
import { ChatDetailsPage } from '../chats/index.ts';
import { exportCalls, exportCallsPath, exportCallTable, exportChats, exportChatsPath } from './export.ts';
import { CallTableQuery, ExportQuery } from './schemas.ts';

const description = `Newest first, each item as in the single operation. \`createdAtGt\` and \`createdAtLt\` are
exclusive. Follow \`metadata.nextPage\` as given; it is null on the last page, and no page after the first is empty.
The answer is streamed. Exports are audited, at most once per key and hour, whatever page is requested.`;

const tableDescription = `The calls that match the filters of \`GET /api/calls\`, newest first, as a file: a row or line for each, with
${tableColumns.map((name) => `\`${name}\``).join(', ')}. \`format=csv\` is UTF-8 with a line of names; \`callVariables\` is JSON; a text that a spreadsheet
would read as a formula begins with an apostrophe. \`format=ndjson\` (\`application/x-ndjson\`) has a JSON object in each line. The
answer is streamed, however many calls there are. Exports are audited, at most once per key and hour.`;

const tag = 'Exports';

export function exportRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: exportCallsPath,
      operationId: 'exportCalls',
      tag,
      summary: 'Export the calls of the organization',
      description,
      scope: 'exports:read',
      query: ExportQuery,
      expensive: 'streams',
      output: CallPage,
      status: 200,
      handle: (context, { query }) => exportCalls({ db, ...context }, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/calls/export',
      operationId: 'exportCallTable',
      tag,
      summary: 'Download a filtered list of calls as a table',
      description: tableDescription,
      scope: 'exports:read',
      query: CallTableQuery,
      expensive: 'streams',
      outputContentType: ['text/csv', 'application/x-ndjson'],
      inProgressMax: 2,
      status: 200,
      errors: [409],
      handle: (context, { query }) => exportCallTable({ db, ...context }, query),
    }),
    defineRoute({
      method: 'GET',
      path: exportChatsPath,
      operationId: 'exportChats',
      tag,
      summary: 'Export the chats of the organization',
      description,
      scope: 'exports:read',
      query: ExportQuery,
      expensive: 'streams',
      output: ChatDetailsPage,
      status: 200,
      handle: (context, { query }) => exportChats({ db, ...context }, query),
    }),
  ];
}
