import { defineRoute, type Route } from '../../platform/http/index.ts';
import { beginOidc, type OidcDesk } from './oidc/begin.ts';
import { finishOidc } from './oidc/finish.ts';
import { BeginOidc, FinishOidc, OidcAddress, OidcOffer, OidcSession } from './schemas.ts';

const path = '/console/oidc';
const anyone = { tag: 'Console', scope: '', openTo: 'anyone' } as const;

/** The operations by which people sign in by an OpenID Connect provider. */
export function oidcRoutes(desk: OidcDesk): Route[] {
  return [
    defineRoute({
      ...anyone,
      method: 'GET',
      path,
      operationId: 'getOidc',
      summary: 'Whether people sign in by a provider here, and what it is called',
      output: OidcOffer,
      status: 200,
      handle: async () => ({ name: desk.oidc?.options.name ?? null }),
    }),
    defineRoute({
      ...anyone,
      method: 'POST',
      path,
      operationId: 'beginOidc',
      summary: 'Begin to sign in by the provider',
      description:
        'Answers the address of the provider’s page to go to, and a cookie that `finishOidc` needs within ten minutes. A provider that does not answer is 503 `oidc.unavailable`.',
      body: BeginOidc,
      output: OidcAddress,
      status: 200,
      errors: [404],
      handle: (context, { body }) => beginOidc(desk, context, body),
    }),
    defineRoute({
      ...anyone,
      method: 'POST',
      path: `${path}/session`,
      operationId: 'finishOidc',
      summary: 'Sign in with what the provider has answered',
      description:
        'The cookie of the session comes with the answer. An answer to another sign-in, or to one that is used or too old, is 401 `oidc.begun_elsewhere`; one that the provider means as a refusal 401 `oidc.refused`; one that is not valid 401 `oidc.answer_invalid`. An e-mail address that is not verified is 403 `oidc.email_unverified`, one that no member has 403 `oidc.no_member`. Where several organizations have the member, 409 `sign_in.ambiguous` names them in `details`: begin again with one of them.',
      body: FinishOidc,
      output: OidcSession,
      status: 200,
      errors: [404, 409],
      handle: (context, { body }) => finishOidc(desk, context, body.query),
    }),
  ];
}
