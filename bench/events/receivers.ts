/**
 * Receivers of webhooks in their own process: `/fast` answers at once, every other path never. It prints its port. For
 * each line on standard input it prints the delays, as JSON in milliseconds, from storing to arrival of the events
 * since the previous line.
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
