import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { deltaOf, doneEvent } from '../../src/conversation/providers/openai/fixtures.ts';

/**
 * A stub of a language model's service, in a thread of its own. Each answer begins `workerData` milliseconds after the
 * request, and all of it arrives then.
 */
const server = createServer(async (request, response) => {
  request.resume();
  await once(request, 'end');
  await delay(workerData as number);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(
    `${deltaOf({ content: 'There is a lot to tell, and here is some of it.' })}${deltaOf({}, 'stop')}${doneEvent}`,
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`);
