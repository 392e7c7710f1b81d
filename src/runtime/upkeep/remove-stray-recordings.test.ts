import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { removeStrayRecordings } from './remove-stray-recordings.ts';

const end = statement(
  'test.stray.end',
  "update calls set status = 'ended', recording_file = case when $2 then call_id || '.wav' end where call_id = $1",
);

let world: QueueWorld;
let recordingsDir: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  recordingsDir = await mkdtemp(join(tmpdir(), 'parley-stray-'));
});
afterEach(async () => {
  await world.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

it('removes only files that an ended call should not have and that no process writes', async () => {
  const organizationId = await world.organization();
  const call = () => world.call(organizationId);
  const [stray, recent, recorded, live, carried] = await Promise.all([
    call(),
    call(),
    call(),
    call(),
    call(),
  ]);
  for (const callId of [stray, recent, carried]) await world.db.query(end, [callId, false]);
  await world.db.query(end, [recorded, true]);
  const nowMs = Date.now();
  for (const callId of [stray, recent, recorded, live, carried, 'call_unknown']) {
    const path = join(recordingsDir, `${callId}.wav`);
    await writeFile(path, 'RIFF');
    const writtenAt = new Date(callId === recent ? nowMs - 60_000 : 0);
    await utimes(path, writtenAt, writtenAt);
  }
  const { db } = world;
  const { signal } = new AbortController();
  const carries = (callId: string) => callId === carried;
  const options = { db, recordingsDir, carries, log: silentLog, signal };
  expect(await removeStrayRecordings(options, nowMs)).toBe(1);
  const left = [recent, recorded, live, carried, 'call_unknown'].map((callId) => `${callId}.wav`);
  expect((await readdir(recordingsDir)).sort()).toEqual(left.sort());
  expect(await removeStrayRecordings(options, nowMs)).toBe(0);
  expect(await removeStrayRecordings({ ...options, recordingsDir: join(recordingsDir, 'none') }, nowMs)).toBe(
    0,
  );
});

it('settles the files that processes left when they were killed while calls moved', async () => {
  const organizationId = await world.organization();
  const call = () => world.call(organizationId);
  const [lost, received, unrecorded, live] = await Promise.all([call(), call(), call(), call()]);
  for (const callId of [lost, received]) await world.db.query(end, [callId, true]);
  await world.db.query(end, [unrecorded, false]);
  const moved = [lost, received, unrecorded, live].map((callId) => `${callId}.moved`);
  const names = [...moved, `${received}.wav`, `${live}.taking`, `${lost}.taking`, 'call_new.taking'];
  const nowMs = Date.now();
  for (const name of names) {
    const path = join(recordingsDir, name);
    await writeFile(path, name);
    const writtenAt = new Date(name === 'call_new.taking' ? nowMs : 0);
    await utimes(path, writtenAt, writtenAt);
  }
  const options = { db: world.db, recordingsDir, carries: () => false, log: silentLog };
  await removeStrayRecordings({ ...options, signal: new AbortController().signal }, nowMs);
  const left = [`${lost}.wav`, `${received}.wav`, `${live}.moved`, 'call_new.taking'];
  expect((await readdir(recordingsDir)).sort()).toEqual(left.sort());
  expect(await readFile(join(recordingsDir, `${lost}.wav`), 'utf8')).toBe(`${lost}.moved`);
});
