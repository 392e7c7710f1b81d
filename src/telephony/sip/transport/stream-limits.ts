/** What connections may cost and how long they may take. */
export interface StreamLimits {
  /** Connections that others have opened: of those who may start something, all together. 2,000. */
  acceptedMax: number;
  /** Of these, from one address. 500. */
  acceptedPerAddressMax: number;
  /** Beside them, connections of strangers, all together, whose most idle one gives way to a new one. 100. */
  strangersMax: number;
  /** Of these, from one address, or one /64. 8. */
  strangersPerAddressMax: number;
  /** Connections that we have opened. 1,000. */
  openedMax: number;
  /** How long a connection may take to be made, handshake included. 4 s. */
  connectTimeoutMs: number;
  /** How long a message may take from its first byte to its last, and an accepted connection to its first. 10 s. */
  messageTimeoutMs: number;
  /** After how long without a message, or a ping of the peer, a connection is closed. An hour. */
  idleTimeoutMs: number;
  /** So often a connection of ours is kept open by a double line end (RFC 5626 §3.5.1). 30 s. */
  keepAliveMs: number;
  /** After how long without a byte after a request of ours, or a ping to who answers pings, a connection is dead. 33, 10 s. */
  answerTimeoutMs: number;
  pongTimeoutMs: number;
  /** What may wait for a peer that does not read. 1 MiB. */
  unsentBytesMax: number;
}

export const defaultStreamLimits: StreamLimits = {
  acceptedMax: 2_000,
  acceptedPerAddressMax: 500,
  strangersMax: 100,
  strangersPerAddressMax: 8,
  openedMax: 1_000,
  connectTimeoutMs: 4_000,
  messageTimeoutMs: 10_000,
  idleTimeoutMs: 3_600_000,
  keepAliveMs: 30_000,
  // Beyond timer F (RFC 3261 §17.1.2.2), so that the request itself has timed out before; RFC 5626 §4.4.1.
  answerTimeoutMs: 33_000,
  pongTimeoutMs: 10_000,
  unsentBytesMax: 1_048_576,
};
