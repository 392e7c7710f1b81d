import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectServer, startObjectServer } from '../../../test/world/object-server.ts';
import { ObjectStore } from './index.ts';

const key = 'org_a/call_a.wav';
const never = new AbortController().signal;

let server: ObjectServer;
let folder: string;
beforeAll(async () => {
  server = await startObjectServer('id');
  folder = await mkdtemp(join(tmpdir(), 'parley-objects-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

const storeOf = (accessKeyId: string) =>
  new ObjectStore({
    ...{ endpoint: server.endpoint, bucket: 'bucket', region: 'us-east-1' },
    ...{ accessKeyId, secretAccessKey: 'secret' },
  });

test('puts, measures, reads in parts, replaces and deletes a file, also twice', async () => {
  const store = storeOf('id');
  const path = join(folder, 'a.wav');
  await writeFile(path, 'first');
  await store.put(key, path, 'audio/wav', never);
  await writeFile(path, 'the second');
  await store.put(key, path, 'audio/wav', never);
  expect(await store.size(key)).toBe(10);
  expect(String(await buffer(await store.read(key, 4, 8)))).toBe('seco');
  await store.delete(key);
  expect([...server.objects.keys()]).toEqual([]);
  await expect(store.size(key)).rejects.toThrow();
  await store.delete(key);
});

test('rejects when the store refuses or is unreachable', async () => {
  const path = join(folder, 'b.wav');
  await writeFile(path, 'kept');
  await storeOf('id').put(key, path, 'audio/wav', never);
  await expect(storeOf('other').delete(key)).rejects.toThrow();
  server.isDown = true;
  await expect(storeOf('id').delete(key)).rejects.toThrow();
  server.isDown = false;
  expect(await storeOf('id').size(key)).toBe(4);
});

/** Starts a store that gives every request the same answer, and records the requests. */
async function careless(answer: RequestListener) {
  const asked: string[] = [];
  const http = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const store = new ObjectStore({
    ...{ endpoint, bucket: 'bucket', region: 'us-east-1' },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const close = () => {
    http.closeAllConnections();
    return new Promise<void>((resolve) => http.close(() => resolve()));
  };
  return { store, asked, endpoint, [Symbol.asyncDispose]: close };
}

test('follows no redirect of a store', async () => {
  const path = join(folder, 'c.wav');
  await writeFile(path, 'kept');
  await using other = await careless((_, response) => response.end('inside'));
  await using moved = await careless((_, response) =>
    response.writeHead(307, { location: `${other.endpoint}/elsewhere` }).end(),
  );
  await expect(moved.store.put(key, path, 'audio/wav', never)).rejects.toThrow('307');
  await expect(moved.store.read(key, 0, 4)).rejects.toThrow('307');
  await expect(moved.store.size(key)).rejects.toThrow('307');
  expect(moved.asked).toHaveLength(3);
  expect(other.asked).toEqual([]);
});

test('reads exactly the requested part, or fails', async () => {
  await using whole = await careless((_, response) => response.end('the whole of it'));
  await expect(whole.store.read(key, 4, 9)).rejects.toThrow('200 to a request for a part');
  expect(String(await buffer(await whole.store.read(key, 0, 9)))).toBe('the whole');
  await using longer = await careless((_, response) => response.writeHead(206).end('whole of it'));
  expect(String(await buffer(await longer.store.read(key, 4, 9)))).toBe('whole');
  await using shorter = await careless((_, response) => response.writeHead(206).end('who'));
  await expect(buffer(await shorter.store.read(key, 4, 9))).rejects.toThrow('3 of 5 bytes');
});

test('reads only the beginning of an endless refusal', async () => {
  const path = join(folder, 'd.wav');
  await writeFile(path, 'kept');
  await using endless = await careless((_, response) => {
    response.writeHead(403);
    const more = (): boolean => response.write(Buffer.alloc(65_536, 'x')) && more();
    response.on('drain', more);
    more();
  });
  const error = await endless.store.put(key, path, 'audio/wav', never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 403, body: 'x'.repeat(4096) });
  await expect(endless.store.read(key, 0, 4)).rejects.toThrow('403');
});
