import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  FreeObject,
  hasLargeBody,
  largeBodyBytesMax,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { CheckWorkflow, WorkflowProblems } from './check-schemas.ts';
import { checkWorkflow, getWorkflow, listWorkflows } from './read.ts';
import { runRoutes } from './run-routes.ts';
import { CreateWorkflow, UpdateWorkflow, Workflow, WorkflowPage } from './schemas.ts';
import { secretRoutes } from './secrets/routes.ts';
import { versionRoutes } from './version-routes.ts';
import {
  createWorkflow,
  deleteWorkflow,
  publishWorkflow,
  setWorkflowEnabled,
  updateWorkflow,
} from './write.ts';

const params = z.object({ workflowId: z.string() });
const path = '/api/workflows';
const tag = 'Workflows';

const createDescription = `A new workflow is enabled and unpublished. \`trigger\` says what starts it: a webhook, a
schedule (a cron expression in a time zone), or an event of Parley. Of \`definition\`, only the \`id\` and \`type\` of each
step are checked, so that a draft may be incomplete; publishing checks it against the JSON Schema of
GET /api/workflow-definition-schema. After an outage, only the latest missed run of a schedule is started. The input of a
scheduled run is \`{"scheduledAt": …}\`.`;

export function workflowRoutes(foundation: { db: Database; secret: SecretKey; notifier: Notifier }): Route[] {
  return [
    ...collectionRoutes(foundation),
    ...draftRoutes(foundation),
    ...publicationRoutes(foundation),
    ...versionRoutes(foundation),
    definitionSchemaRoute(),
    checkRoute(foundation),
    ...secretRoutes(foundation),
    ...runRoutes(foundation),
  ];
}

function collectionRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createWorkflow',
      tag,
      summary: 'Create a workflow',
      description: createDescription,
      scope: 'workflows:write',
      body: CreateWorkflow,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Workflow,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createWorkflow({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listWorkflows',
      tag,
      summary: 'List workflows, newest first',
      scope: 'workflows:read',
      query: z.object(namedPageParameters),
      output: WorkflowPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listWorkflows({ db, ...context }, namedPageRequest(query));
        return { workflows: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
  ];
}

function draftRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{workflowId}`,
      operationId: 'getWorkflow',
      tag,
      summary: 'Read a workflow: its draft and its published version',
      scope: 'workflows:read',
      params,
      output: Workflow,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getWorkflow({ db, ...context }, params.workflowId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{workflowId}`,
      operationId: 'updateWorkflow',
      tag,
      summary: 'Change the draft of a workflow',
      description: 'The published version and its trigger stay in force until the next publication.',
      scope: 'workflows:write',
      params,
      body: UpdateWorkflow,
      bodyBytesMax: largeBodyBytesMax,
      expensive: hasLargeBody,
      output: Workflow,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) => updateWorkflow({ db, ...context }, params.workflowId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{workflowId}`,
      operationId: 'deleteWorkflow',
      tag,
      summary: 'Delete a workflow without open runs',
      description: 'Each of its runs can still be read by its id.',
      scope: 'workflows:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteWorkflow({ db, ...context }, params.workflowId),
    }),
  ];
}

function publicationRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/{workflowId}/publish`,
      operationId: 'publishWorkflow',
      tag,
      summary: 'Publish the draft of a workflow as its next version',
      description:
        'An invalid draft is refused; `details` lists each wrong field with its step. Steps run on behalf of the publisher. The publisher’s key needs the scopes of the steps (campaigns:write, calls:write, chats:write, personalization:write, workflows:trigger; agents:write for language models; calls:read to wait for the end of a call). An event trigger needs events:read.',
      scope: 'workflows:write',
      params,
      expensive: () => true,
      output: Workflow,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => publishWorkflow({ db, ...context }, params.workflowId),
    }),
    ...([true, false] as const).map((enabled) =>
      defineRoute({
        method: 'POST',
        path: `${path}/{workflowId}/${enabled ? 'enable' : 'disable'}`,
        operationId: enabled ? 'enableWorkflow' : 'disableWorkflow',
        tag,
        summary: enabled ? 'Enable a workflow' : 'Disable a workflow: its triggers are refused',
        scope: 'workflows:write',
        params,
        output: Workflow,
        status: 200,
        errors: [404, 409],
        handle: (context, { params }) => setWorkflowEnabled({ db, ...context }, params.workflowId, enabled),
      }),
    ),
  ];
}

function definitionSchemaRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/workflow-definition-schema',
    operationId: 'getWorkflowDefinitionSchema',
    tag,
    summary: 'Read the JSON Schema of workflow definitions',
    scope: 'workflows:read',
    output: FreeObject,
    status: 200,
    async handle() {
      const { definitionSchema } = await import('../workflow-definition/index.ts');
      return definitionSchema();
    },
  });
}

function checkRoute({ db }: { db: Database }): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/workflow-definition-check',
    operationId: 'checkWorkflowDefinition',
    tag,
    summary: 'Check whether a draft could be published',
    description: 'Changes nothing, so that an editor can check while typing.',
    scope: 'workflows:read',
    body: CheckWorkflow,
    bodyBytesMax: largeBodyBytesMax,
    expensive: hasLargeBody,
    output: WorkflowProblems,
    status: 200,
    handle: (context, { body }) => checkWorkflow({ db, ...context }, body),
  });
}
