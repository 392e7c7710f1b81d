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
import { cancelRun, pauseRun, retryRun } from './change-runs.ts';
import { getRun, listAllRuns, listRuns, listSteps } from './read-runs.ts';
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
import { bringWorkflowEvent, createTriggerBatcher, triggerWorkflow, workflowsChannel } from './trigger.ts';

const ofWorkflow = z.object({ workflowId: z.string() });
const params = z.object({ workflowRunId: z.string() });
const path = '/api/workflow-runs/{workflowRunId}';
const tag = 'Workflows';

const triggerDescription = `The body becomes the run's input: extra fields are kept, missing ones are empty. Any JSON value
with any JSON content type is accepted, except what **JSON** in the introduction excludes. A value other than an object, or
no body, becomes an empty object. The trigger of the published version applies, or that of the draft while nothing is
published. The response is sent once the run is stored; from then on it is executed even if processes fail. A run of an
enabled workflow without a published version ends at once as \`unpublished\`. 409 \`workflow.disabled\` and
\`workflow.no_webhook_trigger\`.`;

export function runRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  const batcher = createTriggerBatcher(db);
  return [
    defineRoute({
      method: 'POST',
      path: '/api/workflows/{workflowId}/trigger',
      ignoresUnknownQuery: true,
      operationId: 'triggerWorkflow',
      tag,
      summary: 'Start a workflow by its webhook trigger',
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
      description: 'Without inputs, which can be large; read a run for its input.',
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
    summary: 'Send an event to workflow steps that wait for its key',
    description:
      'Continues all runs whose `waitForEvent` names the key, with `payload` as the step’s output. An event that arrives before its step is kept for `keepSeconds` and consumed by one step.',
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
      description: 'Includes runs of deleted workflows. Without inputs; read a run for its input.',
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
      summary: 'Read a run with its input, output and first steps',
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
      summary: 'List the steps of a run in the order they began',
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
    summary: 'Cancel an open run',
    description: 'Effects outside the run, such as a call, are not undone.',
    run: cancelRun,
  },
  {
    verb: 'pause',
    operationId: 'pauseWorkflowRun',
    summary: 'Pause a run: steps in progress finish, and nothing else begins',
    description:
      'Waiting times continue to elapse. Events that arrive meanwhile are processed on resumption.',
    run: (scope: Scope, runId: string) => pauseRun(scope, runId, true),
  },
  {
    verb: 'resume',
    operationId: 'resumeWorkflowRun',
    summary: 'Resume a paused run',
    description: 'A run that is not paused stays unchanged.',
    run: (scope: Scope, runId: string) => pauseRun(scope, runId, false),
  },
  {
    verb: 'retry',
    operationId: 'retryWorkflowRun',
    summary: 'Retry a failed run from its failed step',
    description:
      'Uses the version that it began with. Completed steps are not repeated. Requests keep their `Idempotency-Key`. 409 `workflow_run.not_failed`, `workflow.deleted`.',
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
