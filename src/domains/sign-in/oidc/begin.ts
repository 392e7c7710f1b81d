import { AnswerWithHeaders, type RequestContext } from '../../../platform/http/index.ts';
import type { Desk, Visit } from '../desk.ts';
import type { BeginOidc } from '../schemas.ts';
import { type FlowCookies, newFlow } from './flow.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';
import { notConfigured } from './refusals.ts';

/** What signing in by a provider is made with. */
export interface OidcDesk extends Desk {
  /** Null: nobody signs in so. */
  oidc: OidcSignIn | null;
  flows: FlowCookies;
}

export type OidcVisit = Visit & Pick<RequestContext, 'baseUrl'>;

/** The page of the console that the provider sends people back to. */
export function redirectUriOf(baseUrl: string): string {
  return `${baseUrl}/sign-in/oidc`;
}

/** Tells the provider's page to go to, and hands out the cookie that the way back needs. */
export async function beginOidc(
  { oidc, flows, limits }: OidcDesk,
  { client, baseUrl }: OidcVisit,
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
