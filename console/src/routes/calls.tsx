import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { filterParameters } from '../features/calls/filters/search-of.ts';
import { frameRoute, rootRoute } from './root-route.tsx';
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

const shared = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared-call',
  component: lazyRouteComponent(() => import('../features/calls/shared-call-page.tsx'), 'SharedCallPage'),
});

/** The page of shared links, for readers who are not signed in. */
export const sharedCallRoutes = [shared] as const;

export const callsRoutes = [list, detail] as const;
