/** Where a datagram comes from or goes to: an IP address, never a name. */
export interface Endpoint {
  address: string;
  port: number;
}

/** What carries messages (RFC 3261 §18). Transactions and calls know nothing of sockets. */
export interface Transport {
  /** The address that peers are told: Via and Contact are made of it. */
  readonly publicAddress: string;
  readonly local: Endpoint;
  /** 4 or 6: a socket reaches one family. */
  readonly family: 4 | 6;
  /** Sends once. `failed` is called later, at most once, when the network refused it. */
  send(bytes: Buffer, to: Endpoint, failed: (error: Error) => void): void;
  close(): Promise<void>;
}

/** Called with every datagram that arrives. */
export type OnDatagram = (datagram: Buffer, source: Endpoint) => void;
