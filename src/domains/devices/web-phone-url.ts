import { isIPv6 } from 'node:net';

/** The settings of web phones. */
export interface WebPhoneSettings {
  sipWsUrl: string | null;
  sipWsPort: number | null;
  sipTlsCert: string | null;
}

/** Returns the URL at which web phones connect to this server, or null where they do not. */
export function webPhoneUrl(
  { sipWsUrl, sipWsPort, sipTlsCert }: WebPhoneSettings,
  host: string | null,
): string | null {
  if (sipWsUrl !== null) return sipWsUrl;
  if (!sipWsPort || host === null) return null;
  return `${sipTlsCert === null ? 'ws' : 'wss'}://${isIPv6(host) ? `[${host}]` : host}:${sipWsPort}`;
}
