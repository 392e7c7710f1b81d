import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

const oidc = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/oidc',
  component: lazyRouteComponent(() => import('../features/sign-in/oidc-page.tsx'), 'OidcPage'),
});

export const oidcRoutes = [oidc] as const;
