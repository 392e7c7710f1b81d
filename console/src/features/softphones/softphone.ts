/** A number that no carrier assigns, for a softphone's trunk. docs/quick-start.md uses it too. */
export const softphoneNumber = '+12025550142';

/** The fields of a trunk that show whether it leads to a telephone. */
export interface TrunkAddress {
  host: string;
  username: string | null;
  register: boolean;
  optionsIntervalSeconds: number | null;
}

/** This machine, and the addresses of private networks (RFC 1918). */
const localPattern = /^(?:localhost|\[?::1\]?|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+)$/i;

/**
 * Returns whether a trunk leads to a telephone and not to a carrier or PBX. A trunk does not store its preset. That of a softphone
 * alone has a local address, no user and no OPTIONS.
 */
export function isSoftphone({ host, username, register, optionsIntervalSeconds }: TrunkAddress): boolean {
  return localPattern.test(host) && username === null && !register && optionsIntervalSeconds === null;
}
