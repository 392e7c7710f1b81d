import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const page = createRoute({
  getParentRoute: () => frameRoute,
  path: '/analytics',
  validateSearch: textParameters(
    ...(['range', 'from', 'to', 'by', 'agentId', 'campaignId', 'trunkId', 'type'] as const),
  ),
  component: lazyRouteComponent(() => import('../features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
});

export const analyticsRoutes = [page] as const;
