import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scenario } from '../../src/domains/scenarios/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';

/** An HTTP service that answers an agent's tools as the scenario defines. */
export interface ToolService {
  url: string;
  close(): Promise<void>;
}

export async function startToolService(answers: Scenario['http']): Promise<ToolService> {
  const stopped = new AbortController();
  const asked = new Map<string, number>();
  const next = (path: string) => {
    const given = Object.hasOwn(answers, path) ? [answers[path]!].flat() : [];
    const times = asked.get(path) ?? 0;
    asked.set(path, times + 1);
    return given[Math.min(times, given.length - 1)];
  };
  const server = createServer(async (request, response) => {
    const answer = next(new URL(request.url ?? '/', 'http://localhost').pathname);
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
