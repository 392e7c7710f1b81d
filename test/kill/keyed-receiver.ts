import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EffectResult } from '../../src/runtime/workflow-engine/run/settle.ts';
import { randomFrom } from '../world/random.ts';

/** Returns the answer for an idempotency key. Some keys are always refused. */
export function answerTo(entryKey: string): EffectResult {
  return entryKey.length % 5 === 4
    ? { kind: 'failed', error: 'status 400' }
    : { kind: 'completed', output: entryKey };
}

/** A receiver that carries out each idempotency key once, however often it is requested. */
export interface KeyedReceiver extends AsyncDisposable {
  url: string;
  /** The number of requests by key. */
  asked: ReadonlyMap<string, number>;
  /** Returns the number of unanswered requests. */
  waiting(): number;
}

const answeredWithinMs = 400;

/** Starts a receiver. The seed determines how long its answers take. */
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
