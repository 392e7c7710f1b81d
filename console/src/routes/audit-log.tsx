import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit-log',
  component: comingPage('/audit-log'),
});

export const auditLogRoutes = [list] as const;
