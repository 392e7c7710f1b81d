/**
 * Receivers of webhooks in a process of their own: one that takes everything at once, on `/fast`, and one that never
 * answers, on every other path. Prints its port; each line on standard input is answered with the delays in milliseconds,
 * from the storing of each event to its arrival, since the line before, as JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

let delaysMs: number[] = [];

const server = createServer(async (request, response) => {
  const body = await text(request).catch(() => null);
  if (body === null || request.url !== '/fast') return;
  const { timestamp } = JSON.parse(body) as { timestamp: string };
  delaysMs.push(performance.timeOrigin + performance.now() - Date.parse(timestamp));
  response.writeHead(204).end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

createInterface({ input: process.stdin }).on('line', () => {
  console.log(JSON.stringify(delaysMs));
  delaysMs = [];
});
