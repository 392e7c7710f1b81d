import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import { inviteMember, mailInvitation, readInvitation } from './links.ts';
import { Invitation, InvitationState, MailedInvitation } from './schemas.ts';

export { consoleRoutes } from './console-routes.ts';

interface InvitationDependencies {
  db: Database;
  mailOutbox?: MailOutbox | null;
}

const tag = 'Members';
const path = '/api/members/{memberId}/invitation';
const params = z.object({ memberId: z.string() });
const rules =
  'Valid once within 7 days. The member opens it to choose a password, for the first time or after forgetting it. A new link replaces the previous one. The scopes of the member’s role must be within those of the API key, else 403 `scope.escalation`.';

export function invitationRoutes({ db, mailOutbox = null }: InvitationDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'inviteMember',
      tag,
      summary: 'Create a sign-in link for a member',
      description: rules,
      scope: 'members:write',
      params,
      output: Invitation,
      status: 201,
      errors: [404],
      replayed: ({ expiresAt }) => ({ url: null, expiresAt }),
      handle: (context, { params }) => inviteMember({ db, ...context }, params.memberId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/mail`,
      operationId: 'mailInvitation',
      tag,
      summary: 'Create a sign-in link for a member, and send it by e-mail',
      description: `${rules} The answer has the link too. 409 \`mail.off\`: the installation sends no e-mail (\`GET /api/mail\`); \`member.no_email\`: the member has no address.`,
      scope: 'members:write',
      params,
      output: MailedInvitation,
      status: 201,
      errors: [404, 409],
      replayed: (invitation) => ({ ...invitation, url: null }),
      handle: (context, { params }) => mailInvitation({ db, mailOutbox, ...context }, params.memberId),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getInvitation',
      tag,
      summary: 'Read whether a member has an unused sign-in link, and what became of its e-mail',
      scope: 'members:read',
      params,
      output: InvitationState,
      status: 200,
      errors: [404],
      handle: (context, { params }) => readInvitation({ db, ...context }, params.memberId),
    }),
  ];
}
