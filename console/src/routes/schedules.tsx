import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/schedules',
  component: lazyRouteComponent(() => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/schedules/$scheduleId',
  validateSearch: textParameters('campaignId'),
  component: lazyRouteComponent(() => import('../features/schedules/schedule-page.tsx'), 'SchedulePage'),
});

export const schedulesRoutes = [list, detail] as const;
