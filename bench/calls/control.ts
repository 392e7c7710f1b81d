import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Histogram } from './statistics.ts';

const lines = 4;
const host = '127.0.0.1';

/**
 * Lines of the phone bank without the program: an idle thread sends them a packet every 20 ms. Gaps on these lines are
 * caused by the machine and the bank.
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

  /** The destination ports of its packets. */
  get ports(): readonly number[] {
    return this.#sockets.map((socket) => socket.address().port);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
    for (const socket of this.#sockets) socket.close();
  }
}
