/** Events of the SIP sockets since the start. */
export interface SipCounters {
  /** Datagrams and stream messages received. */
  received: number;
  sent: number;
  /** Retransmissions among the sent messages. */
  retransmissions: number;
  /** Retransmitted requests whose transaction still exists, among the received messages. */
  receivedAgain: number;
  /** Messages dropped unread because their source exceeded its rate. */
  rateLimited: number;
  /** Messages that could not be parsed, and streams that could not be framed. */
  malformed: number;
  /** Connections refused because their address, or all addresses together, had too many. */
  connectionsRefused: number;
  /** Messages from an address that the delegate does not admit. */
  refused: number;
  /** Messages of a refused address that were dropped without a response, because it was refused too often. */
  silenced: number;
  /** How often such a silence began. */
  sourcesSilenced: number;
  /** Calls answered 503 because of a full capacity or a closing user agent. */
  overloaded: number;
  /** Responses that match no transaction. */
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
