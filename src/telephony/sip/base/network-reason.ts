/** Messages for the error codes of the system and of the TLS library. They name no address and no port. */
const messages: Readonly<Record<string, string>> = {
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
 * Returns why the network did not carry a message, fit for the owner of a trunk. The system's own messages
 * name addresses and ports of other networks.
 */
export function networkReason(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return messages[code] ?? (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code) ? 'TLS handshake failed' : 'network error');
}
