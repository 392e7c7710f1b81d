import { z } from 'zod';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { defineRoute, type Route } from '../../../platform/http/index.ts';
import { StoreWorkflowSecret, WorkflowSecret, WorkflowSecrets } from './schemas.ts';
import { selectSecrets } from './store.ts';
import { deleteWorkflowSecret, storeWorkflowSecret } from './store-secret.ts';

const path = '/api/workflow-secrets';
const tag = 'Workflows';

const storeDescription = `Steps refer to it by \`{"secret": "<name>"}\` in the headers and the body of requests. Its value is
only inserted into the request that is sent; recorded runs show the reference.`;

/** Returns the operations on secrets for workflow requests. */
export function secretRoutes({ db, secret }: { db: Database; secret: SecretKey }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'storeWorkflowSecret',
      tag,
      summary: 'Store a workflow secret',
      description: storeDescription,
      scope: 'workflows:write',
      body: StoreWorkflowSecret,
      output: WorkflowSecret,
      status: 201,
      errors: [409],
      handle: (context, { body }) => storeWorkflowSecret({ db, secret, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listWorkflowSecrets',
      tag,
      summary: 'List workflow secrets, without their values',
      scope: 'workflows:read',
      output: WorkflowSecrets,
      status: 200,
      async handle({ actor }) {
        return { secrets: await selectSecrets(db, actor.organizationId) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{workflowSecretId}`,
      operationId: 'deleteWorkflowSecret',
      tag,
      summary: 'Delete a workflow secret; steps that refer to it fail from now on',
      scope: 'workflows:write',
      params: z.object({ workflowSecretId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteWorkflowSecret({ db, ...context }, params.workflowSecretId),
    }),
  ];
}
