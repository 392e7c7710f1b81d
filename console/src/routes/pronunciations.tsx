import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/pronunciations',
  validateSearch: textParameters('search', 'voice'),
  component: lazyRouteComponent(
    () => import('../features/pronunciations/pronunciations-page.tsx'),
    'PronunciationsPage',
  ),
});

export const pronunciationsRoutes = [list] as const;
