import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { getWorkflowVersion, listWorkflowVersions } from './read.ts';
import { WorkflowVersion, WorkflowVersionPage } from './schemas.ts';

const path = '/api/workflows/{workflowId}/versions';
const tag = 'Workflows';

/** Returns the operations on published versions. */
export function versionRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listWorkflowVersions',
      tag,
      summary: 'List the published versions of a workflow, newest first',
      scope: 'workflows:read',
      params: z.object({ workflowId: z.string() }),
      query: z.object(pageParameters),
      output: WorkflowVersionPage,
      status: 200,
      errors: [404],
      async handle(context, { params: { workflowId }, query }) {
        const page = pageRequest(query);
        const { items, next } = await listWorkflowVersions({ db, ...context }, workflowId, page);
        const own = `/api/workflows/${encodeURIComponent(workflowId)}/versions`;
        return { versions: items, metadata: { nextPage: nextPageUrl(context.baseUrl, own, query, next) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{version}`,
      operationId: 'getWorkflowVersion',
      tag,
      summary: 'Read a published version of a workflow',
      scope: 'workflows:read',
      params: z.object({ workflowId: z.string(), version: z.string().describe('1 for the first') }),
      output: WorkflowVersion,
      status: 200,
      errors: [404],
      handle: (context, { params }) =>
        getWorkflowVersion({ db, ...context }, params.workflowId, params.version),
    }),
  ];
}
