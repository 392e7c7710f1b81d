import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns',
  validateSearch: textParameters('status', 'agentId'),
  component: lazyRouteComponent(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns/$campaignId',
  component: lazyRouteComponent(() => import('../features/campaigns/campaign-page.tsx'), 'CampaignPage'),
});

const compare = createRoute({
  getParentRoute: () => frameRoute,
  path: '/campaigns/compare',
  validateSearch: textParameters('campaignId'),
  component: lazyRouteComponent(() => import('../features/campaigns/compare-page.tsx'), 'ComparePage'),
});

const suppressions = createRoute({
  getParentRoute: () => frameRoute,
  path: '/suppressions',
  validateSearch: textParameters('phoneNumber', 'source'),
  component: lazyRouteComponent(
    () => import('../features/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
});

export const campaignsRoutes = [list, compare, detail, suppressions] as const;
