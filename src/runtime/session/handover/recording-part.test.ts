import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { temporaryFolder } from '../../../../test/world/temporary-folder.ts';
import { type Queryable, statement } from '../../../platform/db/index.ts';
import { wavHeader, wavHeaderBytes } from '../../../telephony/media/index.ts';
import { receiveRecording, sendRecording } from './recording-part.ts';

const megabytes = 24;
const call = { organizationId: 'org_a', callId: 'call_a' };
const slices = statement('test.recording_part.slices', 'select part from handover_recordings');

let world: QueueWorld;
beforeEach(async () => {
  world = await QueueWorld.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** Lets `happen` replace the execution of every statement of this name. */
function watched(name: string, happen: (execute: () => Promise<unknown[]>) => Promise<unknown[]>): Queryable {
  return {
    query: <Row>(asked: Parameters<Queryable['query']>[0], values?: unknown[]) => {
      const execute = () => world.db.query<Row>(asked, values);
      return asked.name === name ? (happen(execute) as Promise<Row[]>) : execute();
    },
  };
}

it('moves a large recording slice by slice, through failures of the database', async () => {
  await using folder = await temporaryFolder();
  const { signal } = new AbortController();
  const samples = randomBytes(megabytes * 1024 * 1024);
  const from = join(folder.path, 'call_a.moved');
  const to = join(folder.path, 'call_a.wav');
  await writeFile(from, Buffer.concat([wavHeader(2, 8000, samples.length), samples]));
  // The new process records behind the hole.
  const own = randomBytes(3200);
  await writeFile(to, Buffer.concat([Buffer.alloc(wavHeaderBytes + samples.length), own]));
  let sent = 0;
  const sender = watched('calls.put_handover_slice', async (execute) => {
    sent++;
    if (sent === 3) throw new Error('refused');
    const result = await execute();
    if (sent === 6) throw new Error('the answer was lost');
    return result;
  });
  // Each slice takes most of the time that the receiver waits for the next.
  const realNow = performance.now.bind(performance);
  let passedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  let read = 0;
  const receiver = watched('calls.handover_slice', async (execute) => {
    const rows = await execute();
    if (rows.length > 0) passedMs += 50_000;
    if (++read === 2) throw new Error('the connection broke');
    return rows;
  });
  const bytesMax = samples.length;
  await Promise.all([
    sendRecording(sender, call, { path: from, signal }),
    receiveRecording(receiver, call, { path: to, bytesMax, withinMs: 60_000, wholeAtHz: null, signal }),
  ]);
  const whole = await readFile(to);
  expect(whole.subarray(wavHeaderBytes).equals(Buffer.concat([samples, own]))).toBe(true);
  expect(await readdir(folder.path)).toEqual(['call_a.wav']);
  expect(await world.db.query(slices)).toEqual([]);
});

it('ends when the process stops', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'call_a.wav');
  await writeFile(path, '');
  const stopped = new AbortController();
  const part = { path, bytesMax: 100, withinMs: 60_000, wholeAtHz: null, signal: stopped.signal };
  const received = receiveRecording(world.db, call, part);
  stopped.abort();
  await expect(received).rejects.toThrow('the process stopped');
});
