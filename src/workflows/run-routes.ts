import { z } from 'zod';
import type { Database } from '../db/index.ts';
import { defineRoute, nextPageUrl, type Route } from '../http/index.ts';
import { cancelRun } from './cancel-run.ts';
import { getRun } from './get-run.ts';
import { listRuns } from './list-runs.ts';
import { ListRuns, TriggerAnswer, TriggerInput, WorkflowRun, WorkflowRunPage } from './schemas.ts';
import { createTriggerBatcher, triggerWorkflow } from './trigger.ts';

const ofWorkflow = z.object({ workflowId: z.string() });
const params = z.object({ workflowRunId: z.string() });
const path = '/api/workflow-runs/{workflowRunId}';
const tag = 'Workflows';

const triggerDescription = `The body is passed to the run as its input: extra fields are kept, missing ones are empty.
Any JSON value under any JSON content type is taken; what is not an object, and no body, is an empty object. The
trigger in force is that of the published version, or of the draft while nothing is published. Answered when the run
is stored: the run of a published workflow is \`waiting\` (this version does not execute steps); that of an enabled
workflow that was never published is \`unpublished\` and over at once. 409 \`workflow.disabled\` and
\`workflow.no_webhook_trigger\`.`;

export function runRoutes({ db }: { db: Database }): Route[] {
  const batcher = createTriggerBatcher(db);
  return [
    defineRoute({
      method: 'POST',
      path: '/api/workflows/{workflowId}/trigger',
      operationId: 'triggerWorkflow',
      tag,
      summary: 'Start a workflow that has a webhook trigger',
      description: triggerDescription,
      scope: 'workflows:trigger',
      params: ofWorkflow,
      body: TriggerInput,
      bodyKind: 'any-json',
      output: TriggerAnswer,
      status: 202,
      errors: [404, 409],
      handle: (context, { params, body }) =>
        triggerWorkflow(batcher, { db, ...context }, params.workflowId, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/workflows/{workflowId}/runs',
      operationId: 'listWorkflowRuns',
      tag,
      summary: 'List the runs of a workflow, newest first',
      description: 'Without their inputs, which can be large: read a run for its input.',
      scope: 'workflows:read',
      params: ofWorkflow,
      query: ListRuns,
      output: WorkflowRunPage,
      status: 200,
      errors: [404],
      async handle(context, { params, query }) {
        const { items, next } = await listRuns({ db, ...context }, params.workflowId, query);
        const path = `/api/workflows/${params.workflowId}/runs`;
        return { runs: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getWorkflowRun',
      tag,
      summary: 'Read a run with its input',
      scope: 'workflows:read',
      params,
      output: WorkflowRun,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getRun({ db, ...context }, params.workflowRunId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/cancel`,
      operationId: 'cancelWorkflowRun',
      tag,
      summary: 'Cancel a run that is not over',
      scope: 'workflows:write',
      params,
      output: WorkflowRun,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => cancelRun({ db, ...context }, params.workflowRunId),
    }),
  ];
}
