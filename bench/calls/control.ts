import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Histogram } from './statistics.ts';

const lines = 4;
const host = '127.0.0.1';

/**
 * Lines of the phone bank that no program serves: a thread that has nothing else to do sends them a packet every 20 ms.
 * The gaps that are measured on them are the machine's and the bank's own.
 */
export class Control {
  readonly gaps = new Histogram();
  readonly #sockets: readonly Socket[];
  readonly #worker: Worker;

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
    for (const socket of sockets) {
      let lastAtMs: number | null = null;
      socket.on('message', () => {
        const nowMs = performance.now();
        if (lastAtMs !== null) this.gaps.add(nowMs - lastAtMs);
        lastAtMs = nowMs;
      });
    }
    const ports = sockets.map((socket) => socket.address().port);
    this.#worker = new Worker(new URL('./control-thread.ts', import.meta.url), {
      workerData: { ports, host },
    });
  }

  static async open(): Promise<Control> {
    const sockets = Array.from({ length: lines }, () => createSocket('udp4'));
    for (const socket of sockets) {
      socket.bind(0, host);
      await once(socket, 'listening');
    }
    return new Control(sockets);
  }

  /** Where its packets go to. */
  get ports(): readonly number[] {
    return this.#sockets.map((socket) => socket.address().port);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
    for (const socket of this.#sockets) socket.close();
  }
}
