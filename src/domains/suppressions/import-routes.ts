import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route, Upload } from '../../platform/http/index.ts';
import {
  Import,
  ImportCheck,
  type ImportWorker,
  importBytesMax,
  importListRoute,
  importReadRoutes,
} from '../imports/index.ts';
import { checkNumbers, importNumbers, NumbersFile } from './import-numbers.ts';

const path = '/api/suppressions';
const tag = 'Suppressions';

export function suppressionImportRoutes({ db, imports }: { db: Database; imports: ImportWorker }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/import`,
      operationId: 'importSuppressions',
      tag,
      summary: 'Suppress the numbers of a CSV file of up to 1,000,000 rows',
      description,
      scope: 'calls:write',
      query: NumbersFile,
      body: Upload,
      bodyKind: 'csv',
      bodyBytesMax: importBytesMax,
      inProgressMax: 2,
      output: Import,
      status: 202,
      errors: [409],
      async handle(context, { query, body }) {
        const received = await importNumbers({ db, ...context }, query, body);
        imports.wake();
        return received;
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/import/check`,
      operationId: 'checkSuppressionImport',
      tag,
      summary: 'Check a CSV file of numbers before suppressing them',
      description: checkDescription,
      scope: 'calls:write',
      query: NumbersFile,
      body: Upload,
      bodyKind: 'csv',
      bodyBytesMax: importBytesMax,
      inProgressMax: 2,
      output: ImportCheck,
      status: 200,
      handle: (context, { query, body }) => checkNumbers({ db, ...context }, query, body),
    }),
    importListRoute({
      db,
      tag,
      path: `${path}/imports`,
      what: 'Suppressions',
      scope: 'calls:read',
      params: {},
      placeOf: async () => ({ kind: 'suppressions', campaignId: null, address: `${path}/imports` }),
    }),
    ...importReadRoutes({
      db,
      tag,
      path: `${path}/imports/{suppressionImportId}`,
      what: 'Suppressions',
      scope: 'calls:read',
      writeScope: 'calls:write',
      params: { suppressionImportId: z.string() },
      placeOf: ({ suppressionImportId: importId }) => ({ kind: 'suppressions', campaignId: null, importId }),
    }),
  ];
}

const description = `The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns. The
column \`phoneNumber\`, or the one that \`columns\` maps to it, is read; others are ignored. Numbers are international, or
in the national format of \`country\`. The file is read as it arrives. The answer is 202 when all of it is stored. From then on each
number is suppressed or refused with a reason, even if a process dies. A number that is already suppressed counts as
accepted, and its suppression does not change.`;

const checkDescription = `Takes the same file and the same parameters as \`POST …/import\`, and returns what that would do: how many
numbers it would suppress, how many are suppressed already, and why it would refuse the others. Nothing is stored.`;
