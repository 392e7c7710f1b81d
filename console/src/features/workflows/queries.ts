import { queryOptions } from '@tanstack/react-query';
import { api, read, tokenOf } from '../../api/index.ts';
import { isOpen, type Run, type RunStep } from './workflow-labels.ts';

const liveRefreshMs = 1_500;
/** Refreshes of a run with many steps, which takes several requests. */
const longRefreshMs = 6_000;
/** The maximum number of steps on a page: ten pages of the API. */
export const shownStepsMax = 1_000;

/** Reads one workflow with its draft and published version. */
export function workflowQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['workflows', 'one', workflowId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/workflows/{workflowId}', { params: { path: { workflowId } }, signal })),
  });
}

/** Reads a published version. Versions never change. */
export function versionQuery(workflowId: string, version: number | null) {
  return queryOptions({
    queryKey: ['workflow-versions', workflowId, version],
    queryFn: ({ signal }) => {
      const params = { path: { workflowId, version: String(version) } };
      return read(api.GET('/api/workflows/{workflowId}/versions/{version}', { params, signal }));
    },
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads the JSON Schema of step types. */
export const definitionSchemaQuery = queryOptions({
  queryKey: ['workflow-definition-schema'],
  queryFn: ({ signal }) => read(api.GET('/api/workflow-definition-schema', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reads a run with its steps, up to `shownStepsMax`. Repeats every 2 s while the run is in progress. */
export function runQuery(workflowRunId: string) {
  return queryOptions({
    queryKey: ['workflow-runs', 'one', workflowRunId],
    queryFn: async ({ signal }) => {
      const params = { path: { workflowRunId } };
      const run = await read(api.GET('/api/workflow-runs/{workflowRunId}', { params, signal }));
      const steps = run.hasMoreSteps ? await allSteps(workflowRunId, signal) : run.steps;
      return { ...run, steps, hasMoreSteps: run.hasMoreSteps && steps.length >= shownStepsMax } as Run;
    },
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isOpen(data)) return false;
      return data.steps.length > 100 ? longRefreshMs : liveRefreshMs;
    },
  });
}

async function allSteps(workflowRunId: string, signal: AbortSignal): Promise<RunStep[]> {
  const steps: RunStep[] = [];
  let pageToken: string | undefined;
  do {
    const params = { path: { workflowRunId }, query: { pageSize: 100, pageToken } };
    const page = await read(api.GET('/api/workflow-runs/{workflowRunId}/steps', { params, signal }));
    steps.push(...page.steps);
    pageToken = tokenOf(page.metadata.nextPage);
  } while (pageToken !== undefined && steps.length < shownStepsMax);
  return steps;
}
