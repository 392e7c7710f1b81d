import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delay } from '../../src/kernel/index.ts';
import type { Scenario } from './schema.ts';

/** An HTTP service that answers an agent's tools as the scenario says. */
export interface ToolService {
  url: string;
  close(): Promise<void>;
}

export async function startToolService(answers: Scenario['http']): Promise<ToolService> {
  const stopped = new AbortController();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    request.resume();
    await delay(answer?.delayMs ?? 0, stopped.signal);
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.json ?? { error: 'there is nothing here' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      stopped.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
