import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EffectResult } from '../../src/runtime/workflow-engine/run/settle.ts';
import { randomFrom } from '../world/random.ts';

/** What a step is answered by its key: some are refused, always the same. */
export function answerTo(entryKey: string): EffectResult {
  return entryKey.length % 5 === 4
    ? { kind: 'failed', error: 'status 400' }
    : { kind: 'completed', output: entryKey };
}

/** Takes requests as who receives them does: what it does for a key it does once, however often it is asked. */
export interface KeyedReceiver extends AsyncDisposable {
  url: string;
  /** How often each key was asked for. */
  asked: ReadonlyMap<string, number>;
  /** How many requests wait for their answer now. */
  waiting(): number;
}

const answeredWithinMs = 400;

/** Starts it; answers take their time, by the seed. */
export async function startKeyedReceiver(seed: number): Promise<KeyedReceiver> {
  const random = randomFrom(seed);
  const asked = new Map<string, number>();
  let waiting = 0;
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    asked.set(key, (asked.get(key) ?? 0) + 1);
    waiting++;
    request.resume();
    response.once('close', () => waiting--);
    setTimeout(() => {
      const answer = answerTo(key.slice(key.indexOf(':') + 1));
      response.writeHead(answer.kind === 'failed' ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ key }));
    }, random() * answeredWithinMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    waiting: () => waiting,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
