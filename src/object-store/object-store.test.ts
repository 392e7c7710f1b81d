import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectServer, startObjectServer } from '../../test/world/object-server.ts';
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

test('what is put can be measured, read in parts, replaced and deleted, also twice', async () => {
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

test('what the store refuses, or is not there to do, rejects', async () => {
  const path = join(folder, 'b.wav');
  await writeFile(path, 'kept');
  await storeOf('id').put(key, path, 'audio/wav', never);
  await expect(storeOf('other').delete(key)).rejects.toThrow();
  server.isDown = true;
  await expect(storeOf('id').delete(key)).rejects.toThrow();
  server.isDown = false;
  expect(await storeOf('id').size(key)).toBe(4);
});
