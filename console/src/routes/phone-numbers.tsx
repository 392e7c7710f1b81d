import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/phone-numbers',
  component: comingPage('/phone-numbers'),
});

export const phoneNumbersRoutes = [list] as const;
