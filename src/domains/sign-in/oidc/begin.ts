import { AnswerWithHeaders, type RequestContext } from '../../../platform/http/index.ts';
import type { BeginOidc } from '../schemas.ts';
import type { SignInContext, SignInRequest } from '../sign-in-context.ts';
import { type FlowCookies, newFlow } from './flow.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';
import { notConfigured } from './refusals.ts';

/** The dependencies of single sign-on. */
export interface OidcContext extends SignInContext {
  /** null: single sign-on is not configured. */
  oidc: OidcSignIn | null;
  flows: FlowCookies;
}

export type OidcRequest = SignInRequest & Pick<RequestContext, 'baseUrl'>;

/** Returns the console page that the provider redirects to. */
export function redirectUriOf(baseUrl: string): string {
  return `${baseUrl}/sign-in/oidc`;
}

/** Returns the provider's URL and sets the cookie that the way back needs. */
export async function beginOidc(
  { oidc, flows, limits }: OidcContext,
  { client, baseUrl }: OidcRequest,
  { returnTo, organizationId }: BeginOidc,
): Promise<AnswerWithHeaders> {
  if (!oidc) throw notConfigured();
  const nowMs = Date.now();
  limits.count(client.address, null, nowMs);
  const flow = newFlow({ returnTo, organizationId: organizationId ?? null }, nowMs);
  const provider = await oidc.open();
  const url = await provider.authorizationUrl(redirectUriOf(baseUrl), flow);
  return new AnswerWithHeaders({ url }, { 'set-cookie': flows.cookieOf(flow) });
}
