import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { inviteMember } from './links.ts';
import { Invitation } from './schemas.ts';

export { consoleRoutes } from './console-routes.ts';

export function invitationRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/members/{memberId}/invitation',
      operationId: 'inviteMember',
      tag: 'Members',
      summary: 'Create a sign-in link for a member',
      description:
        'Valid once within 7 days. The member opens it to choose a password, for the first time or after forgetting it. A new link replaces the previous one. The scopes of the member’s role must be within those of the API key, else 403 `scope.escalation`.',
      scope: 'members:write',
      params: z.object({ memberId: z.string() }),
      output: Invitation,
      status: 201,
      errors: [404],
      replayed: ({ expiresAt }) => ({ url: null, expiresAt }),
      handle: (context, { params }) => inviteMember({ db, ...context }, params.memberId),
    }),
  ];
}
