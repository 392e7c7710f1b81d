import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { QueueWorld } from '../../../../test/world/queue-world.ts';
import { type CallEnd, CallWriter } from '../../../domains/calls/index.ts';
import { statement } from '../../../platform/db/index.ts';
import { monotonicMs, silentLog } from '../../../platform/kernel/index.ts';
import { CallJournal } from './call-journal.ts';
import { writeBackCalls } from './write-back.ts';

// The rows as a promoted standby has them: the claims of the last seconds are lost.
const invite = { callId: 'sip-call', branch: 'z9hG4bKx', fromTag: 'tag', cseq: 7 };
const facts = { recordingFile: null, dialog: { of: 'the call' } };
const busy: CallEnd = {
  ...{ status: 'ended', endedBy: null, endedReason: 'customer-busy', sipCode: 486 },
  message: 'The customer was busy.',
};
const remove = statement(
  'test.write_back.remove',
  'with l as (delete from live_calls where call_id = $1) delete from calls where call_id = $1',
);

let world: QueueWorld;
let organizationId: string;
let journal: CallJournal;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization();
  journal = new CallJournal();
  journal.reachTimeline(1);
});

function dial(callId: string): boolean {
  const claimed = { organizationId, callId, nodeId: 'node_a', claimedAtMs: monotonicMs(), invite };
  return journal.dialing(claimed, 'trunk_a');
}

async function writeBack(carried: string[] = []) {
  const { db } = world;
  const carries = (callId: string) => carried.includes(callId);
  const options = { db, writer: new CallWriter(db), journal, nodeId: 'node_a', carries, log: silentLog };
  return Object.fromEntries(await writeBackCalls(options, 2));
}

it('makes a dialed call live again, ends a finished one again, and ends one of unknown outcome', async () => {
  const [live, finished, unknown, untouched] = [
    await world.call(organizationId),
    await world.call(organizationId),
    await world.call(organizationId),
    await world.call(organizationId),
  ];
  for (const callId of [live, finished, unknown]) dial(callId);
  journal.answered(live, facts, monotonicMs());
  journal.over(finished, { ending: busy, atMs: monotonicMs(), answeredAtMs: null });
  journal.over(unknown, null);
  const found = await writeBack([live]);
  expect(found).toEqual({ node_a: { [organizationId]: { writtenBack: 2, unknown: 1, missing: [] } } });
  expect(await world.read(live)).toMatchObject({
    ...{ status: 'in-progress', node_id: 'node_a', sip_branch: invite.branch, due_at: null },
  });
  expect(await world.read(finished)).toMatchObject({
    status: 'ended',
    ended_reason: 'customer-busy',
    sip_code: 486,
  });
  expect(await world.read(unknown)).toMatchObject({ ended_reason: 'unknown-outcome', due_at: null });
  expect((await world.read(untouched)).status).toBe('queued');
  // The second write-back finds nothing to do.
  expect(await writeBack([live])).toEqual({ node_a: {} });
});

it('records a lost answer and a lost end of calls whose claim is there', async () => {
  const values = { status: 'dialing', nodeId: 'node_a' };
  const [answered, ended, taken] = [
    await world.call(organizationId, values),
    await world.call(organizationId, values),
    await world.call(organizationId, { ...values, status: 'in-progress' }),
  ];
  const foreign = await world.call(organizationId, { ...values, nodeId: 'node_b' });
  for (const callId of [answered, ended, foreign]) dial(callId);
  journal.answered(answered, facts, monotonicMs());
  journal.taken({ organizationId, callId: taken, nodeId: 'node_a' });
  for (const callId of [ended, taken])
    journal.over(callId, { ending: busy, atMs: monotonicMs(), answeredAtMs: null });
  expect(await writeBack([answered])).toEqual({
    node_a: { [organizationId]: { writtenBack: 3, unknown: 0, missing: [] } },
  });
  expect((await world.read(answered)).status).toBe('in-progress');
  for (const callId of [ended, taken]) expect((await world.read(callId)).ended_reason).toBe('customer-busy');
  expect((await world.read(foreign)).status).toBe('dialing');
});

it('admits an inbound call without a record again, and reports a dialed one', async () => {
  const dialed = await world.call(organizationId);
  dial(dialed);
  await world.db.query(remove, [dialed]);
  const held = { organizationId, callId: 'call_inbound', nodeId: 'node_a' };
  journal.admitted(held, {
    ...{
      organizationId,
      nodeId: 'node_a',
      agentId: 'agent_a',
      agentVersion: 1,
      customerNumber: '+12125550177',
    },
    ...{ phoneNumberId: 'number_a', agentNumber: '+12025550100', trunkId: 'trunk_a', sipCallId: 'in' },
    ...{ fromTag: 'tag', externalId: '', variables: {} },
  });
  journal.answered('call_inbound', facts, monotonicMs());
  expect(await writeBack(['call_inbound', dialed])).toEqual({
    node_a: { [organizationId]: { writtenBack: 1, unknown: 0, missing: [dialed] } },
  });
  expect(await world.read('call_inbound')).toMatchObject({ status: 'in-progress', node_id: 'node_a' });
});

it('leaves calls of the new timeline alone, and refuses claims of before it', async () => {
  journal.reachTimeline(2);
  const callId = await world.call(organizationId);
  expect(
    journal.dialing(
      { organizationId, callId, nodeId: 'node_a', claimedAtMs: monotonicMs() - 60_000, invite },
      'trunk_a',
    ),
  ).toBe(false);
  expect(dial(callId)).toBe(true);
  expect(await writeBack()).toEqual({ node_a: {} });
  expect((await world.read(callId)).status).toBe('queued');
});

it('takes over the dialed calls of a killed process on this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-journal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [dialed, undialed] = [await world.call(organizationId), await world.call(organizationId)];
  const lines = [dialed, undialed].map((callId) => `+ 1 ${organizationId} ${callId}\n`);
  // No process has this id.
  await writeFile(
    join(folder, 'calls-4194999-node_dead.journal'),
    `${lines.join('')}- 1 ${organizationId} ${undialed}\n+ 1 torn`,
  );
  await journal.open(folder, 'node_a', silentLog);
  expect(await writeBack()).toEqual({
    node_a: {},
    node_dead: { [organizationId]: { writtenBack: 0, unknown: 1, missing: [] } },
  });
  expect((await world.read(dialed)).ended_reason).toBe('unknown-outcome');
  expect((await world.read(undialed)).status).toBe('queued');
  dial(undialed);
  expect(await readdir(folder)).toEqual([`calls-${process.pid}-node_a.journal`]);
  journal.close();
  expect(await readdir(folder)).toEqual([]);
});
