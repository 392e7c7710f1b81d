import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CallPage } from '../calls/index.ts';
import { ChatDetailsPage } from '../chats/index.ts';
import { exportCalls, exportCallsPath, exportChats, exportChatsPath } from './export.ts';
import { ExportQuery } from './schemas.ts';

const description = `Newest first, each item as in the single operation. \`createdAtGt\` and \`createdAtLt\` are
exclusive. Follow \`metadata.nextPage\` as given; it is null on the last page, and no page after the first is empty.
The answer is streamed. Exports are audited, at most once per key and hour, whatever page is requested.`;

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
