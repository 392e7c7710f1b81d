import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nearlyNeverOpen } from '../../../test/world/dialing.ts';
import { fileCalls, misfiledCalls } from '../../../test/world/file-calls.ts';
import { type CallRecord, QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { monotonicMs } from '../../platform/kernel/index.ts';
import { dayPartAt } from '../retry-configs/index.ts';
import {
  type CallEnd,
  CallWriter,
  canceledInQueue,
  endAsHeard,
  endCall,
  endCalls,
  liveStatuses,
  queuedOnly,
  stopRequests,
  whileLive,
} from './index.ts';

const endCampaign = statement('test.end.campaign', `update campaigns set status = $2 where campaign_id = $1`);

const suppress = statement(
  'test.end.suppress',
  `insert into suppressions (organization_id, suppression_id, customer_number, source, created_at)
   select organization_id, 'suppression_paused', customer_number, 'api', now() from calls where call_id = $1`,
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
});
afterAll(() => world.close());

const busy: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'customer-busy',
  sipCode: 486,
  sipReason: 'Busy Here',
  message: 'The trunk answered 486 Busy Here.',
};
it('says of an answered call without any audio of the customer that none came', () => {
  const quality = { packetsReceived: 0 } as NonNullable<CallEnd['quality']>;
  const silent: CallEnd = { ...busy, endedReason: 'silence-timed-out', quality, message: 'It was silent.' };
  expect(endAsHeard(silent, 2000)).toEqual({
    ...silent,
    endedReason: 'no-audio-received',
    message: 'It was silent. No audio of the customer arrived during the call.',
  });
  expect(endAsHeard({ ...silent, endedReason: 'no-person-reached' }, 2000).endedReason).toBe(
    'no-audio-received',
  );
  const transcript = [{ role: 'user', message: 'Key 7' }] as NonNullable<CallEnd['transcript']>;
  const others = [
    { ...silent, transcript },
    { ...silent, quality: { packetsReceived: 1 } as NonNullable<CallEnd['quality']> },
    { ...busy, quality },
    { ...busy, endedReason: 'silence-timed-out' },
    { ...silent, endedReason: 'customer-opted-out' },
    { ...silent, endedReason: 'assistant-forwarded-call' },
  ] as const satisfies CallEnd[];
  for (const other of others) expect(endAsHeard(other, 60_000)).toBe(other);
  // Without audio for so long that the call was given up, no provider has failed.
  const vanished = { ...silent, endedReason: 'provider-error', hasVanished: true } as const satisfies CallEnd;
  expect(endAsHeard(vanished, 60_000).endedReason).toBe('no-audio-received');
  const heard = { ...vanished, quality: { packetsReceived: 1 } as NonNullable<CallEnd['quality']> };
  expect(endAsHeard(heard, 60_000)).toBe(heard);
  // The customer hung up at once.
  expect(endAsHeard(silent, 1999)).toBe(silent);
});

const live = (callId: string, nodeId = 'node_a') => ({ organizationId, callId, from: whileLive, nodeId });
const answeredNow = statement('test.end.answered', 'update calls set started_at = now() where call_id = $1');
const endedAgo = statement(
  'test.end.ago',
  `select extract(epoch from now() - ended_at)::float8 as ago, extract(epoch from ended_at - started_at)::float8 as lasted
   from calls where call_id = $1`,
);
const retriesOf = async (callId: string): Promise<CallRecord[]> =>
  (await world.readAll(organizationId)).filter(({ parent_call_ids }) => parent_call_ids.at(-1) === callId);

