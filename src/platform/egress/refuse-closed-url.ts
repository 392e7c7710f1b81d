import { invalid } from '../kernel/index.ts';
import { AddressRules } from './address-rules.ts';

const loopbackName = /^(?:.+\.)?localhost\.?$/;

/**
 * Throws a 400 for the field `url` when it has a literal address that is neither public nor in `allow` (CIDRs). The addresses of a
 * host name are checked at every request.
 */
export function refuseClosedUrl(text: string, allow: readonly string[]): void {
  const { hostname } = new URL(text);
  const isAddress = hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
  const address = loopbackName.test(hostname) ? '127.0.0.1' : hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isAddress && address !== '127.0.0.1') return;
  if (!new AddressRules(allow).permits(address)) throw invalid('url', 'must be a public address');
}
