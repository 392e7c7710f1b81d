import { createRoute } from '@tanstack/react-router';
import { comingPage } from './coming-route.tsx';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/chats',
  component: comingPage('/chats'),
});

export const chatsRoutes = [list] as const;
