import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route, Upload } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import {
  Import,
  ImportCheck,
  type ImportWorker,
  importBytesMax,
  importListRoute,
  importReadRoutes,
} from '../imports/index.ts';
import { CallsFile, checkCalls, importCalls } from './import-calls.ts';
import { findCampaign } from './store/campaigns.ts';

const tag = 'Campaigns';
const path = '/api/campaigns/{campaignId}';

export interface ImportRouteDependencies {
  db: Database;
  imports: ImportWorker;
}

export function campaignImportRoutes({ db, imports }: ImportRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/import`,
      operationId: 'importCampaignCalls',
      tag,
      summary: 'Queue the calls of a CSV file of up to 1,000,000 rows',
      description,
      scope: 'campaigns:write',
      params: z.object({ campaignId: z.string() }),
      query: CallsFile,
      body: Upload,
      bodyKind: 'csv',
      bodyBytesMax: importBytesMax,
      inProgressMax: 2,
      output: Import,
      status: 202,
      errors: [404, 409],
      async handle(context, { params, query, body }) {
        const received = await importCalls({ db, ...context }, params.campaignId, query, body);
        imports.wake();
        return received;
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/import/check`,
      operationId: 'checkCampaignImport',
      tag,
      summary: 'Check a CSV file of calls before importing it',
      description: checkDescription,
      scope: 'campaigns:write',
      params: z.object({ campaignId: z.string() }),
      query: CallsFile,
      body: Upload,
      bodyKind: 'csv',
      bodyBytesMax: importBytesMax,
      inProgressMax: 2,
      output: ImportCheck,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, query, body }) =>
        checkCalls({ db, ...context }, params.campaignId, query, body),
    }),
    importListRoute({
      db,
      tag,
      path: `${path}/imports`,
      what: 'CampaignCalls',
      scope: 'campaigns:read',
      params: { campaignId: z.string() },
      async placeOf({ actor }, { campaignId }) {
        if (!(await findCampaign(db, actor.organizationId, campaignId))) throw notFound('campaign');
        const address = `/api/campaigns/${encodeURIComponent(campaignId)}/imports`;
        return { kind: 'calls', campaignId, address };
      },
    }),
    ...importReadRoutes({
      db,
      tag,
      path: `${path}/imports/{importId}`,
      what: 'CampaignCalls',
      scope: 'campaigns:read',
      writeScope: 'campaigns:write',
      params: { campaignId: z.string(), importId: z.string() },
      placeOf: (place) => ({ kind: 'calls', ...place }),
    }),
  ];
}

const description = `The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns. The
column \`phoneNumber\` is required. \`scheduleId\`, \`phoneNumberId\`, \`callRetryConfigId\`, \`timeZone\` and \`priority\` may
be columns. Every other column is a variable with the column's name. \`columns\` maps columns with other names. An empty field counts as
absent. Parameters hold the values that all calls share; a wrong one is a 400, and no row is queued.

Numbers are international, or in the national format of \`country\`. A row with the number of an earlier row is refused,
unless \`duplicates=keep\`.

The file is read as it arrives. The answer is 202 when all of it is stored. From then on each row is queued once or refused with
a reason (\`GET …/imports/{importId}\`, \`…/refused\`), even if a process dies. Before that no row is queued, so a failed request
can be sent again. With an \`Idempotency-Key\` it can also be sent again when the answer was lost. The whole file is refused
(400) when it is not CSV, is not UTF-8, lacks a column, or has more than 1,000,000 rows. The error names the row.`;

const checkDescription = `Takes the same file and the same parameters as \`POST …/import\`, and returns what that would do: how many rows it
would accept, and why it would refuse the others. Nothing is stored, and no call is queued. A file that the import would refuse as a
whole is a 400 here too.

With \`undialable=refuse\`, in both requests, rows whose number may not be called are refused as well. Whether a row is accepted may
change between the two requests, when schedules, numbers, suppressions or settings change.`;
