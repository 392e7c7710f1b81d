import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { Draws } from './draws.ts';

/** Maximum sources that the relay remembers. A trunk is one source. */
const sourcesMax = 1000;

/**
 * A UDP relay that loses datagrams with probability `loss` in each direction. Requests to a Contact bypass it.
 */
export class LossyRelay {
  readonly #front: Socket;
  readonly #behind: Map<string, Socket> = new Map();
  readonly #loss: number;
  readonly #draw: Draws;
  readonly #target: { address: string; port: number };

  private constructor(front: Socket, target: { address: string; port: number }, loss: number, draw: Draws) {
    this.#front = front;
    this.#target = target;
    this.#loss = loss;
    this.#draw = draw;
    front.on('message', (datagram, source) => this.#forward(datagram, source));
  }

  static async open(options: {
    host: string;
    port: number;
    target: { address: string; port: number };
    loss: number;
    draw: Draws;
  }): Promise<LossyRelay> {
    const front = createSocket('udp4');
    front.bind(options.port, options.host);
    await once(front, 'listening');
    front.on('error', () => undefined);
    return new LossyRelay(front, options.target, options.loss, options.draw);
  }

  get port(): number {
    return this.#front.address().port;
  }

  async close(): Promise<void> {
    const sockets = [this.#front, ...this.#behind.values()];
    this.#behind.clear();
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
  }

  #forward(datagram: Buffer, source: RemoteInfo): void {
    if (this.#draw() < this.#loss) return;
    const { address, port } = this.#target;
    this.#socketOf(source)?.send(datagram, port, address, () => undefined);
  }

  /** Returns the socket of a source towards the target. Responses on it return to the source. */
  #socketOf(source: RemoteInfo): Socket | null {
    const key = `${source.address}:${source.port}`;
    const known = this.#behind.get(key);
    if (known) return known;
    if (this.#behind.size >= sourcesMax) return null;
    const socket = createSocket('udp4');
    socket.on('error', () => undefined);
    socket.on('message', (datagram) => {
      if (this.#draw() >= this.#loss)
        this.#front.send(datagram, source.port, source.address, () => undefined);
    });
    this.#behind.set(key, socket);
    return socket;
  }
}
