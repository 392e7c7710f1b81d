import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/teams',
  component: lazyRouteComponent(() => import('../features/teams/teams-page.tsx'), 'TeamsPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/teams/$teamId',
  component: lazyRouteComponent(() => import('../features/teams/team-page.tsx'), 'TeamPage'),
});

const takeCalls = createRoute({
  getParentRoute: () => frameRoute,
  path: '/take-calls',
  component: lazyRouteComponent(() => import('../features/teams/take-calls-page.tsx'), 'TakeCallsPage'),
});

export const teamsRoutes = [list, detail, takeCalls] as const;
