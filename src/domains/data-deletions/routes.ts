import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, pageParameters, type Route } from '../../platform/http/index.ts';
import { createDataDeletion } from './create.ts';
import { getDataDeletion, listDataDeletions } from './read.ts';
import { CreateDataDeletion, DataDeletion, DataDeletionPage } from './schemas.ts';

const path = '/api/data-deletions';
const tag = 'Data deletions';

const description = `Deletes a person's data in the background. The person is found by a telephone number or by the customer's id in chats. If you know both, send a request for each.

The deletion cancels queued calls and waits for the end of live calls. It empties call records, which stay for the counts, and removes their recordings. It removes chats, pushes, session data and workflow runs that name the person. The data of events, also of undelivered ones, becomes \`{"erased": true}\`. A suppression stays, so that the number is not called again. The audit log contains only ids. While a deletion of the person runs, a repeated request returns it.`;

export function dataDeletionRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createDataDeletion',
      tag,
      summary: "Delete a person's data",
      description,
      scope: 'data-deletions:write',
      body: CreateDataDeletion,
      output: DataDeletion,
      status: 202,
      handle: (context, { body }) => createDataDeletion({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listDataDeletions',
      tag,
      summary: 'List deletions, newest first',
      description: 'Returns receipts, and the progress of running deletions. None names the person.',
      scope: 'data-deletions:read',
      query: z.object(pageParameters),
      output: DataDeletionPage,
      status: 200,
      handle: (context, { query }) => listDataDeletions({ db, ...context }, query),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{dataDeletionId}`,
      operationId: 'getDataDeletion',
      tag,
      summary: 'Read the receipt of a deletion',
      description: 'Returns what was deleted, by kind. The receipt does not name the person.',
      scope: 'data-deletions:read',
      params: z.object({ dataDeletionId: z.string() }),
      output: DataDeletion,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getDataDeletion({ db, ...context }, params.dataDeletionId),
    }),
  ];
}
