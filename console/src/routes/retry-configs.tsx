import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/retry-configs',
  component: lazyRouteComponent(
    () => import('../features/retry-configs/retry-configs-page.tsx'),
    'RetryConfigsPage',
  ),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/retry-configs/$callRetryConfigId',
  component: lazyRouteComponent(
    () => import('../features/retry-configs/retry-config-page.tsx'),
    'RetryConfigPage',
  ),
});

export const retryConfigsRoutes = [list, detail] as const;
