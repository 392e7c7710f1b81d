import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

const join = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('../features/sign-in/join-page.tsx'), 'JoinPage'),
});

export const joinRoutes = [join] as const;
