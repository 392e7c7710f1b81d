import { z } from 'zod';
import type { Scope } from '../../platform/audit/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  hasLargeBody,
  largeBodyBytesMax,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { bringWorkflowEvent } from './bring-event.ts';
import { cancelRun } from './cancel-run.ts';
import { getRun } from './get-run.ts';
import { listAllRuns, listRuns } from './list-runs.ts';
import { listSteps } from './list-steps.ts';
import { pauseRun } from './pause-run.ts';
import { retryRun } from './retry-run.ts';
import {
  BringWorkflowEvent,
  ListAllRuns,
  ListRuns,
  ListSteps,
  TriggerAnswer,
  TriggerInput,
  WorkflowEventBrought,
  WorkflowRun,
  WorkflowRunPage,
  WorkflowRunStepPage,
} from './schemas.ts';
import { createTriggerBatcher, triggerWorkflow, workflowsChannel } from './trigger.ts';

const ofWorkflow = z.object({ workflowId: z.string() });
const params = z.object({ workflowRunId: z.string() });
const path = '/api/workflow-runs/{workflowRunId}';
const tag = 'Workflows';

const triggerDescription = `The body is passed to the run as its input: extra fields are kept, missing ones are empty.
Any JSON value under any JSON content type is taken, but for what **JSON** in the introduction names; what is not an object, and no body, is an empty object. The
trigger in force is that of the published version, or of the draft while nothing is published. Answered when the run
is stored: from then on it is executed whatever happens to the process. That of an enabled workflow that was never
published is \`unpublished\` and over at once. 409 \`workflow.disabled\` and \`workflow.no_webhook_trigger\`.`;

export function runRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  const batcher = createTriggerBatcher(db);
  return [
    defineRoute({
      method: 'POST',
      path: '/api/workflows/{workflowId}/trigger',
      ignoresUnknownQuery: true,
      operationId: 'triggerWorkflow',
      tag,
      summary: 'Start a workflow that has a webhook trigger',
      description: triggerDescription,
      scope: 'workflows:trigger',
      params: ofWorkflow,
      body: TriggerInput,
      bodyKind: 'any-json',
      bodyBytesMax: largeBodyBytesMax,
      gathers: true,
      expensive: hasLargeBody,
      output: TriggerAnswer,
      status: 202,
      errors: [404, 409],
      async handle(context, { params, body }) {
        const answer = await triggerWorkflow(batcher, { db, ...context }, params.workflowId, body);
        notifier.notify(workflowsChannel);
        return answer;
      },
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
    ...readRoutes({ db }),
    ...changeRoutes({ db, notifier }),
    eventRoute({ db, notifier }),
  ];
}

function eventRoute({ db, notifier }: { db: Database; notifier: Notifier }): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/workflow-events',
    operationId: 'bringWorkflowEvent',
    tag,
    summary: 'Bring an event to the steps of workflows that wait for its key',
    description:
      'All runs whose `waitForEvent` names the key go on, with `payload` as the output of the step. An event that comes before its step is kept for `keepSeconds` and taken by one.',
    scope: 'workflows:trigger',
    body: BringWorkflowEvent,
    bodyBytesMax: largeBodyBytesMax,
    expensive: hasLargeBody,
    output: WorkflowEventBrought,
    status: 202,
    async handle(context, { body }) {
      const brought = await bringWorkflowEvent({ db, ...context }, body);
      notifier.notify(workflowsChannel);
      return brought;
    },
  });
}

function readRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/workflow-runs',
      operationId: 'listAllWorkflowRuns',
      tag,
      summary: 'List the runs of all workflows, newest first',
      description:
        'Also those of workflows that were deleted. Without their inputs: read a run for its input.',
      scope: 'workflows:read',
      query: ListAllRuns,
      output: WorkflowRunPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listAllRuns({ db, ...context }, query);
        const path = '/api/workflow-runs';
        return { runs: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getWorkflowRun',
      tag,
      summary: 'Read a run with its input, its output and its first steps',
      scope: 'workflows:read',
      params,
      output: WorkflowRun,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getRun({ db, ...context }, params.workflowRunId),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/steps`,
      operationId: 'listWorkflowRunSteps',
      tag,
      summary: 'List the steps of a run in the order in which they began',
      scope: 'workflows:read',
      params,
      query: ListSteps,
      output: WorkflowRunStepPage,
      status: 200,
      errors: [404],
      async handle(context, { params, query }) {
        const { items, next } = await listSteps({ db, ...context }, params.workflowRunId, query);
        const path = `/api/workflow-runs/${params.workflowRunId}/steps`;
        return { steps: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}

const changes = [
  {
    verb: 'cancel',
    operationId: 'cancelWorkflowRun',
    summary: 'Cancel a run that is not over',
    description: 'What it has begun elsewhere, such as a call, is not undone.',
    run: cancelRun,
  },
  {
    verb: 'pause',
    operationId: 'pauseWorkflowRun',
    summary: 'Pause a run: steps under way come to their end, and nothing else begins',
    description: 'Time that it waits for goes on; what came meanwhile is taken up when it goes on.',
    run: (scope: Scope, runId: string) => pauseRun(scope, runId, true),
  },
  {
    verb: 'resume',
    operationId: 'resumeWorkflowRun',
    summary: 'Let a paused run go on',
    description: 'A run that is not paused is left as it is.',
    run: (scope: Scope, runId: string) => pauseRun(scope, runId, false),
  },
  {
    verb: 'retry',
    operationId: 'retryWorkflowRun',
    summary: 'Take a failed run up again from the step that failed',
    description:
      'In the version that it began with; what was completed is not done again. Requests keep their `Idempotency-Key`. 409 `workflow_run.not_failed`, `workflow.deleted`.',
    run: retryRun,
  },
] as const;

function changeRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  return changes.map(({ verb, operationId, summary, description, run }) =>
    defineRoute({
      method: 'POST',
      path: `${path}/${verb}`,
      operationId,
      tag,
      summary,
      description,
      scope: 'workflows:write',
      params,
      output: WorkflowRun,
      status: 200,
      errors: [404, 409],
      async handle(context, { params }) {
        const changed = await run({ db, ...context }, params.workflowRunId);
        notifier.notify(workflowsChannel);
        return changed;
      },
    }),
  );
}
