import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { deltaOf, doneEvent } from '../../src/conversation/providers/testing/chat-completions.ts';

/**
 * A stub of the service of a language model and a voice, in a thread of its own. Each answer begins `modelMs` after the
 * request, each speech `voiceMs` after it, and all of it arrives then.
 */
const { modelMs, voiceMs, ownWords } = workerData as {
  modelMs: number | null;
  voiceMs: number | null;
  ownWords?: boolean;
};
let answers = 0;
/** A tone of 3 s with 16-bit samples at 24 kHz. */
const speech = Buffer.from(
  Int16Array.from({ length: 72_000 }, (_, n) => 8_000 * Math.sin((2 * Math.PI * 300 * n) / 24_000)).buffer,
);
const server = createServer(async (request, response) => {
  request.resume();
  await once(request, 'end');
  if (request.url?.endsWith('/audio/speech')) {
    await delay(voiceMs ?? 0);
    response.writeHead(200, { 'content-type': 'audio/pcm' });
    response.end(speech);
    return;
  }
  await delay(modelMs ?? 0);
  const own = [1, 2, 3].map((n) => `This is sentence ${n} of answer ${answers}, which one caller hears.`);
  answers++;
  const content = ownWords ? own.join(' ') : 'There is a lot to tell, and here is some of it.';
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${deltaOf({ content })}${deltaOf({}, 'stop')}${doneEvent}`);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`);
