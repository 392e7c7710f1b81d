import { z } from 'zod';
import type { Database, Notifier } from '../../platform/db/index.ts';
import { defineRoute, nextPageUrl, pageOf, pageRequest, type Route } from '../../platform/http/index.ts';
import type { ImportWorker } from '../imports/index.ts';
import { exportSuppressions } from './export.ts';
import { suppressionImportRoutes } from './import-routes.ts';
import { CreateSuppression, Suppression, SuppressionFilters, SuppressionPage } from './schemas.ts';
import { selectSuppressions } from './store.ts';
import { deleteSuppression, suppressCustomer } from './write.ts';

const path = '/api/suppressions';
const tag = 'Suppressions';

interface SuppressionRouteDependencies {
  db: Database;
  notifier: Notifier;
  imports: ImportWorker;
}

export function suppressionRoutes(dependencies: SuppressionRouteDependencies): Route[] {
  return [
    ...suppressionImportRoutes(dependencies),
    ...collectionRoutes(dependencies),
    ...exportAndDeleteRoutes(dependencies),
  ];
}

/** Creates and lists suppressions. */
function collectionRoutes({ db, notifier }: SuppressionRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createSuppression',
      tag,
      summary: 'Suppress a number: never call it again',
      description:
        'Queued calls to the number end as `number-suppressed` when their turn comes. A ringing call is canceled within a second. A conversation that has begun continues. Suppressing a number again changes nothing.',
      scope: 'calls:write',
      body: CreateSuppression,
      output: Suppression,
      status: 201,
      errors: [409],
      async handle(context, { body }) {
        const suppression = await suppressCustomer({ db, ...context }, { ...body, source: 'api' });
        notifier.notify('parley_calls');
        return suppression;
      },
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listSuppressions',
      tag,
      summary: 'List suppressed numbers, newest first',
      scope: 'calls:read',
      query: SuppressionFilters,
      output: SuppressionPage,
      status: 200,
      async handle({ actor, baseUrl }, { query }) {
        const page = pageRequest(query);
        const rows = await selectSuppressions(db, actor.organizationId, query, page);
        const { items, next } = pageOf(rows, page.size, ({ createdAt, suppressionId }) => ({
          createdAt,
          id: suppressionId,
        }));
        return { suppressions: items, metadata: { nextPage: nextPageUrl(baseUrl, path, query, next) } };
      },
    }),
  ];
}

function exportAndDeleteRoutes({ db }: SuppressionRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/export`,
      operationId: 'exportSuppressions',
      tag,
      summary: 'Download all suppressed numbers',
      description:
        'A CSV file (UTF-8) in the order of the numbers, with `phoneNumber`, `source`, `reason`, `callId`, `createdBy` and `createdAt`. It can be imported as it is. A reason that a spreadsheet would read as a formula begins with an apostrophe. Audited.',
      scope: 'exports:read',
      expensive: 'streams',
      outputContentType: 'text/csv',
      inProgressMax: 2,
      status: 200,
      handle: (context) => exportSuppressions({ db, ...context }),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{suppressionId}`,
      operationId: 'deleteSuppression',
      tag,
      summary: 'Allow calls to a number again',
      scope: 'calls:write',
      params: z.object({ suppressionId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteSuppression({ db, ...context }, params.suppressionId),
    }),
  ];
}
