/** Limits and timeouts of stream connections. */
export interface StreamLimits {
  /** Accepted connections from all known addresses. 2,000. */
  acceptedMax: number;
  /** Accepted connections from one known address. 500. */
  acceptedPerAddressMax: number;
  /** Accepted connections from all unknown addresses; the most idle one yields to a new one. 100. */
  unknownMax: number;
  /** Accepted connections from one unknown address or /64. 8. */
  unknownPerAddressMax: number;
  /** Connections that we open. 1,000. */
  openedMax: number;
  /** Time to establish a connection, including the handshake. 4 s. */
  connectTimeoutMs: number;
  /**
   * Time from the first byte of a message to its last, and from accepting a connection to its first message.
   * 10 s.
   */
  messageTimeoutMs: number;
  /** A connection without a message or a ping from its peer closes after this time. One hour. */
  idleTimeoutMs: number;
  /** Interval of the double CRLF that keeps our connections alive (RFC 5626 §3.5.1). 30 s. */
  keepAliveMs: number;
  /**
   * A connection is dead when no byte follows our request within 33 s, or our ping to a peer that answers
   * pings within 10 s.
   */
  answerTimeoutMs: number;
  pongTimeoutMs: number;
  /** Bytes that may wait for a peer that does not read. 1 MiB. */
  unsentBytesMax: number;
}

export const defaultStreamLimits: StreamLimits = {
  acceptedMax: 2_000,
  acceptedPerAddressMax: 500,
  unknownMax: 100,
  unknownPerAddressMax: 8,
  openedMax: 1_000,
  connectTimeoutMs: 4_000,
  messageTimeoutMs: 10_000,
  idleTimeoutMs: 3_600_000,
  keepAliveMs: 30_000,
  // Longer than timer F (RFC 3261 §17.1.2.2), so that the request itself times out first. The pong timeout is
  // that of RFC 5626 §4.4.1.
  answerTimeoutMs: 33_000,
  pongTimeoutMs: 10_000,
  unsentBytesMax: 1_048_576,
};
