import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { trunkHold } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { delay, monotonicMs, silentLog, usualNumberTypes } from '../../platform/kernel/index.ts';
import { DialPermit } from './dial-permit.ts';
import { type DialableCall, loadDialableCalls } from './dialable-call.ts';
import { judge } from './gate.ts';
import { claimDueCalls, claimNextInvite } from './store.ts';

const addFallback = statement(
  'test.dial_permit.fallback',
  `with t as (insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs,
       sealed_password, created_at, updated_at)
     values ($1, 'trunk_b', 'Other', '127.0.0.2', 5070, 'udp', false, '{PCMA}', $2, now(), now()) returning trunk_id)
   update phone_numbers set fallback_trunk_ids = array[t.trunk_id] from t
   where organization_id = $1 and phone_number_id = 'number_a'`,
);
const setHealth = statement(
  'test.dial_permit.health',
  `insert into trunk_health (organization_id, trunk_id, status, reason, since, checked_at)
   values ($1, $2, 'down', 'no answer', now(), now())`,
);
const setLimit = statement(
  'test.dial_permit.limit',
  'update trunks set max_concurrent_calls = $3, max_calls_per_second = $4 where organization_id = $1 and trunk_id = $2',
);
const requestStop = statement(
  'test.dial_permit.stop',
  "update calls set stop_requested = 'req_x' where call_id = $1",
);
const setRinging = statement(
  'test.dial_permit.ring',
  "update calls set status = 'ringing' where call_id = $1",
);

/** A text longer than a line of base64, as sealed passwords are. */
const sealedPassword = Buffer.alloc(100, 7);

let world: QueueWorld;
let organizationId: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization({ max: 1000 });
  await world.db.query(addFallback, [organizationId, sealedPassword]);
});
afterEach(() => world.close());

async function claim(count: number): Promise<DialableCall[]> {
  for (let i = 0; i < count; i++) await world.call(organizationId);
  const { callIds } = await claimDueCalls(world.db, organizationId, 'node_a', 50);
  const claimed = { organizationId, callIds, nodeId: 'node_a', claimedAtMs: monotonicMs() };
  return loadDialableCalls(world.db, claimed);
}
const next = (branch: string) => ({ callId: `${branch}-id`, branch, fromTag: `${branch}-tag`, cseq: 1 });
const take = (call: DialableCall, branch = 'second') =>
  claimNextInvite(world.db, call, 'trunk_b', next(branch));
const down = (trunkId: string) => world.db.query(setHealth, [organizationId, trunkId]);
const limit = (concurrent: number | null, perSecond: number | null) =>
  world.db.query(setLimit, [organizationId, 'trunk_b', concurrent, perSecond]);

describe('the permit of a claimed call', () => {
  const never = new AbortController().signal;
  const permitOf = (call: DialableCall, stopped = never) =>
    new DialPermit({ db: world.db, log: silentLog, call, stopped });
  const ask = async (permit: DialPermit, { trunk }: DialableCall) => {
    const answer = await permit.ask(trunk!);
    return answer.kind === 'granted' ? answer.call.invite.branch : answer.kind;
  };

  it("grants the first INVITE by the dialer's claim, and the next by a claim of its own", async () => {
    const [call] = await claim(1);
    const permit = permitOf(call!);
    const { branch } = call!.invite;
    expect(await ask(permit, call!)).toBe(branch);
    permit.settle(false);
    expect(await ask(permit, call!)).toBe(branch);
    permit.settle(true);
    const second = await ask(permit, call!);
    expect(second).not.toBe(branch);
    expect((await world.read(call!.callId)).sip_branch).toBe(second);
    const over = { ...call!, trunk: call!.fallbacks[0]! };
    expect(await ask(permit, over)).not.toBe(second);
    expect(await world.read(call!.callId)).toMatchObject({ trunk_id: 'trunk_b' });
  });

  it('is lost with the claim, and stopped with the call', async () => {
    const [lost, stopped, late] = await claim(3);
    expect(await ask(permitOf({ ...lost!, nodeId: 'node_b', claimedAtMs: 0 }), lost!)).toBe('lost');
    await world.db.query(requestStop, [stopped!.callId]);
    expect(await ask(permitOf({ ...stopped!, claimedAtMs: 0 }), stopped!)).toBe('stopped');
    await world.db.query(requestStop, [late!.callId]);
    const permit = permitOf(late!);
    permit.settle(true);
    expect(await ask(permit, late!)).toBe('stopped');
  });

  it('lets the first copy leave only within its slot, and repetitions later', async () => {
    const [first, second] = await claim(2);
    await world.db.query(setLimit, [organizationId, 'trunk_a', null, 10]);
    const trunk = { ...first!.trunk!, maxCallsPerSecond: 10 };
    const answers = [await permitOf(first!).ask(trunk), await permitOf(second!).ask(trunk)];
    const [left, missed] = answers.map((answer) => (answer.kind === 'granted' ? answer.permit : null));
    expect(missed!.isValid()).toBe(true);
    const late = await permitOf(first!).ask(trunk);
    await delay(60);
    expect([left!.isValid(), await left!.renew()]).toEqual([false, false]);
    expect([missed!.isValid(), await missed!.renew()]).toEqual([true, true]);
    expect(late.kind).toBe('granted');
  });
});

