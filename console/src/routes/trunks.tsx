import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/trunks',
  component: lazyRouteComponent(() => import('../features/trunks/trunks-page.tsx'), 'TrunksPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/trunks/$trunkId',
  component: lazyRouteComponent(() => import('../features/trunks/trunk-page.tsx'), 'TrunkPage'),
});

const carrier = createRoute({
  getParentRoute: () => frameRoute,
  path: '/trunks/carriers/$carrierConnectionId',
  component: lazyRouteComponent(() => import('../features/trunks/connection-page.tsx'), 'ConnectionPage'),
});

export const trunksRoutes = [list, detail, carrier] as const;
