import { createRouter } from '@tanstack/react-router';
import { NotFound, PageFailure } from '../shell/failures.tsx';
import { agentsRoutes } from './agents.tsx';
import { alertsRoutes } from './alerts.tsx';
import { analyticsRoutes } from './analytics.tsx';
import { auditLogRoutes } from './audit-log.tsx';
import { callsRoutes, sharedCallRoutes } from './calls.tsx';
import { campaignsRoutes } from './campaigns.tsx';
import { chatsRoutes } from './chats.tsx';
import { homeRoutes } from './home.tsx';
import { joinRoutes } from './join.tsx';
import { knowledgeRoutes } from './knowledge.tsx';
import { oidcRoutes } from './oidc.tsx';
import { personalizationRoutes } from './personalization.tsx';
import { phoneNumbersRoutes } from './phone-numbers.tsx';
import { pronunciationsRoutes } from './pronunciations.tsx';
import { retryConfigsRoutes } from './retry-configs.tsx';
import { frameRoute, nowhereRoute, rootRoute } from './root-route.tsx';
import { schedulesRoutes } from './schedules.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { settingsRoutes } from './settings.tsx';
import { teamsRoutes } from './teams.tsx';
import { trunksRoutes } from './trunks.tsx';
import { workflowsRoutes } from './workflows.tsx';

const routeTree = rootRoute.addChildren([
  ...joinRoutes,
  ...oidcRoutes,
  ...sharedCallRoutes,
  frameRoute.addChildren([
    ...homeRoutes,
    ...callsRoutes,
    ...campaignsRoutes,
    ...analyticsRoutes,
    ...alertsRoutes,
    ...teamsRoutes,
    ...chatsRoutes,
    ...agentsRoutes,
    ...knowledgeRoutes,
    ...workflowsRoutes,
    ...personalizationRoutes,
    ...phoneNumbersRoutes,
    ...trunksRoutes,
    ...schedulesRoutes,
    ...pronunciationsRoutes,
    ...retryConfigsRoutes,
    ...auditLogRoutes,
    ...settingsRoutes,
    nowhereRoute,
  ]),
]);

/** All routes of the console. The code of a page is loaded when the pointer is on its link. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
