import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/phone-numbers',
  component: lazyRouteComponent(
    () => import('../features/phone-numbers/phone-numbers-page.tsx'),
    'PhoneNumbersPage',
  ),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/phone-numbers/$phoneNumberId',
  component: lazyRouteComponent(
    () => import('../features/phone-numbers/phone-number-page.tsx'),
    'PhoneNumberPage',
  ),
});

export const phoneNumbersRoutes = [list, detail] as const;
