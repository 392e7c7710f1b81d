import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/workflows',
  component: comingPage('/workflows'),
});

export const workflowsRoutes = [list] as const;
