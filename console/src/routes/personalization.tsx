import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/personalization',
  component: comingPage('/personalization'),
});

export const personalizationRoutes = [list] as const;
