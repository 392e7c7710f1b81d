/** What carries messages (RFC 3261 §18). */
export type TransportName = 'udp' | 'tcp' | 'tls';

/** Where a message comes from or goes to: an IP address, never a name. */
export interface Endpoint {
  address: string;
  port: number;
  /** `udp` when left out. */
  transport?: TransportName;
  /** The connection that a message came on: its responses go back on it while it lasts (§18.2.2). */
  connection?: number;
  /** The peer has opened the connection: nobody listens at its port, which is of use while the connection lasts. */
  isEphemeral?: boolean;
  /** The name that the certificate of a TLS peer has to be for; its address when left out. */
  serverName?: string;
}

/** True for a transport that delivers or says that it cannot: nothing is repeated over it (§17). */
export function isReliable(endpoint: Endpoint): boolean {
  return endpoint.transport === 'tcp' || endpoint.transport === 'tls';
}

/** 0 is both. */
export type AddressFamily = 4 | 6 | 0;

/** A message that was not delivered. */
export class TransportFailure extends Error {
  /** False where it is certain that nothing of it has left: another target may be tried in its place. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/** Nothing has left, as no connection to the peer came about: nobody listens there, whatever would be said to him. */
export class NotThere extends TransportFailure {
  constructor(reason: string) {
    super(reason, false);
  }
}

/** What was not sent, because whoever asked for it would not have it leave any more. */
export class Withheld extends TransportFailure {
  constructor() {
    super('its time was over before it could be sent', false);
  }
}

/** Asked right before the first byte of a message is handed to the network; false: it is not, and fails as {@link Withheld}. */
export type MayLeave = () => boolean;

/** One way to carry messages. Transactions and calls know nothing of sockets. */
export interface Transport {
  readonly name: TransportName;
  /** The address that peers are told: Via and Contact are made of it. */
  readonly publicAddress: string;
  readonly local: Endpoint;
  /** 4 or 6 where a socket reaches one family, 0 where it reaches both. */
  readonly family: AddressFamily;
  /** Sends once. `failed` is called later, at most once, when it could not be delivered. */
  send(bytes: Buffer, to: Endpoint, failed: (error: TransportFailure) => void, mayLeave?: MayLeave): void;
  /** Whether the connection of this number still is there. */
  hasConnection(number: number): boolean;
  /** Closes the connection of this number, if there is one. */
  release(number: number): void;
  /** Closes the connection to a place if nothing has come on it for so long: its other end may be lost. */
  giveUp(to: Endpoint, silentMs: number): void;
  close(): Promise<void>;
}

/** Called with every datagram, or message of a stream, that arrives. */
export type OnMessage = (message: Buffer, source: Endpoint) => void;
