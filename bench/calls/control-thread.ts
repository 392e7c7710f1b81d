import { createSocket } from 'node:dgram';
import { workerData } from 'node:worker_threads';

/** A thread that only sends a packet to each of these ports every 20 ms. Its gaps are those of the machine. */
const { ports, host } = workerData as { ports: number[]; host: string };
const tickMs = 20;
const packet = Buffer.alloc(172);
const socket = createSocket('udp4');
const originMs = Math.floor(performance.now());
let tick = 1;

function send(): void {
  for (const port of ports) socket.send(packet, port, host);
  const nowMs = performance.now();
  tick = Math.max(tick + 1, Math.floor((nowMs - originMs) / tickMs));
  setTimeout(send, Math.max(1, Math.ceil(originMs + tick * tickMs - performance.now())));
}

send();
