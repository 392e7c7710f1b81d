import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from './root-route.tsx';

const list = createRoute({
  getParentRoute: () => frameRoute,
  path: '/knowledge',
  component: lazyRouteComponent(() => import('../features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
});

const source = createRoute({
  getParentRoute: () => frameRoute,
  path: '/knowledge/sources/$sourceId',
  component: lazyRouteComponent(() => import('../features/knowledge/source-page.tsx'), 'SourcePage'),
});

const document = createRoute({
  getParentRoute: () => frameRoute,
  path: '/knowledge/documents/$documentId',
  component: lazyRouteComponent(() => import('../features/knowledge/document-page.tsx'), 'DocumentPage'),
});

export const knowledgeRoutes = [list, source, document] as const;
