import { defineRoute, type Route } from '../../platform/http/index.ts';
import { beginOidc, type OidcContext } from './oidc/begin.ts';
import { finishOidc } from './oidc/finish.ts';
import { BeginOidc, FinishOidc, OidcAddress, OidcOffer, OidcSession } from './schemas.ts';

const path = '/console/oidc';
const anyone = { tag: 'Console', scope: '', openTo: 'anyone' } as const;

export function oidcRoutes(signInContext: OidcContext): Route[] {
  return [
    defineRoute({
      ...anyone,
      method: 'GET',
      path,
      operationId: 'getOidc',
      summary: 'Whether single sign-on is configured, and the provider’s name',
      output: OidcOffer,
      status: 200,
      handle: async () => ({ name: signInContext.oidc?.options.name ?? null }),
    }),
    defineRoute({
      ...anyone,
      method: 'POST',
      path,
      operationId: 'beginOidc',
      summary: 'Begin single sign-on',
      description:
        'Returns the URL of the provider’s page, and sets a cookie that `finishOidc` needs within ten minutes. 503 `oidc.unavailable` when the provider does not respond.',
      body: BeginOidc,
      output: OidcAddress,
      status: 200,
      errors: [404],
      handle: (context, { body }) => beginOidc(signInContext, context, body),
    }),
    defineRoute({
      ...anyone,
      method: 'POST',
      path: `${path}/session`,
      operationId: 'finishOidc',
      summary: 'Finish single sign-on with the provider’s response',
      description:
        'Sets the session cookie. 401 `oidc.begun_elsewhere`: the response belongs to another sign-in, was used or is too old. 401 `oidc.refused`: the provider refused. 401 `oidc.answer_invalid`: the response is invalid. 403 `oidc.email_unverified`: the e-mail address is not verified. 403 `oidc.no_member`: no member has it. 409 `sign_in.ambiguous`: several organizations have the member and are listed in `details`; begin again with one of them.',
      body: FinishOidc,
      output: OidcSession,
      status: 200,
      errors: [404, 409],
      handle: (context, { body }) => finishOidc(signInContext, context, body.query),
    }),
  ];
}
