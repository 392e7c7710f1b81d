import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, pageParameters, type Route } from '../../platform/http/index.ts';
import { createDataDeletion } from './create.ts';
import { getDataDeletion } from './get.ts';
import { listDataDeletions } from './list.ts';
import { CreateDataDeletion, DataDeletion, DataDeletionPage } from './schemas.ts';

const path = '/api/data-deletions';
const tag = 'Data deletions';

const words = `Deletes what is known of a person in the background, by the telephone number or by the id that chats know
the customer by; where both are known, each takes a request. Calls that wait are canceled first, and calls that are live are
waited for. Records of calls are emptied and stay for the counts, their recordings are removed; chats, pushes, session data and
runs of workflows that name the person are removed; events, also those not delivered yet, tell \`{"erased": true}\`. A
suppression stays, so that the number is not called again. The audit log holds ids only. Asked again while it is under
way, it answers with the same deletion.`;

export function dataDeletionRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createDataDeletion',
      tag,
      summary: "Delete a person's data",
      description: words,
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
      description: 'Receipts, and how far those have come that are under way. None says of whom.',
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
      description: 'What was deleted, by kind. It does not say of whom: that is forgotten with the rest.',
      scope: 'data-deletions:read',
      params: z.object({ dataDeletionId: z.string() }),
      output: DataDeletion,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getDataDeletion({ db, ...context }, params.dataDeletionId),
    }),
  ];
}
