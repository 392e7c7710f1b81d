import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents/$agentId',
  validateSearch: textParameters('tab', 'stage'),
  component: lazyRouteComponent(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
});

export const agentsRoutes = [list, detail] as const;
