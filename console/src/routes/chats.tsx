import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';
import { textParameters } from './search.ts';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/chats',
  validateSearch: textParameters('status', 'customerUniqueId'),
  component: lazyRouteComponent(() => import('../features/chats/chats-page.tsx'), 'ChatsPage'),
});

const detail = createRoute({
  getParentRoute: () => frameRoute,
  path: '/chats/$chatId',
  component: lazyRouteComponent(() => import('../features/chats/chat-page.tsx'), 'ChatPage'),
});

export const chatsRoutes = [list, detail] as const;
