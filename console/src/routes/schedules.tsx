import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/schedules',
  component: comingPage('/schedules'),
});

export const schedulesRoutes = [list] as const;
