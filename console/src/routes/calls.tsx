import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { filterParameters } from '../features/calls/filters/search-of.ts';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/calls',
  validateSearch: textParameters(...filterParameters, 'view'),
  component: lazyRouteComponent(() => import('../features/calls/calls-page.tsx'), 'CallsPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/calls/$callId',
  component: lazyRouteComponent(() => import('../features/calls/call-page.tsx'), 'CallPage'),
});

export const callsRoutes = [list, detail] as const;
