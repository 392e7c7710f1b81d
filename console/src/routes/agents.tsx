import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents',
  component: comingPage('/agents'),
});

export const agentsRoutes = [list] as const;