describe('a call over another trunk', () => {
  it('has an identity of its own on record, once', async () => {
    const [call] = await claim(1);
    expect(call).toMatchObject({
      claimedTrunkId: 'trunk_a',
      trunk: { trunkId: 'trunk_a' },
      fallbacks: [{ trunkId: 'trunk_b', host: '127.0.0.2', port: 5070, codecs: ['PCMA'], sealedPassword }],
    });
    const answers = await Promise.all([take(call!, 'one'), take(call!, 'two'), take(call!, 'three')]);
    expect(answers.toSorted()).toEqual(['lost', 'lost', 'taken']);
    const won = ['one', 'two', 'three'][answers.indexOf('taken')]!;
    expect(await world.read(call!.callId)).toMatchObject({
      status: 'dialing',
      trunk_id: 'trunk_b',
      sip_call_id: `${won}-id`,
      sip_branch: won,
      sip_from_tag: `${won}-tag`,
    });
  });

  it('is refused to another process, to a call whose stop was requested, and after the call rang', async () => {
    const [mine, stopped, ringing] = await claim(3);
    expect(await take({ ...mine!, nodeId: 'node_b' })).toBe('lost');
    await world.db.query(requestStop, [stopped!.callId]);
    expect(await take(stopped!)).toBe('stopped');
    await world.db.query(setRinging, [ringing!.callId]);
    expect(await take(ringing!)).toBe('lost');
    expect((await world.read(stopped!.callId)).sip_branch).toBe(stopped!.invite.branch);
  });

  it('obeys the limits of that trunk', async () => {
    await limit(2, null);
    const calls = await claim(3);
    const answers = await Promise.all(calls.map((call, i) => take(call, `b${i}`)));
    expect(answers.toSorted()).toEqual(['full', 'taken', 'taken']);
    await limit(null, 1);
    const [one, two] = await claim(2);
    expect([await take(one!, 'c1'), await take(two!, 'c2')]).toContain('taken');
  });
});

describe('another INVITE over the same trunk', () => {
  it('needs no further concurrent call, and counts for the calls per second', async () => {
    await limit(1, null);
    const [call, other] = await claim(2);
    expect(await take(call!, 'one')).toBe('taken');
    const taken = { ...call!, invite: next('one') };
    expect(await take(taken, 'two')).toBe('taken');
    expect(await world.read(call!.callId)).toMatchObject({ trunk_id: 'trunk_b', sip_branch: 'two' });
    expect(await take(other!, 'three')).toBe('full');
    await limit(1, 1);
    expect(await take({ ...call!, invite: next('two') }, 'four')).toBe('taken');
    expect(await take({ ...call!, invite: next('four') }, 'five')).toBe('full');
  });
});

describe('while the own trunk is down', () => {
  it('claims calls for the first other trunk, within its limits', async () => {
    await down('trunk_a');
    await limit(2, null);
    const calls = await claim(3);
    expect(calls.map(({ claimedTrunkId, trunk }) => [claimedTrunkId, trunk?.trunkId])).toEqual([
      ['trunk_b', 'trunk_b'],
      ['trunk_b', 'trunk_b'],
    ]);
    expect(
      judge(
        calls[0]!,
        {
          ...{ allowedCountries: ['US'], allowedNumberTypes: usualNumberTypes, rulePacks: [] },
          ...{ frequencyCap: null, eligibilityWebhook: null },
        },
        Date.now(),
      ),
    ).toEqual({
      kind: 'dial',
    });
    const waiting = (await world.readAll(organizationId)).filter(({ status }) => status === 'queued');
    expect(waiting.map(({ hold_reason }) => hold_reason)).toEqual([null]);
  });

  it('holds calls only when all other trunks are down, too', async () => {
    const [call] = await claim(1);
    await down('trunk_a');
    await down('trunk_b');
    expect(await claim(1)).toEqual([]);
    expect(await trunkHold(world.db, organizationId, 'number_a')).toMatchObject({ reason: 'trunk-down' });
    // The current state decides about a call that was claimed before.
    const again = { organizationId, callIds: [call!.callId], nodeId: call!.nodeId, claimedAtMs: 0 };
    const [now] = await loadDialableCalls(world.db, again);
    expect(
      judge(
        now!,
        {
          ...{ allowedCountries: ['US'], allowedNumberTypes: usualNumberTypes, rulePacks: [] },
          ...{ frequencyCap: null, eligibilityWebhook: null },
        },
        Date.now(),
      ),
    ).toMatchObject({
      kind: 'hold',
      reason: 'trunk-down',
      message: 'None of the trunks of the phone number can be reached: no answer; no answer.',
    });
  });
});
