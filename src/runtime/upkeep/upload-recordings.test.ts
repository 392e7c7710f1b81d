import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { ObjectStore } from '../../platform/object-store/index.ts';
import { RecordingUploads } from './upload-recordings.ts';

const end = statement(
  'test.upload.end',
  `update calls set status = 'ended', recording_file = call_id || '.wav' where call_id = any($1)`,
);
const storedIn = statement('test.upload.stored', 'select recording_store from calls order by call_id');

let world: QueueWorld;
let server: Server;
let folder: string;
/** The size of each stored object in bytes, or null while the store is down. */
let objects: Map<string, number> | null;
let requests: number;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  objects = null;
  requests = 0;
  lines = [];
  world = await QueueWorld.open();
  folder = await mkdtemp(join(tmpdir(), 'parley-uploads-'));
  server = createServer((request, response) => {
    requests++;
    const key = request.url!.split('?')[0]!;
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
    });
    request.on('end', () => {
      if (!objects) response.writeHead(503).end();
      else if (request.method === 'PUT') {
        objects.set(key, size);
        response.writeHead(200, { etag: '"x"' }).end();
      } else response.writeHead(200, { 'content-length': objects.get(key) ?? 0, etag: '"x"' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

it('logs the failures of a round in one line, and doubles the delay between rounds', async () => {
  const organizationId = await world.organization();
  const callIds = await Promise.all([1, 2, 3].map(() => world.call(organizationId)));
  await world.db.query(end, [callIds]);
  const longAgo = new Date(0);
  for (const callId of callIds) {
    const path = join(folder, `${callId}.wav`);
    await writeFile(path, 'RIFF');
    await utimes(path, longAgo, longAgo);
  }
  const { port } = server.address() as AddressInfo;
  const log = silentLog.child({});
  log.warn = (fields: object) => {
    lines.push({ ...fields });
  };
  const uploads = new RecordingUploads({
    db: world.db,
    store: new ObjectStore({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'recordings',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    }),
    recordingsDir: folder,
    carries: () => false,
    log,
    signal: new AbortController().signal,
  });
  const askedAtMs: number[] = [];
  for (let nowMs = 100_000; nowMs <= 300_000; nowMs += 2000) {
    const before = requests;
    expect(await uploads.run(nowMs)).toBe(0);
    if (requests > before) askedAtMs.push(nowMs - 100_000);
  }
  // The delay doubles with each round, up to a minute.
  expect(askedAtMs).toEqual([0, 4000, 12_000, 28_000, 60_000, 120_000, 180_000]);
  expect(lines).toHaveLength(askedAtMs.length);
  expect(lines[0]).toMatchObject({ failed: 3, callId: expect.stringMatching(/^call_/), delayMs: 4000 });

  objects = new Map();
  expect(await uploads.run(302_000)).toBe(0);
  expect(await uploads.run(340_000)).toBe(3);
  expect(await world.db.query(storedIn)).toEqual(callIds.map(() => ({ recording_store: 's3' })));
  expect(lines).toHaveLength(askedAtMs.length);
});
