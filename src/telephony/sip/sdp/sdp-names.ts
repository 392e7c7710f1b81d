import { isIP } from 'node:net';

/**
 * A host name in place of an address in a description (RFC 4566 §5.7), and the address family that it must
 * resolve to.
 */
export interface SdpName {
  name: string;
  family: 4 | 6;
}

/** The most names that are resolved in one description. Further names stay unresolved. */
const namesMax = 4;
const connection = /^(c=IN IP([46]) )([^\s/]+)[ \t]*(?=\r?$)/gm;
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const hostName = new RegExp(`^${label}(?:\\.${label})*\\.?$`);

/** Returns the distinct names in a description's c= lines. Nearly every description has none. */
export function namesInSdp(sdp: string): SdpName[] {
  const found = new Map<string, SdpName>();
  for (const [, , family, host] of sdp.matchAll(connection)) {
    const isName =
      isIP(host!) === 0 && host!.length <= 253 && hostName.test(host!) && !/^[0-9.]+$/.test(host!);
    if (isName && found.size < namesMax) {
      found.set(`${family} ${host}`, { name: host!, family: family === '4' ? 4 : 6 });
    }
  }
  return [...found.values()];
}

/** Replaces the names in a description by their addresses where `addressOf` knows them. */
export function replaceNames(sdp: string, addressOf: (name: SdpName) => string | null): string {
  const names = namesInSdp(sdp);
  return sdp.replace(connection, (line, head: string, family: string, host: string) => {
    const asked = names.find(({ name, family: wanted }) => name === host && wanted === Number(family));
    const address = asked ? addressOf(asked) : null;
    return address === null ? line : `${head}${address}`;
  });
}
