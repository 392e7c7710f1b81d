import { isIPv6 } from 'node:net';
import { defaultPort } from '../base/target.ts';
import {
  type AddressFamily,
  type Endpoint,
  type MayLeave,
  type Transport,
  TransportFailure,
  type TransportName,
} from '../base/transport.ts';
import { renderHostPort } from '../syntax/index.ts';

/** How we are reached over a transport, and by whom: what a Contact has to say. */
export interface Flow {
  transport?: TransportName | undefined;
  /** §8.1.1.8, §12.1.1: a request to a `sips` URI has a `sips` Contact. */
  isSips?: boolean | undefined;
}

/** Every transport of a user agent. */
export class Transports {
  readonly #all: readonly Transport[];

  constructor(all: readonly Transport[]) {
    this.#all = all;
  }

  /** The family that our sockets reach. */
  get family(): AddressFamily {
    return this.#all[0]!.family;
  }

  /** The transport of that name; undefined where there is none. */
  named(name: TransportName): Transport | undefined {
    return this.#all.find((transport) => transport.name === name);
  }

  /** Sends by what the endpoint asks for. `failed` is called later, at most once. */
  send(bytes: Buffer, to: Endpoint, failed: (error: TransportFailure) => void, mayLeave?: MayLeave): void {
    const name = to.transport ?? 'udp';
    const transport = this.named(name);
    const isOfFamily = transport?.family === 0 || (transport?.family === 6) === isIPv6(to.address);
    if (transport && isOfFamily) {
      transport.send(bytes, to, failed, mayLeave);
      return;
    }
    const failure = new TransportFailure(`no ${name} to an address of this family`, false);
    queueMicrotask(() => failed(failure));
  }

  /** Whether anything can be sent to an endpoint: not to where a peer had connected from, once that connection is gone. */
  leadsTo({ transport = 'udp', connection, isEphemeral = false }: Endpoint): boolean {
    if (!isEphemeral) return true;
    return connection !== undefined && (this.named(transport)?.hasConnection(connection) ?? false);
  }

  /** Closes the connection that a peer has opened, if it has come by one. */
  release({ transport = 'udp', connection, isEphemeral }: Endpoint): void {
    if (isEphemeral && connection !== undefined) this.named(transport)?.release(connection);
  }

  /** Closes the connection to a place if nothing has come on it for so long. */
  giveUp(to: Endpoint, silentMs: number): void {
    this.named(to.transport ?? 'udp')?.giveUp(to, silentMs);
  }

  /** `host:port` of our Via over a transport. */
  sentBy(name: TransportName = 'udp'): string {
    const transport = this.named(name) ?? this.#all[0]!;
    // Where nothing listens, answers come on the connection of the request.
    return renderHostPort(transport.publicAddress, transport.local.port || defaultPort(name));
  }

  /** The URI that we are reached by, with the user where there is one. */
  contactUri(flow: Flow, user = ''): string {
    const name = flow.isSips ? 'tls' : (flow.transport ?? 'udp');
    const parameter = flow.isSips || name === 'udp' ? '' : `;transport=${name}`;
    const scheme = flow.isSips ? 'sips' : 'sip';
    return `${scheme}:${user === '' ? '' : `${user}@`}${this.sentBy(name)}${parameter}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((transport) => transport.close()));
  }
}
