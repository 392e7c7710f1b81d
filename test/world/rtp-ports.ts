import { createSocket } from 'node:dgram';

/** Below the system's ephemeral range, and apart from the simulated customers' ports. */
const lowest = 20_000;
const highest = 32_000;

let next = lowest + (process.pid % 500) * 20;

/** Returns a range of this many pairs of RTP and RTCP ports on loopback that are free at the moment. */
export async function freeRtpPorts(pairs: number): Promise<{ min: number; max: number }> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (next + 2 * pairs > highest) next = lowest;
    const min = next;
    const max = min + 2 * pairs - 1;
    next = max + 1;
    if (await areFree({ min, max })) return { min, max };
  }
  throw new Error(`there are no ${pairs} free pairs of ports from ${lowest} to ${highest}`);
}

/** Returns whether all ports from `min` to `max` on loopback are free at the moment. */
export async function areFree({ min, max }: { min: number; max: number }): Promise<boolean> {
  const bound = await Promise.all(Array.from({ length: max - min + 1 }, (_, n) => isFree(min + n)));
  return bound.every(Boolean);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}
