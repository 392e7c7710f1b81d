import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/schedules',
  component: lazyRouteComponent(() => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/schedules/$scheduleId',
  component: lazyRouteComponent(() => import('../features/schedules/schedule-page.tsx'), 'SchedulePage'),
});

export const schedulesRoutes = [list, detail] as const;
