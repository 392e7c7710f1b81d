import { z } from 'zod';
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
import { cancelImport } from './cancel.ts';
import { getImport, type ImportPlace } from './get.ts';
import { refusedFile } from './refused-file.ts';
import { Import, ImportPage } from './schemas.ts';
import { selectImports } from './store.ts';
import { toImport } from './to-import.ts';

interface ImportReading<Params extends z.ZodRawShape> {
  db: Database;
  /** The address of an import of the kind, such as `/api/campaigns/{campaignId}/imports/{importId}`. */
  path: string;
  tag: string;
  /** Ends the operations' ids: `getImportOf…`. */
  what: string;
  scope: string;
  /** What canceling needs. */
  writeScope: string;
  params: Params;
  /** Which import is asked for. */
  placeOf: (params: z.output<z.ZodObject<Params>>) => ImportPlace;
}

/** The operation that lists the imports into one place. */
export function importListRoute<Params extends z.ZodRawShape>(
  reading: Omit<ImportReading<Params>, 'writeScope' | 'placeOf'> & {
    /** What the imports are into; rejects where that is not there. */
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
    description: 'Imports are kept for 30 days after they were completed.',
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

/** The operations that tell how an import stands and which rows it refused, and that cancel it. */
export function importReadRoutes<Params extends z.ZodRawShape>(reading: ImportReading<Params>): Route[] {
  const { db, path, tag, what, scope, writeScope, placeOf } = reading;
  const params = z.object(reading.params);
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/cancel`,
      operationId: `cancelImportOf${what}`,
      tag,
      summary: 'Cancel an import that runs',
      description:
        'What was taken by then stays: `rowsAccepted` says how much. Of the rest no row is taken; those that are neither accepted nor refused are left out.',
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
      summary: 'Read how an import stands',
      description:
        'While it is `running`, what is neither accepted nor refused is still to come. An import is kept for 30 days after it was completed.',
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
      summary: 'Download the rows that an import refused',
      description: `A CSV file (UTF-8) of the rows that were refused so far, in the order of the file: \`importLine\` is the
line in which the row began, \`importError\` says what is wrong as \`<field>: <message>\`, and behind them the row stands as it
was sent, with the same delimiter. Mended, it can be imported as it is: the two columns are left out then.`,
      scope,
      params,
      outputContentType: 'text/csv',
      status: 200,
      errors: [404],
      handle: (context, input) => refusedFile({ db, ...context }, placeOf(input.params)),
    }),
  ];
}
