import { z } from 'zod';
import type { AccessState, SecretKey, SessionCookies } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { assert } from '../../platform/kernel/index.ts';
import { changePassword } from './change-password.ts';
import type { Desk } from './desk.ts';
import { join, joinInfo } from './join.ts';
import { listSessions } from './list-sessions.ts';
import { FlowCookies } from './oidc/flow.ts';
import type { OidcSignIn } from './oidc/oidc-sign-in.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { ChangePassword, Join, JoinInfo, JoinInfoRequest, Session, SessionList, SignIn } from './schemas.ts';
import { showSession } from './show-session.ts';
import { signIn } from './sign-in.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { endSession, signOut } from './sign-out.ts';
import { Turnstile } from './turnstile.ts';

const tag = 'Console';
const session = { tag, scope: '', openTo: 'session' } as const;
const anyone = { tag, scope: '', openTo: 'anyone' } as const;

/** The operations by which people sign in, with the cookies that carry their sessions. */
export function consoleRoutes(given: {
  db: Database;
  access: AccessState;
  cookies: SessionCookies;
  secret: SecretKey;
  /** As the operator gave it. */
  publicUrl: string | null;
  /** By a provider; null: nobody signs in so. */
  oidc: OidcSignIn | null;
}): Route[] {
  const { db, access, cookies, secret, publicUrl, oidc } = given;
  const desk: Desk = { db, access, cookies, turnstile: new Turnstile(), limits: new SignInLimits() };
  return [
    ...joinRoutes(desk),
    ...sessionRoutes(desk),
    ...oidcRoutes({ ...desk, oidc, flows: new FlowCookies(secret, publicUrl) }),
    defineRoute({
      ...session,
      method: 'GET',
      path: '/console/sessions',
      operationId: 'listSessions',
      summary: 'List the open sessions of the member who asks, newest first',
      output: SessionList,
      status: 200,
      handle: (context) => listSessions({ db, ...context }),
    }),
    defineRoute({
      ...session,
      method: 'DELETE',
      path: '/console/sessions/{sessionId}',
      operationId: 'endSession',
      summary: 'End one of the own sessions at once',
      params: z.object({ sessionId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => endSession(desk, { db, ...context }, params.sessionId),
    }),
    defineRoute({
      ...session,
      method: 'PUT',
      path: '/console/password',
      operationId: 'changePassword',
      summary: 'Change the own password, and end the other sessions',
      description: 'A wrong `currentPassword` is 403 `password.wrong`.',
      body: ChangePassword,
      status: 204,
      handle: (context, { body }) => changePassword(desk, { db, ...context }, body),
    }),
  ];
}

function joinRoutes(desk: Desk): Route[] {
  return [
    defineRoute({
      ...anyone,
      method: 'POST',
      path: '/console/join/info',
      operationId: 'readJoinLink',
      summary: 'Whom a link lets in, without using it up',
      description:
        'The token is what stands behind the # of `<public URL>/join#<token>`. A link that was used, replaced or is too old is 404 `link.not_found`.',
      body: JoinInfoRequest,
      output: JoinInfo,
      status: 200,
      errors: [404],
      handle: (context, { body }) => joinInfo(desk, context, body.token),
    }),
    defineRoute({
      ...anyone,
      method: 'POST',
      path: '/console/join',
      operationId: 'join',
      summary: 'Choose a password by a link, and sign in',
      description:
        'Uses the link up, and ends all earlier sessions of the member. The cookie comes with the answer.',
      body: Join,
      output: Session,
      status: 200,
      errors: [404],
      handle: (context, { body }) => join(desk, context, body),
    }),
  ];
}

function sessionRoutes(desk: Desk): Route[] {
  const { db } = desk;
  const path = '/console/session';
  return [
    defineRoute({
      ...anyone,
      method: 'POST',
      path,
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'The cookie comes with the answer. A wrong address or password is 401 `sign_in.refused`; ten attempts a minute may be made for an e-mail address, thirty from an IP address. Where several organizations have the member, 409 `sign_in.ambiguous` names them in `details`.',
      body: SignIn,
      output: Session,
      status: 200,
      errors: [409],
      handle: (context, { body }) => signIn(desk, context, body),
    }),
    defineRoute({
      ...session,
      method: 'GET',
      path,
      operationId: 'getSession',
      summary: 'Who is signed in, and what the member may do',
      output: Session,
      status: 200,
      handle({ actor }) {
        assert(actor.apiKeyId, 'a session asks');
        return showSession(desk, actor.organizationId, actor.apiKeyId);
      },
    }),
    defineRoute({
      ...session,
      method: 'DELETE',
      path,
      operationId: 'signOut',
      summary: 'Sign out',
      status: 204,
      handle: (context) => signOut(desk, { db, ...context }),
    }),
  ];
}
