import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeWhenStalled } from './stalled-reader.ts';

/** Starts a server without its own timeouts, and a client that has sent a request. `answer` receives the response. */
async function ask(answer: (response: ServerResponse) => void): Promise<Socket> {
  const server = createServer((_request, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  client.pause();
  client.write('GET / HTTP/1.1\r\nhost: api.test\r\nconnection: close\r\n\r\n');
  return client;
}

function* pieces(count: number): Generator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(65_536, 'x');
}

test('closes the connection of a client that stops reading, and the source', async () => {
  const source = Readable.from(pieces(Number.POSITIVE_INFINITY));
  const cut = Promise.withResolvers<unknown>();
  await ask((response) => {
    closeWhenStalled(response, 100);
    pipeline(source, response).catch(cut.resolve);
  });
  expect(await cut.promise).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(source.destroyed).toBe(true);
});

test('keeps the connection of a client that waits for a slow source', async () => {
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
  let response: ServerResponse | undefined;
  const client = await ask((answer) => {
    response = answer;
    closeWhenStalled(answer, 20);
    answer.write('begun, ');
    void rest.then(() => answer.end('ended'));
  });
  let received = '';
  client.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  client.resume();
  // Several times as long as a client may take.
  setTimeout(goOn, 120);
  await once(client, 'end');
  expect(received).toMatch(/begun, .*ended/s);
  expect(response?.writableFinished).toBe(true);
});
