import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answered, Measured, Order, Sent } from './client.ts';

/** The file of a client's requests, and their number. */
export interface Requests {
  file: string;
}

export async function keepRequests(folder: string, name: string, sent: Sent[]): Promise<Requests> {
  const file = join(folder, `${name}.requests.json`);
  await writeFile(file, JSON.stringify(sent));
  return { file };
}

/** Sends at a constant pace, and resolves with the times of the answers. */
export async function measured(
  { file }: Requests,
  order: { port: number; perSecond: number; seconds: number },
): Promise<Measured> {
  const client = await startClient({ kind: 'measured', file, ...order });
  return (await client.result) as Measured;
}

/** Keeps requests in progress. The returned function stops them and resolves with the answers. */
export async function startLoad(
  { file }: Requests,
  order: { port: number; connections: number },
): Promise<() => Promise<Answered>> {
  const client = await startClient({ kind: 'load', file, ...order });
  return async () => {
    client.stop();
    return (await client.result) as Answered;
  };
}

async function startClient(order: Order) {
  const child = fork(new URL('./client.ts', import.meta.url));
  const ready = Promise.withResolvers<void>();
  const result = Promise.withResolvers<unknown>();
  child.on('message', (message) => {
    if (message === 'ready') return ready.resolve();
    result.resolve(message);
    child.disconnect();
  });
  child.once('error', result.reject);
  child.once('exit', (code) => {
    const ended = new Error(`the client ended with ${code}`);
    ready.reject(ended);
    result.reject(ended);
  });
  child.send(order);
  result.promise.catch(() => undefined);
  await ready.promise;
  return { result: result.promise, stop: () => child.send('stop') };
}
