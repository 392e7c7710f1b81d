import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const organization = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/organization-page.tsx'),
    'OrganizationPage',
  ),
});

const members = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../features/settings/members-page.tsx'), 'MembersPage'),
});

const apiKeys = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/api-keys',
  component: lazyRouteComponent(() => import('../features/settings/api-keys-page.tsx'), 'ApiKeysPage'),
});

const webhooks = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('../features/settings/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/webhooks/$webhookEndpointId',
  validateSearch: textParameters('status'),
  component: lazyRouteComponent(() => import('../features/settings/webhook-page.tsx'), 'WebhookPage'),
});

const providerKeys = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/provider-keys',
  component: lazyRouteComponent(
    () => import('../features/settings/provider-keys-page.tsx'),
    'ProviderKeysPage',
  ),
});

const prices = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/prices',
  component: lazyRouteComponent(() => import('../features/settings/prices-page.tsx'), 'PricesPage'),
});

const dataDeletions = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/data-deletions',
  validateSearch: textParameters('dataDeletionId'),
  component: lazyRouteComponent(
    () => import('../features/settings/data-deletions-page.tsx'),
    'DataDeletionsPage',
  ),
});

const processes = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/processes',
  component: lazyRouteComponent(() => import('../features/settings/processes-page.tsx'), 'ProcessesPage'),
});

const signIn = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/sign-in',
  component: lazyRouteComponent(() => import('../features/settings/sign-in-page.tsx'), 'SignInPage'),
});

export const settingsRoutes = [
  organization,
  members,
  apiKeys,
  webhooks,
  webhook,
  providerKeys,
  prices,
  dataDeletions,
  processes,
  signIn,
] as const;
