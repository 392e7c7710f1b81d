import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/retry-configs',
  component: comingPage('/retry-configs'),
});

export const retryConfigsRoutes = [list] as const;
