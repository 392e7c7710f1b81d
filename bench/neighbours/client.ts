/**
 * A client in its own process. A `measured` client sends requests at a constant pace and times each from when it was
 * due. A `load` client keeps a number of requests in progress until it is stopped.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../percentile.ts';

export interface Sent {
  method: string;
  path: string;
  key?: string;
  body?: string;
  contentType?: string;
}

export type Order = { file: string; port: number } & (
  | { kind: 'measured'; perSecond: number; seconds: number }
  | { kind: 'load'; connections: number }
);

export interface Measured {
  requests: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
}

/** The answers to a load by status. `broken` counts connections that ended without an answer. */
export type Answered = Record<string, number>;

/** The wait of a client after a 429. It is impatient, but sends no flood. */
const waitAfterRefusalMs = 100;

/** How long a measured client waits for its last answers. */
const answeredWithinMs = 5_000;

let isStopped = false;

process.once('message', async (order: Order) => {
  const sent = JSON.parse(await readFile(order.file, 'utf8')) as Sent[];
  process.send?.('ready');
  process.send?.(order.kind === 'measured' ? await measure(order, sent) : await load(order, sent));
});
process.on('message', (message) => {
  if (message === 'stop') isStopped = true;
});

async function measure(
  { port, perSecond, seconds }: Order & { kind: 'measured' },
  sent: Sent[],
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let failed = 0;
  const pending = new Set<number>();
  const open: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAtMs = startedAtMs + (n * 1000) / perSecond;
    const aheadMs = dueAtMs - performance.now();
    if (aheadMs > 0) await sleep(aheadMs);
    pending.add(dueAtMs);
    const answered = send(agent, port, sent[n % sent.length]!).then((status) => {
      pending.delete(dueAtMs);
      times.push(performance.now() - dueAtMs);
      if (status < 200 || status > 299) failed++;
    });
    open.push(answered);
  }
  // Requests without an answer by then count with the time so far.
  await Promise.race([Promise.all(open), sleep(answeredWithinMs)]);
  for (const dueAtMs of pending) {
    times.push(performance.now() - dueAtMs);
    failed++;
  }
  agent.destroy();
  const [p50Ms, p99Ms] = [percentile(times, 50), percentile(times, 99)];
  return { requests: times.length, failed, p50Ms, p99Ms, mostMs: Math.max(...times) };
}

async function load({ port, connections }: Order & { kind: 'load' }, sent: Sent[]): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answered: Answered = {};
  let next = 0;
  const one = async () => {
    while (!isStopped) {
      const status = await send(agent, port, sent[next++ % sent.length]!);
      const name = status === 0 ? 'broken' : String(status);
      answered[name] = (answered[name] ?? 0) + 1;
      if (status === 0 || status === 429) await sleep(waitAfterRefusalMs);
    }
  };
  const stopped = (async () => {
    while (!isStopped) await sleep(50);
    agent.destroy();
  })();
  await Promise.all([stopped, ...Array.from({ length: connections }, one)]);
  return answered;
}

/** Returns the status of the answer when it is complete; 0 when the connection ended without one. */
function send(agent: Agent, port: number, { method, path, key, body, contentType }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const headers: Record<string, string | number> = {};
    if (key !== undefined) headers.authorization = `Bearer ${key}`;
    if (body !== undefined) {
      headers['content-type'] = contentType ?? 'application/json';
      headers['content-length'] = Buffer.byteLength(body);
    }
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once('error', () => resolve(0));
    outgoing.end(body);
  });
}
