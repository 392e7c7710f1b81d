import type { OidcOptions } from '../domains/sign-in/index.ts';
import { SettingsError } from '../platform/kernel/index.ts';
import type { Settings } from './settings.ts';

type OidcSettings = Pick<
  Settings,
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecret'
  | 'oidcName'
  | 'oidcEmailVerified'
  | 'oidcJoinDomains'
  | 'oidcJoinRole'
  | 'oidcJoinOrganization'
  | 'egressAllow'
>;

/**
 * Returns the options of single sign-on, or `null` when it is off. Throws a SettingsError when a setting is missing.
 */
export function oidcOptions(given: OidcSettings): OidcOptions | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, egressAllow } = given;
  if (issuer === null && clientId === null && clientSecret === null) return null;
  if (issuer === null || clientId === null) {
    throw new SettingsError(['PARLEY_OIDC_ISSUER and PARLEY_OIDC_CLIENT_ID must be set together.']);
  }
  const { oidcJoinDomains: domains, oidcJoinRole: role, oidcJoinOrganization: organizationId } = given;
  return {
    issuer,
    clientId,
    clientSecret,
    name: given.oidcName,
    egressAllow,
    verifiedClaim: given.oidcEmailVerified === 'always' ? null : given.oidcEmailVerified,
    joining: domains.length === 0 ? null : { domains, role, organizationId },
  };
}
