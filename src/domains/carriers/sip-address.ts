import { isIP } from 'node:net';
import { hostProblem, invalid } from '../../platform/kernel/index.ts';

/** Where a vendor sends calls. */
export interface SipAddress {
  /** A host name, or an IP address without brackets. */
  host: string;
  port: number;
}

const portDefault = 5060;

/** Returns the address in a text such as 203.0.113.7:5060, [2001:db8::1]:5060 or sip.example.com. Throws 400. */
export function parseSipAddress(text: string): SipAddress {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = (isIP(text) === 6 ? text : (match?.[1] ?? match?.[2] ?? '')).toLowerCase();
  const port = match?.[3] === undefined ? portDefault : Number(match[3]);
  if (host === '' || hostProblem(host) !== null || port < 1 || port > 65_535) {
    throw invalid('sipAddress', 'must be a host and a port, such as sip.example.com:5060');
  }
  return { host, port };
}

/** Returns the address as text: host:port, with brackets around an IPv6 address. */
export function sipAddressText({ host, port }: SipAddress): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** The public address of this installation: an IP address, or null when none is set. */
export interface OwnSipAddress {
  publicAddress: string | null;
  sipHost: string;
  sipPort: number;
}

/** Returns the address at which carriers reach this installation by its settings, or null. */
export function ownSipAddress({ publicAddress, sipHost, sipPort }: OwnSipAddress): SipAddress | null {
  const host = publicAddress ?? sipHost;
  const isWildcard = host === '0.0.0.0' || host === '::';
  return isWildcard ? null : { host, port: sipPort || portDefault };
}
