import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns',
  component: comingPage('/campaigns'),
});

export const campaignsRoutes = [list] as const;
