import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit-log',
  validateSearch: textParameters('memberId', 'verb', 'type', 'resourceId', 'from', 'to'),
  component: lazyRouteComponent(() => import('../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

export const auditLogRoutes = [list] as const;
