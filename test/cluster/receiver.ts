import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addresses } from './configuration.ts';

/** A server of a customer: it receives webhooks at `/hook`, and requests of workflows at `/step`. */
export interface Receiver extends AsyncDisposable {
  url: string;
  /** The ids of received events, in the order of their first arrival. */
  events: ReadonlySet<string>;
  /** The number of requests by idempotency key. */
  steps: ReadonlyMap<string, number>;
}

/** One request in so many is refused with 503. */
const refusedOf = 30;

export async function openReceiver(random: () => number): Promise<Receiver> {
  const events = new Set<string>();
  const steps = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    if (random() * refusedOf < 1) return void response.writeHead(503).end();
    const key = String(request.headers['idempotency-key']);
    if (request.url === '/hook') events.add(JSON.parse(body).eventId);
    else steps.set(key, (steps.get(key) ?? 0) + 1);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, addresses.driver);
  await once(server, 'listening');
  return {
    url: `http://${addresses.driver}:${(server.address() as AddressInfo).port}`,
    events,
    steps,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
