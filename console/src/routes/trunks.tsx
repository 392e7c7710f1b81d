import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/trunks',
  component: comingPage('/trunks'),
});

export const trunksRoutes = [list] as const;
