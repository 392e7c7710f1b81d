/** An address as everybody writes it: a socket of both families shows an IPv4 peer within IPv6 (RFC 4291 §2.5.5.2). */
export function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}
