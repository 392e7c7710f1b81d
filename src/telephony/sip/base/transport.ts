/** Transports over which we find and reach targets (RFC 3261 §18, RFC 3263). */
export type TargetTransport = 'udp' | 'tcp' | 'tls';

/** Transport protocols. Over WebSocket (RFC 7118), plain or within TLS, only peers open connections. */
export type TransportName = TargetTransport | 'ws' | 'wss';

/** The source or destination of a message: an IP address, never a name. */
export interface Endpoint {
  address: string;
  port: number;
  /** `udp` by default. */
  transport?: TransportName;
  /** The connection of a received message. Its responses use it while it is open (§18.2.2). */
  connection?: number;
  /**
   * The peer opened the connection. Its port accepts none, so the endpoint is usable only while the
   * connection is open.
   */
  isEphemeral?: boolean;
  /** The peer registered over this flow (RFC 5626): its requests use it, whatever its Contact names. */
  isBound?: boolean;
  /** The name that the certificate of a TLS peer must be for; its address by default. */
  serverName?: string;
}

/**
 * Returns true for a transport that delivers or reports an error, so that no message is retransmitted (§17).
 */
export function isReliable(endpoint: Endpoint): boolean {
  return endpoint.transport !== undefined && endpoint.transport !== 'udp';
}

/** Returns true for WebSocket, whose peers are web phones. Their audio is WebRTC. */
export function isWebSocket({ transport }: Pick<Endpoint, 'transport'>): boolean {
  return transport === 'ws' || transport === 'wss';
}

/** 0 means both. */
export type AddressFamily = 4 | 6 | 0;

/** A message was not delivered. */
export class TransportFailure extends Error {
  /** False when it is certain that no byte was sent, so that another target may be tried. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/** No byte was sent because no connection to the peer was established. No peer listens at that address. */
export class Unreachable extends TransportFailure {
  constructor(reason: string) {
    super(reason, false);
  }
}

/** The message was not sent because its sender withdrew it first. */
export class Withheld extends TransportFailure {
  constructor() {
    super('its time was over before it could be sent', false);
  }
}

/**
 * Called right before the first byte of a message is handed to the network. When it returns false the message
 * is not sent and fails as {@link Withheld}.
 */
export type MaySend = () => boolean;

/** Carries messages. Transactions and calls know nothing of sockets. */
export interface Transport {
  readonly name: TransportName;
  /** The public address that Via and Contact name. */
  readonly publicAddress: string;
  readonly local: Endpoint;
  /** 4 or 6 for a socket of one family, 0 for one of both. */
  readonly family: AddressFamily;
  /** Sends once. `failed` is called later, at most once, when the message could not be delivered. */
  send(bytes: Buffer, to: Endpoint, failed: (error: TransportFailure) => void, maySend?: MaySend): void;
  /** Returns whether the connection with this number is still open. */
  hasConnection(number: number): boolean;
  /** Closes the connection with this number, if it exists. */
  release(number: number): void;
  /** Closes the connection to an endpoint that has been silent for `silentMs`: its other end may be lost. */
  closeIfSilent(to: Endpoint, silentMs: number): void;
  close(): Promise<void>;
}

/** Called with every datagram or stream message that arrives. */
export type OnMessage = (message: Buffer, source: Endpoint) => void;
