import { z } from 'zod';
import type { AccessState, SecretKey, SessionCookies } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { assert } from '../../platform/kernel/index.ts';
import { changePassword } from './change-password.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { join, joinInfo } from './join.ts';
import { FlowCookies } from './oidc/flow.ts';
import type { OidcSignIn } from './oidc/oidc-sign-in.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { listSessions, showSession } from './read-sessions.ts';
import { ChangePassword, Join, JoinInfo, JoinInfoRequest, Session, SessionList, SignIn } from './schemas.ts';
import { endSession, signIn, signOut } from './sign-in.ts';
import type { SignInContext } from './sign-in-context.ts';
import { SignInLimits } from './sign-in-limits.ts';

const tag = 'Console';
const session = { tag, scope: '', openTo: 'session' } as const;
const anyone = { tag, scope: '', openTo: 'anyone' } as const;

/** Returns the sign-in operations, which use session cookies. */
export function consoleRoutes(given: {
  db: Database;
  access: AccessState;
  cookies: SessionCookies;
  secret: SecretKey;
  /** As the operator configured it. */
  publicUrl: string | null;
  /** Single sign-on; null: not configured. */
  oidc: OidcSignIn | null;
}): Route[] {
  const { db, access, cookies, secret, publicUrl, oidc } = given;
  const signInContext: SignInContext = {
    db,
    access,
    cookies,
    hashingLimit: new ConcurrencyLimit(),
    limits: new SignInLimits(),
  };
  return [
    ...joinRoutes(signInContext),
    ...sessionRoutes(signInContext),
    ...oidcRoutes({ ...signInContext, oidc, flows: new FlowCookies(secret, publicUrl) }),
    defineRoute({
      ...session,
      method: 'GET',
      path: '/console/sessions',
      operationId: 'listSessions',
      summary: 'List the requesting member’s open sessions, newest first',
      output: SessionList,
      status: 200,
      handle: (context) => listSessions({ db, ...context }),
    }),
    defineRoute({
      ...session,
      method: 'DELETE',
      path: '/console/sessions/{sessionId}',
      operationId: 'endSession',
      summary: 'End one of your own sessions',
      params: z.object({ sessionId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => endSession(signInContext, { db, ...context }, params.sessionId),
    }),
    defineRoute({
      ...session,
      method: 'PUT',
      path: '/console/password',
      operationId: 'changePassword',
      summary: 'Change your password and end your other sessions',
      description: 'A wrong `currentPassword` is 403 `password.wrong`.',
      body: ChangePassword,
      status: 204,
      handle: (context, { body }) => changePassword(signInContext, { db, ...context }, body),
    }),
  ];
}

function joinRoutes(signInContext: SignInContext): Route[] {
  return [
    defineRoute({
      ...anyone,
      method: 'POST',
      path: '/console/join/info',
      operationId: 'readJoinLink',
      summary: 'Read which member a link signs in, without using it',
      description:
        'The token is the part after # in `<public URL>/join#<token>`. 404 `link.not_found`: the link was used, replaced or has expired.',
      body: JoinInfoRequest,
      output: JoinInfo,
      status: 200,
      errors: [404],
      handle: (context, { body }) => joinInfo(signInContext, context, body.token),
    }),
    defineRoute({
      ...anyone,
      method: 'POST',
      path: '/console/join',
      operationId: 'join',
      summary: 'Choose a password with a link, and sign in',
      description: 'Uses up the link, ends all earlier sessions of the member and sets the session cookie.',
      body: Join,
      output: Session,
      status: 200,
      errors: [404],
      handle: (context, { body }) => join(signInContext, context, body),
    }),
  ];
}

function sessionRoutes(signInContext: SignInContext): Route[] {
  const { db } = signInContext;
  const path = '/console/session';
  return [
    defineRoute({
      ...anyone,
      method: 'POST',
      path,
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'Sets the session cookie. 401 `sign_in.refused`: wrong address or password. Limits per minute: ten attempts for an e-mail address, thirty from an IP address. 409 `sign_in.ambiguous`: several organizations have the member and are listed in `details`.',
      body: SignIn,
      output: Session,
      status: 200,
      errors: [409],
      handle: (context, { body }) => signIn(signInContext, context, body),
    }),
    defineRoute({
      ...session,
      method: 'GET',
      path,
      operationId: 'getSession',
      summary: 'Read who is signed in, and the member’s scopes',
      output: Session,
      status: 200,
      handle({ actor }) {
        assert(actor.apiKeyId, 'the request comes from a session');
        return showSession(signInContext, actor.organizationId, actor.apiKeyId);
      },
    }),
    defineRoute({
      ...session,
      method: 'DELETE',
      path,
      operationId: 'signOut',
      summary: 'Sign out',
      status: 204,
      handle: (context) => signOut(signInContext, { db, ...context }),
    }),
  ];
}
