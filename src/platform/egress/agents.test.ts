import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { Agents } from './agents.ts';

test('closes an agent that was unused for a minute, after its last request', async () => {
  let asked: (response: ServerResponse) => void;
  const isAsked = new Promise<ServerResponse>((resolve) => {
    asked = resolve;
  });
  const server = createServer((_request, response) => asked(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  await using agents = new Agents(() => new Agent());
  const agent = agents.of('a', 0);
  expect(agents.of('a', 30_000)).toBe(agent);
  const other = agents.of('b', 60_000);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = request(url, { dispatcher: agent });
  const response = await isAsked;
  agents.closeUnused(89_999);
  expect([agents.of('a', 30_000), agent.closed]).toEqual([agent, false]);
  agents.closeUnused(90_000);
  expect([agent.closed, agent.destroyed, other.closed]).toEqual([true, false, false]);
  expect(agents.of('a', 90_000)).not.toBe(agent);
  expect(agents.of('b', 90_000)).toBe(other);
  response.end('hello');
  expect(await (await answer).body.text()).toBe('hello');
});
