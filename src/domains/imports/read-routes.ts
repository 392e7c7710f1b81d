import { z } from 'zod';
import { change, type Scope } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  nextPageUrl,
  pageOf,
  pageParameters,
  pageRequest,
  type RequestContext,
  type Route,
} from '../../platform/http/index.ts';
import { conflict } from '../../platform/kernel/index.ts';
import { getImport, type ImportPlace } from './get.ts';
import { refusedFile } from './refused-file.ts';
import { Import, ImportPage } from './schemas.ts';
import { cancelRows, lockImport, selectImports } from './store.ts';
import { toImport } from './to-import.ts';

interface ImportReading<Params extends z.ZodRawShape> {
  db: Database;
  /** The address of an import of the kind, such as `/api/campaigns/{campaignId}/imports/{importId}`. */
  path: string;
  tag: string;
  /** The end of the operation ids: `getImportOf…`. */
  what: string;
  scope: string;
  /** The dependencies of cancelling. */
  writeScope: string;
  params: Params;
  /** Returns which import is requested. */
  placeOf: (params: z.output<z.ZodObject<Params>>) => ImportPlace;
}

/** Returns the operation that lists the imports of one target. */
export function importListRoute<Params extends z.ZodRawShape>(
  reading: Omit<ImportReading<Params>, 'writeScope' | 'placeOf'> & {
    /** Returns the target. Rejects when it does not exist. */
    placeOf: (
      context: RequestContext,
      params: z.output<z.ZodObject<Params>>,
    ) => Promise<Omit<ImportPlace, 'importId'> & { address: string }>;
  },
): Route {
  const { db, path, tag, what, scope, placeOf } = reading;
  return defineRoute({
    method: 'GET',
    path,
    operationId: `listImportsOf${what}`,
    tag,
    summary: 'List imports, newest first',
    description: 'Imports are kept for 30 days after their completion.',
    scope,
    params: z.object(reading.params),
    query: z.object(pageParameters),
    output: ImportPage,
    status: 200,
    errors: [404],
    async handle(context, input) {
      const { address, ...place } = await placeOf(context, input.params as z.output<z.ZodObject<Params>>);
      const page = pageRequest(input.query);
      const rows = await selectImports(db, context.actor.organizationId, place, page);
      const { items, next } = pageOf(rows.map(toImport), page.size, ({ createdAt, importId: id }) => ({
        createdAt,
        id,
      }));
      const nextPage = nextPageUrl(context.baseUrl, address, input.query, next);
      return { imports: items, metadata: { nextPage } };
    },
  });
}

/** Returns the operations that show an import and its refused rows, and cancel it. */
export function importReadRoutes<Params extends z.ZodRawShape>(reading: ImportReading<Params>): Route[] {
  const { db, path, tag, what, scope, writeScope, placeOf } = reading;
  const params = z.object(reading.params);
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/cancel`,
      operationId: `cancelImportOf${what}`,
      tag,
      summary: 'Cancel a running import',
      description:
        'Accepted rows stay; `rowsAccepted` counts them. Rows that are neither accepted nor refused are dropped.',
      scope: writeScope,
      params,
      output: Import,
      status: 200,
      errors: [404, 409],
      handle: (context, input) => cancelImport({ db, ...context }, placeOf(input.params)),
    }),
    defineRoute({
      method: 'GET',
      path: path,
      operationId: `getImportOf${what}`,
      tag,
      summary: 'Read an import',
      description:
        'While it is `running`, rows that are neither accepted nor refused are still waiting. An import is kept for 30 days after its completion.',
      scope,
      params,
      output: Import,
      status: 200,
      errors: [404],
      handle: async (context, input) => toImport(await getImport({ db, ...context }, placeOf(input.params))),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/refused`,
      operationId: `getRefusedRowsOf${what}`,
      tag,
      summary: 'Download the refused rows of an import',
      description: `A CSV file (UTF-8) of the rows refused so far, in the order of the file: \`importLine\` is the row's number in a
spreadsheet, \`importError\` the problem as \`<field>: <message>\`, then the row as it was sent, with the same delimiter. The corrected
file can be imported as it is, because an import ignores these two columns.`,
      scope,
      params,
      outputContentType: 'text/csv',
      status: 200,
      errors: [404],
      handle: (context, input) => refusedFile({ db, ...context }, placeOf(input.params)),
    }),
  ];
}

/**
 * Ends a running import. Taken rows stay, refused rows can still be downloaded, and no further row is taken. Waits for
 * rows in progress. Throws a 409 when the import is over.
 */
async function cancelImport(scope: Scope, place: ImportPlace): Promise<Import> {
  return change(scope, async (tx) => {
    const { organizationId, importId } = await getImport({ ...scope, db: tx }, place);
    const found = await lockImport(tx, { organizationId, importId });
    if (found?.status !== 'running')
      throw conflict('import.not_running', `The import is ${found?.status} already.`);
    const canceled = await cancelRows(tx, { organizationId, importId });
    return {
      result: toImport(canceled),
      audit: { verb: 'canceled', type: 'imports', id: importId, label: null },
    };
  });
}
