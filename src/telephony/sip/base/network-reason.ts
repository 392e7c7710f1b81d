/** What the system's and the TLS library's codes mean, in words that say nothing of addresses or ports. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  EHOSTDOWN: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENETDOWN: 'network unreachable',
  EADDRNOTAVAIL: 'network unreachable',
  EACCES: 'address not permitted',
  EPERM: 'address not permitted',
  EINVAL: 'address not permitted',
  EMSGSIZE: 'message too long for a datagram',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted',
};

/**
 * Why the network did not carry something, as whoever owns a trunk may read it: the messages of the system name
 * addresses and ports of networks that are not theirs.
 */
export function networkReason(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return words[code] ?? (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code) ? 'TLS handshake failed' : 'network error');
}
