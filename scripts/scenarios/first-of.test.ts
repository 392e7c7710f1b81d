import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Api } from '../demo/api.ts';
import { firstOf } from './first-of.ts';

it('reports a lost service, and not the failure of the cleanup after it', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, 'close');
  const api = new Api(url, 'key');
  const play = async () => {
    await using world = new AsyncDisposableStack();
    world.defer(() => api.delete('/api/trunks/one'));
    world.defer(() => api.delete('/api/agents/one'));
    await api.get('/api/calls/one');
  };
  const error = await play().catch(firstOf);
  expect(error).toHaveProperty(
    'message',
    `GET /api/calls/one got no answer: no service at ${url} (ECONNREFUSED)`,
  );
});
