import { invalid } from '../../platform/kernel/index.ts';

const loopbackName = /^(?:.+\.)?localhost\.?$/;

/**
 * Refuses an address that may not be asked: one that is written out and not public, unless `allow` has it. What a name
 * leads to is judged at every attempt.
 */
export async function refuseClosedUrl(text: string, allow: readonly string[]): Promise<void> {
  const { hostname } = new URL(text);
  const isAddress = hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
  const address = loopbackName.test(hostname) ? '127.0.0.1' : hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isAddress && address !== '127.0.0.1') return;
  // Loaded with what makes the requests, which an installation without endpoints does not need.
  const { AddressRules } = await import('../../platform/egress/index.ts');
  if (!new AddressRules(allow).permits(address)) throw invalid('url', 'is not a public address');
}