describe('ending a call', () => {
  it('keeps the times of a call whose answer and end waited for the database', async () => {
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
    // The answer was recorded 7 s late.
    await world.db.query(answeredNow, [callId]);
    const countedAtMs = monotonicMs() - 4000;
    const ending = { ...busy, answeredAgoMs: 3000, endedAgoMs: 0, countedAtMs };
    expect(await endCall(world.db, live(callId), ending)).toBe(true);
    const [times] = await world.db.query<{ ago: number; lasted: number }>(endedAgo, [callId]);
    expect(times!.lasted).toBeCloseTo(3, 1);
    expect(times!.ago).toBeGreaterThanOrEqual(4);
  });

  it('stores how the call ended and frees its slot', async () => {
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
    const ending = { ...busy, answeredAgoMs: 5000, endedAgoMs: 2000 };
    expect(await endCall(world.db, live(callId), ending)).toBe(true);
    const row = await world.read(callId);
    expect(row).toMatchObject({
      status: 'ended',
      ended_reason: 'customer-busy',
      sip_code: 486,
      hold_reason: null,
    });
    expect(Date.parse(row.ended_at!) - Date.parse(row.started_at!)).toBe(3000);
    expect(await world.events(callId)).toEqual(['ended customer-busy']);
  });

  it('stores notes before the end, and none for a call of another process', async () => {
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
    const notes = [{ reason: 'recording-incomplete', message: '1.00 s of the recording are missing.' }];
    expect(await endCall(world.db, live(callId, 'node_b'), { ...busy, notes })).toBe(false);
    expect(await world.events(callId)).toEqual([]);
    expect(await endCall(world.db, live(callId), { ...busy, notes })).toBe(true);
    expect(await world.events(callId)).toEqual(['noted recording-incomplete', 'ended customer-busy']);
  });

  it('keeps the recorded time of the answer', async () => {
    const callId = await world.call(organizationId, { status: 'ringing', nodeId: 'node_a' });
    const held = { organizationId, callId, nodeId: 'node_a' };
    const startedAt = await new CallWriter(world.db).answered(held, {
      recordingFile: 'x.wav',
      agoMs: 1500,
      dialog: null,
    });
    await endCall(world.db, live(callId), { ...busy, answeredAgoMs: 60_000 });
    expect((await world.read(callId)).started_at).toBe(startedAt);
    expect(Date.now() - Date.parse(startedAt!)).toBeGreaterThanOrEqual(1400);
  });

  it.each(['queued', 'ended', 'canceled'])('does nothing to one that is %s', async (status) => {
    const callId = await world.call(organizationId, { status, nodeId: 'node_a' });
    const before = await world.read(callId);
    expect(await endCall(world.db, live(callId), busy)).toBe(false);
    expect(await world.read(callId)).toEqual(before);
    expect(await world.events(callId)).toEqual([]);
  });

  it('changes nothing when another process holds the call, or any when none should', async () => {
    const callId = await world.call(organizationId, { status: 'ringing', nodeId: 'node_b' });
    expect(await endCall(world.db, live(callId), busy)).toBe(false);
    expect(await endCall(world.db, { organizationId, callId, ...queuedOnly }, busy)).toBe(false);
    expect((await world.read(callId)).status).toBe('ringing');
  });

  it('takes effect once for many requests', async () => {
    const retryConfigId = await world.retryConfig(organizationId);
    const callId = await world.call(organizationId, { status: 'ringing', nodeId: 'node_a', retryConfigId });
    const answers = await Promise.all(Array.from({ length: 8 }, () => endCall(world.db, live(callId), busy)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await retriesOf(callId)).toHaveLength(1);
  });
});

describe('retrying a call', () => {
  const endOne = async (values: Parameters<QueueWorld['call']>[1], ending: CallEnd = busy) => {
    const callId = await world.call(organizationId, { status: 'ringing', nodeId: 'node_a', ...values });
    expect(await endCall(world.db, live(callId), ending)).toBe(true);
    return { callId, retries: await retriesOf(callId) };
  };

  it('queues the next attempt after its delay, with all earlier attempts as parents, up to the maximum', async () => {
    const retryConfigId = await world.retryConfig(organizationId, {
      maxAttempts: 3,
      delaysSeconds: [60, 120],
    });
    let { callId, retries } = await endOne({ retryConfigId });
    const chain = [callId];
    for (const [attempt, delaySeconds] of [
      [2, 60],
      [3, 120],
    ] as const) {
      expect(retries).toHaveLength(1);
      const retry = retries[0]!;
      expect(retry).toMatchObject({
        status: 'queued',
        attempt,
        parent_call_ids: chain,
        hold_reason: 'retry-delay',
      });
      const delayMs = Date.parse(retry.due_at!) - Date.now();
      expect(Math.abs(delayMs - delaySeconds * 1000)).toBeLessThan(5000);
      expect(retry.not_before).toBe(retry.due_at);
      const waited = attempt === 2 ? [] : ['held retry-delay'];
      expect(await world.events(callId)).toEqual([...waited, 'ended customer-busy', 'retried busy']);
      callId = retry.call_id;
      chain.push(callId);
      const take = statement(
        'test.end.take',
        "update calls set status = 'dialing', node_id = 'node_a' where call_id = $1",
      );
      await world.db.query(take, [callId]);
      await fileCalls(world.db);
      await endCall(world.db, live(callId), busy);
      retries = await retriesOf(callId);
    }
    expect(retries).toEqual([]);
    expect(await world.events(callId)).toEqual(['held retry-delay', 'ended customer-busy']);
  });

  it('chooses another part of the day when the configuration asks for it, and names it', async () => {
    const retryConfigId = await world.retryConfig(organizationId, {
      varyTimeOfDay: true,
      delaysSeconds: [0],
    });
    const { callId, retries } = await endOne({ retryConfigId });
    const [retry] = retries;
    expect(retry).toMatchObject({ hold_reason: 'time-of-day', not_before: retry!.due_at });
    const zone = 'America/New_York';
    const parts = [Date.now(), Date.parse(retry!.due_at!)].map((ms) => dayPartAt(zone, ms));
    expect(parts[0]).not.toBe(parts[1]);
    const chosen = `the ${parts[1]} in ${zone}`;
    expect(await world.lastMessage(callId)).toContain(
      `due ${retry!.due_at}, ${chosen}, because the last attempt`,
    );
    expect(await world.lastMessage(retry!.call_id)).toContain(`The chosen part of the day is ${chosen}.`);
  });

  it('waits for the schedule, and names the schedule as the reason', async () => {
    const retryConfigId = await world.retryConfig(organizationId);
    const scheduleId = await world.schedule(organizationId, nearlyNeverOpen);
    const { retries } = await endOne({ retryConfigId, scheduleId });
    expect(retries[0]).toMatchObject({
      due_at: `${new Date().getUTCFullYear() + 1}-01-01T12:00:00.000Z`,
      hold_reason: 'schedule-closed',
    });
    expect(Date.parse(retries[0]!.not_before!) - Date.now()).toBeLessThan(65_000);
  });

  it.each([
    ['no retry configuration', { retryConfigId: null }, busy],
    ['one that is gone', { retryConfigId: 'retry_gone' }, busy],
    ['an outcome that it does not name', {}, { ...busy, endedReason: 'voicemail' as const }],
    ['an outcome that is never retried', {}, { ...busy, endedReason: 'unknown-outcome' as const }],
    ['a number that is none', {}, { ...busy, endedReason: 'number-invalid' as const }],
    ['a number that the network intercepts', {}, { ...busy, endedReason: 'operator-intercept' as const }],
    ['a call that was answered', {}, { ...busy, endedReason: 'customer-ended-call' as const }],
  ])('does not happen with %s', async (_what, values, ending) => {
    const retryConfigId = await world.retryConfig(organizationId);
    const { callId, retries } = await endOne({ retryConfigId, ...values }, ending);
    expect(retries).toEqual([]);
    expect(await world.events(callId)).toEqual([`ended ${ending.endedReason}`]);
  });

  it('queues the attempt in a paused campaign and not in an ended one', async () => {
    const retryConfigId = await world.retryConfig(organizationId);
    const campaignId = await world.campaign(organizationId, { status: 'paused' });
    const paused = await endOne({ retryConfigId, campaignId });
    expect(paused.retries).toMatchObject([{ campaign_id: campaignId }]);
    await world.db.query(endCampaign, [campaignId, 'ended']);
    expect((await endOne({ retryConfigId, campaignId })).retries).toEqual([]);
  });

  it('rolls the attempt back together with the end', async () => {
    const retryConfigId = await world.retryConfig(organizationId);
    const callId = await world.call(organizationId, { status: 'ringing', nodeId: 'node_a', retryConfigId });
    const { endCallIn } = await import('./index.ts');
    const failed = world.db.transaction(async (tx) => {
      await endCallIn(tx, live(callId), busy);
      throw new Error('the database went away');
    });
    await expect(failed).rejects.toThrow('went away');
    expect((await world.read(callId)).status).toBe('ringing');
    expect(await retriesOf(callId)).toEqual([]);
  });
});

describe('the states of a call', () => {
  it('rings and is answered for its own process only, from the states before', async () => {
    const callId = await world.call(organizationId, { status: 'dialing', nodeId: 'node_a' });
    const ours = { organizationId, callId, nodeId: 'node_a' };
    const theirs = { ...ours, nodeId: 'node_b' };
    const answer = { recordingFile: 'x.wav', agoMs: 0, dialog: null };
    expect(await new CallWriter(world.db).ringing(theirs, 180, null)).toBe(false);
    expect(await new CallWriter(world.db).ringing(ours, 183, { branch: 'z9hG4bK1' })).toBe(true);
    expect(await new CallWriter(world.db).ringing(ours, 180, null)).toBe(false);
    expect(await new CallWriter(world.db).answered(theirs, answer)).toBeNull();
    expect(await new CallWriter(world.db).answered(ours, answer)).toMatch(/Z$/);
    expect(await new CallWriter(world.db).answered(ours, answer)).toBeNull();
    expect(await new CallWriter(world.db).ringing(ours, 180, null)).toBe(false);
    expect(await world.events(callId)).toEqual(['ringing sip-183', 'answered sip-200']);
  });

  it('is answered without ringing', async () => {
    const callId = await world.call(organizationId, { status: 'dialing', nodeId: 'node_a' });
    const held = { organizationId, callId, nodeId: 'node_a' };
    expect(
      await new CallWriter(world.db).answered(held, { recordingFile: null, agoMs: 0, dialog: null }),
    ).not.toBeNull();
    expect((await world.read(callId)).status).toBe('in-progress');
  });
});

describe('calls that must stop', () => {
  it('are canceled calls, ringing calls of an ended campaign, and all outbound calls while dialing is off', async () => {
    const organization = await world.organization();
    const nodeId = 'node_stops';
    const campaignId = await world.campaign(organization, { status: 'ended' });
    const calls: Record<string, string> = {};
    for (const status of liveStatuses) {
      calls[status] = await world.call(organization, { status, nodeId, campaignId });
    }
    const single = await world.call(organization, { status: 'in-progress', nodeId });
    await world.call(organization, { status: 'in-progress', nodeId: 'node_other' });
    const causes = async () =>
      Object.fromEntries((await stopRequests(world.db, nodeId)).map(({ callId, cause }) => [callId, cause]));
    expect(await causes()).toEqual({
      [calls.dialing!]: 'campaign-ended',
      [calls.ringing!]: 'campaign-ended',
    });
    const paused = await world.campaign(organization, { status: 'paused' });
    const ringing = await world.call(organization, { status: 'ringing', nodeId, campaignId: paused });
    await world.call(organization, { status: 'in-progress', nodeId, campaignId: paused });
    // A pause lets calls go on to their end.
    expect(Object.keys(await causes())).toHaveLength(2);
    await world.db.query(suppress, [ringing]);
    expect((await causes())[ringing]).toBe('number-suppressed');
    const stop = statement('test.end.stop', "update calls set stop_requested = 'req_x' where call_id = $1");
    await world.db.query(stop, [single]);
    expect(await causes()).toMatchObject({ [single]: 'requested' });
    const off = statement(
      'test.end.off',
      "update organizations set dialing = 'off' where organization_id = $1",
    );
    await world.db.query(off, [organization]);
    const all = await causes();
    expect(Object.keys(all)).toHaveLength(7);
    expect([all[single], all[calls['in-progress']!]]).toEqual(['requested', 'dialing-off']);
    const inbound = statement(
      'test.end.inbound',
      "update calls set type = 'inboundPhoneCall' where organization_id = $1",
    );
    await world.db.query(inbound, [organization]);
    expect(Object.keys(await causes())).toEqual([single]);
  });
});

describe('ending many calls at once', () => {
  it('ends each call as it would have ended alone, in one transaction, and reports those that it did not end', async () => {
    const retryConfigId = await world.retryConfig(organizationId);
    const [ringing, answered, theirs, waiting] = await Promise.all([
      world.call(organizationId, { status: 'ringing', nodeId: 'node_a', retryConfigId }),
      world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' }),
      world.call(organizationId, { status: 'ringing', nodeId: 'node_b' }),
      world.call(organizationId, { status: 'queued' }),
    ]);
    const hungUp = { ...busy, endedReason: 'customer-ended-call', answeredAgoMs: 4000 } as const;
    const ended = await endCalls(world.db, [
      { condition: live(theirs), ending: busy },
      { condition: live(answered), ending: hungUp },
      { condition: live(ringing), ending: busy },
      { condition: { organizationId, callId: waiting, ...queuedOnly }, ending: canceledInQueue('by a test') },
      { condition: live(ringing), ending: hungUp },
    ]);
    expect(ended).toEqual([false, true, true, true, false]);
    expect(await Promise.all([ringing, answered, waiting].map((callId) => world.events(callId)))).toEqual([
      ['ended customer-busy', 'retried busy'],
      ['ended customer-ended-call'],
      ['canceled manually-canceled'],
    ]);
    expect(await retriesOf(ringing)).toMatchObject([{ attempt: 2, hold_reason: 'retry-delay' }]);
    expect((await world.read(theirs)).status).toBe('ringing');
    expect(await misfiledCalls(world.db)).toEqual([]);
  });

  it('ends the others when the database refuses one', async () => {
    const calls = await Promise.all(
      Array.from({ length: 3 }, () => world.call(organizationId, { status: 'ringing', nodeId: 'node_a' })),
    );
    const settled = await Promise.allSettled(
      calls.map((callId, place) =>
        endCall(world.db, live(callId), place === 1 ? { ...busy, message: 'a\0b' } : busy),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const statuses = await Promise.all(calls.map(async (callId) => (await world.read(callId)).status));
    expect(statuses).toEqual(['ended', 'ringing', 'ended']);
  });

  it('does not deadlock with others that end the same calls', async () => {
    const calls = await Promise.all(
      Array.from({ length: 12 }, () => world.call(organizationId, { status: 'ringing', nodeId: 'node_a' })),
    );
    const some = calls.map((callId) => ({ condition: live(callId), ending: busy }));
    const others = world.another(8);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => endCalls(others, n % 2 === 0 ? some : some.toReversed())),
    );
    await others.close();
    expect(answers.flat().filter(Boolean)).toHaveLength(calls.length);
  });
});
