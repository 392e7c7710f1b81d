import { createHmac } from 'node:crypto';
import type { WebCallSettings } from './schemas.ts';

/** The TURN servers of an installation, with the secret that they share with Parley. */
export interface TurnOptions {
  urls: readonly string[];
  secret: string | null;
}

/** A call may last for hours, but its relay is allocated at its begin. */
const credentialSeconds = 3600;

/**
 * Returns the TURN servers for a browser. With a secret, the user name is the time at which the password expires, and the
 * password its HMAC, as coturn's `use-auth-secret` expects.
 */
export function iceServers({ urls, secret }: TurnOptions, nowMs: number): WebCallSettings['iceServers'] {
  if (urls.length === 0) return [];
  if (secret === null) return [{ urls: [...urls] }];
  const username = `${Math.floor(nowMs / 1000) + credentialSeconds}:parley`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return [{ urls: [...urls], username, credential }];
}
