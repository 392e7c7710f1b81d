/** What a datagram of a WebRTC peer is. All share one port. */
type DatagramKind = 'stun' | 'dtls' | 'media' | 'unknown';

/** Returns the kind of a datagram by its first octet (RFC 7983 §7). RTP and RTCP are `media`. */
export function datagramKind(datagram: Buffer): DatagramKind {
  const first = datagram[0] ?? 255;
  if (first <= 3) return 'stun';
  if (first >= 20 && first <= 63) return 'dtls';
  return first >= 128 && first <= 191 ? 'media' : 'unknown';
}
