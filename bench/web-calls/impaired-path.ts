import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { randomFrom } from '../../test/world/random.ts';

const host = '127.0.0.1';

/** The state of a network, in both directions. */
export interface Impairment {
  /** The share of the datagrams that is lost, at random. */
  loss: number;
  /** The mean delay in milliseconds, and by how much it differs, evenly distributed. Datagrams may overtake each other. */
  delayMs: number;
  jitterMs: number;
}

/** A way for UDP between a browser and a port of the service, on which datagrams are lost and delayed. */
export class ImpairedPath {
  readonly #sockets: readonly Socket[];
  #isClosed = false;

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  /** Opens the way to a port of the service. Its randomness repeats with the seed. */
  static async open(servicePort: number, impairment: Impairment, seed: number): Promise<ImpairedPath> {
    const [near, far] = [createSocket('udp4'), createSocket('udp4')];
    for (const socket of [near, far]) {
      socket.bind(0, host);
      await once(socket, 'listening');
    }
    let browserPort: number | null = null;
    const random = randomFrom(seed);
    const pass = (send: () => unknown) => {
      const { loss, delayMs, jitterMs } = impairment;
      if (random() < loss) return;
      const ms = delayMs + (2 * random() - 1) * jitterMs;
      if (ms <= 0) send();
      else setTimeout(send, ms);
    };
    const path = new ImpairedPath([near, far]);
    near.on('message', (datagram, { port }) => {
      browserPort = port;
      pass(() => path.#isClosed || far.send(datagram, servicePort, host));
    });
    far.on('message', (datagram) => {
      const port = browserPort;
      if (port !== null) pass(() => path.#isClosed || near.send(datagram, port, host));
    });
    return path;
  }

  /** The port for the browser. */
  get port(): number {
    return this.#sockets[0]!.address().port;
  }

  /** Closes the way. Delayed datagrams are lost. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.close();
  }
}
