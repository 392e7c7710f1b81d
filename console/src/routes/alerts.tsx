import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const page = createRoute({
  getParentRoute: () => frameRoute,
  path: '/alerts',
  validateSearch: textParameters('alertId'),
  component: lazyRouteComponent(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
});

export const alertsRoutes = [page] as const;
