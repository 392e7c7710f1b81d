import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { type CallProgress, endCall, storeCheckpoints, type TranscriptEntry, whileLive } from './index.ts';

const read = statement(
  'test.checkpoint.read',
  'select transcript, turns, usage from calls where call_id = $1',
);
const setting = statement(
  'test.checkpoint.setting',
  "select current_setting('synchronous_commit') as synchronous_commit",
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
});
afterAll(() => world.close());

const said = (message: string): CallProgress => {
  const entry: TranscriptEntry = {
    role: 'bot',
    message,
    secondsFromStart: 1,
    time: '2026-11-21T12:00:00.000Z',
    endTime: '2026-11-21T12:00:01.000Z',
    duration: 1,
  };
  return { transcript: [entry], turns: [], usage: [] };
};
const transcriptOf = async (callId: string) => {
  const [row] = await world.db.query<{ transcript: TranscriptEntry[] }>(read, [callId]);
  return row!.transcript.map(({ message }) => message);
};

it('keeps what was said during the call, also at the end of a call whose process died', async () => {
  const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
  const other = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_b' });
  const batch = [
    { organizationId, callId, ...said('Good day, "Ümit".\u0000') },
    { organizationId, callId: other, ...said('Not ours.') },
    { organizationId: 'org_x', callId, ...said('Nobody.') },
  ];
  expect(await storeCheckpoints(world.db, 'node_a', batch)).toBe(1);
  expect(await transcriptOf(other)).toEqual([]);
  const condition = { organizationId, callId, from: whileLive, nodeId: 'node_a' };
  const lost = { status: 'ended', endedBy: 'System ended the call', endedReason: 'worker-lost' } as const;
  await endCall(world.db, condition, { ...lost, message: 'The process that held the call died.' });
  expect(await transcriptOf(callId)).toEqual(['Good day, "Ümit".\u0000']);
});

it('changes nothing after the end, and lets later commits wait for the disk', async () => {
  const callId = await world.call(organizationId, { status: 'ended', nodeId: 'node_a' });
  expect(await storeCheckpoints(world.db, 'node_a', [{ organizationId, callId, ...said('Late.') }])).toBe(0);
  expect(await transcriptOf(callId)).toEqual([]);
  const rows = await Promise.all(Array.from({ length: 10 }, () => world.db.query(setting)));
  expect(rows.flat()).toEqual(Array(10).fill({ synchronous_commit: expect.stringMatching(/^(on|off)$/) }));
  const [before] = await world.db.query<{ synchronous_commit: string }>(setting);
  await storeCheckpoints(world.db, 'node_a', [{ organizationId, callId, ...said('Late.') }]);
  expect(await world.db.query(setting)).toEqual([before]);
});

it('counts usage once: by the end when it is known there, else by the last checkpoint', async () => {
  const used = (characters: number) =>
    [{ kind: 'text-to-speech', provider: 'tone', characters }] as unknown as CallProgress['usage'];
  const usageOf = async (callId: string) =>
    (await world.db.query<{ usage: { characters?: number }[] }>(read, [callId]))[0]!.usage;
  const ended = { status: 'ended', endedBy: null, endedReason: 'worker-lost', message: 'Over.' } as const;
  for (const [usage, characters] of [
    [used(500), 500],
    [undefined, 300],
  ] as const) {
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
    await storeCheckpoints(world.db, 'node_a', [
      { organizationId, callId, ...said('Hi.'), usage: used(300) },
    ]);
    const condition = { organizationId, callId, from: whileLive, nodeId: 'node_a' };
    await endCall(world.db, condition, { ...ended, ...(usage && { usage }) });
    expect(await usageOf(callId)).toMatchObject([{ characters }]);
  }
});
