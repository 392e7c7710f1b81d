import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/workflows',
  component: lazyRouteComponent(() => import('../features/workflows/workflows-page.tsx'), 'WorkflowsPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/workflows/$workflowId',
  validateSearch: textParameters('view', 'status', 'version'),
  component: lazyRouteComponent(() => import('../features/workflows/workflow-page.tsx'), 'WorkflowPage'),
});

const runs = createRoute({
  getParentRoute: () => frameRoute,
  path: '/workflow-runs',
  validateSearch: textParameters('status', 'workflowId'),
  component: lazyRouteComponent(() => import('../features/workflows/runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => frameRoute,
  path: '/workflow-runs/$workflowRunId',
  component: lazyRouteComponent(() => import('../features/workflows/runs/run-page.tsx'), 'RunPage'),
});

export const workflowsRoutes = [list, detail, runs, run] as const;
