/** What happened on the socket since the start. */
export interface SipCounters {
  /** Datagrams, and messages of streams, that arrived. */
  received: number;
  sent: number;
  /** Of those sent: repetitions. */
  retransmissions: number;
  /** Of those received: repetitions of a request whose transaction is still there. */
  receivedAgain: number;
  /** Dropped unread, because their address sent too many. */
  rateLimited: number;
  /** Messages that could not be read, and streams that could not be cut into messages. */
  malformed: number;
  /** Connections that were not taken, because their address, or all together, had too many. */
  connectionsRefused: number;
  /** From an address that the delegate does not admit. */
  refused: number;
  /** Of what came from such an address: without an answer, because it was refused too often. */
  silenced: number;
  /** How often such a silence began. */
  sourcesSilenced: number;
  /** Calls answered 503, for want of room or because the user agent closes. */
  overloaded: number;
  /** Responses to nothing we asked. */
  strayResponses: number;
  /** Calls whose 2xx was never acknowledged. */
  unacknowledged: number;
  sendErrors: number;
}

export function emptyCounters(): SipCounters {
  return {
    received: 0,
    sent: 0,
    retransmissions: 0,
    receivedAgain: 0,
    rateLimited: 0,
    malformed: 0,
    connectionsRefused: 0,
    refused: 0,
    silenced: 0,
    sourcesSilenced: 0,
    overloaded: 0,
    strayResponses: 0,
    unacknowledged: 0,
    sendErrors: 0,
  };
}
