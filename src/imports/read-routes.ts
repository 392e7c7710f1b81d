import { z } from 'zod';
import type { Database } from '../db/index.ts';
import { defineRoute, type Route } from '../http/index.ts';
import { getImport, type ImportPlace } from './get.ts';
import { refusedFile } from './refused-file.ts';
import { Import } from './schemas.ts';
import { toImport } from './to-import.ts';

export interface ImportReading<Params extends z.ZodRawShape> {
  db: Database;
  /** The address of an import of the kind, such as `/api/campaigns/{campaignId}/imports/{importId}`. */
  path: string;
  tag: string;
  /** Ends the operations' ids: `getImportOf…`. */
  what: string;
  scope: string;
  params: Params;
  /** Which import is asked for. */
  placeOf: (params: z.output<z.ZodObject<Params>>) => ImportPlace;
}

/** The operations that tell how an import stands and which rows it refused. */
export function importReadRoutes<Params extends z.ZodRawShape>(reading: ImportReading<Params>): Route[] {
  const { db, path, tag, what, scope, placeOf } = reading;
  const params = z.object(reading.params);
  return [
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
