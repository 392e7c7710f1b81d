import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/personalization',
  validateSearch: textParameters('phoneNumber'),
  component: lazyRouteComponent(
    () => import('../features/personalization/personalization-page.tsx'),
    'PersonalizationPage',
  ),
});

export const personalizationRoutes = [list] as const;
