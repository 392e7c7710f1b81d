import { isIPv6 } from 'node:net';
import { defaultPort } from '../base/target.ts';
import {
  type AddressFamily,
  type Endpoint,
  isWebSocket,
  type MaySend,
  type Transport,
  TransportFailure,
  type TransportName,
} from '../base/transport.ts';
import { renderHostPort } from '../syntax/index.ts';

/** The transport and scheme that a Contact names. */
export interface Flow {
  transport?: TransportName | undefined;
  /** A request to a `sips` URI has a `sips` Contact (RFC 3261 §8.1.1.8, §12.1.1). */
  isSips?: boolean | undefined;
}

/** All transports of a user agent. */
export class Transports {
  readonly #all: readonly Transport[];

  constructor(all: readonly Transport[]) {
    this.#all = all;
  }

  /** The address family that our sockets reach. */
  get family(): AddressFamily {
    return this.#all[0]!.family;
  }

  /** Returns the transport with this name; `undefined` when it is not configured. */
  named(name: TransportName): Transport | undefined {
    return this.#all.find((transport) => transport.name === name);
  }

  /** Sends by the endpoint's transport. `failed` is called later, at most once. */
  send(bytes: Buffer, to: Endpoint, failed: (error: TransportFailure) => void, maySend?: MaySend): void {
    const name = to.transport ?? 'udp';
    const transport = this.named(name);
    const isOfFamily = transport?.family === 0 || (transport?.family === 6) === isIPv6(to.address);
    if (transport && isOfFamily) {
      transport.send(bytes, to, failed, maySend);
      return;
    }
    const failure = new TransportFailure(`no ${name} to an address of this family`, false);
    queueMicrotask(() => failed(failure));
  }

  /**
   * Returns whether a message to this endpoint can be sent. False for an ephemeral endpoint whose connection
   * has closed.
   */
  canReach({ transport = 'udp', connection, isEphemeral = false }: Endpoint): boolean {
    if (!isEphemeral) return true;
    return connection !== undefined && (this.named(transport)?.hasConnection(connection) ?? false);
  }

  /** Closes the connection that the peer opened, if the endpoint has one. */
  release({ transport = 'udp', connection, isEphemeral }: Endpoint): void {
    if (isEphemeral && connection !== undefined) this.named(transport)?.release(connection);
  }

  /** Closes the connection to an endpoint that has been silent for `silentMs`. */
  closeIfSilent(to: Endpoint, silentMs: number): void {
    this.named(to.transport ?? 'udp')?.closeIfSilent(to, silentMs);
  }

  /** Returns the sent-by of our Via (`host:port`). */
  sentBy(name: TransportName = 'udp'): string {
    const transport = this.named(name) ?? this.#all[0]!;
    // Without a listening port, responses arrive on the connection of the request.
    return renderHostPort(transport.publicAddress, transport.local.port || defaultPort(name));
  }

  /** Returns our Contact URI, with the user when there is one. */
  contactUri(flow: Flow, user = ''): string {
    const { transport = 'udp', isSips = false } = flow;
    const isWeb = isWebSocket({ transport });
    const name = isSips && !isWeb ? 'tls' : transport;
    // RFC 7118 §5.2: the parameter is `ws` with and without TLS.
    const named = isWeb ? 'ws' : isSips || name === 'udp' ? null : name;
    const parameter = named === null ? '' : `;transport=${named}`;
    const scheme = isSips ? 'sips' : 'sip';
    return `${scheme}:${user === '' ? '' : `${user}@`}${this.sentBy(name)}${parameter}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((transport) => transport.close()));
  }
}
