import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { type CallEnd, CallWriter, type EndedReason, endCall, trunkHold } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { type DialableCall, Dialer } from './index.ts';

const settings = statement(
  'test.circuits.settings',
  `update organizations set circuit_breaker =
     '{"enabled": true, "failures": 3, "attempts": 4, "windowSeconds": 300, "cooldownSeconds": 60}'
   where organization_id = $1`,
);
const readCircuits = statement(
  'test.circuits.read',
  'select kind, subject_id, state, probe_call_id from circuits where organization_id = $1 order by kind, subject_id',
);
const later = statement(
  'test.dialer.circuits_later',
  "update circuits set probe_at = probe_at - interval '61 seconds' where organization_id = $1",
);
const secondTrunk = statement(
  'test.circuits.second_trunk',
  `with t as (insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at,
       updated_at)
     select organization_id, 'trunk_b', 'Other', host, port, transport, register, codecs, now(), now() from trunks
     where organization_id = $1)
   update phone_numbers set fallback_trunk_ids = '{trunk_b}' where organization_id = $1 and phone_number_id = 'number_a'`,
);

let world: QueueWorld;
let dialers: Dialer[];
let organizationId: string;
let placed: DialableCall[];
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization({ max: 100 });
  await world.db.query(settings, [organizationId]);
  dialers = [];
  placed = [];
});
afterEach(async () => {
  await Promise.all(dialers.map((dialer) => dialer.stop()));
  await world.close();
});

function dial(): void {
  const placer = { room: () => 100 - placed.length, place: (call: DialableCall) => void placed.push(call) };
  const dialer = new Dialer({
    db: world.db,
    writer: new CallWriter(world.db),
    nodeId: 'node_a',
    placer,
    log: silentLog,
  });
  dialers.push(dialer);
  dialer.wake();
}
const held = (callId: string) => ({ organizationId, callId, nodeId: 'node_a' });
const end = (callId: string, endedReason: EndedReason, more: Partial<CallEnd> = {}) =>
  endCall(
    world.db,
    { ...held(callId), from: ['dialing', 'in-progress'] },
    {
      ...({ status: 'ended', endedBy: null, endedReason, message: 'x' } as const),
      ...more,
    },
  );
/** Dials calls over `trunk_a` and ends them as given. */
async function ended(reasons: EndedReason[], campaignId = ''): Promise<void> {
  for (const reason of reasons) {
    const callId = await world.call(organizationId, { status: 'dialing', nodeId: 'node_a', campaignId });
    await world.db.query(overTrunk, [callId]);
    expect(await end(callId, reason)).toBe(true);
  }
}
const overTrunk = statement('test.circuits.over', "update calls set trunk_id = 'trunk_a' where call_id = $1");
const states = async () =>
  (await world.db.query<{ kind: string; state: string }>(readCircuits, [organizationId])).map(
    ({ kind, state }) => `${kind} ${state}`,
  );
const endOfSilence = { endedReason: 'unknown-outcome', isTrunkSilent: true } as const;
const failures: EndedReason[] = ['trunk-rejected', 'trunk-unreachable', 'trunk-rejected'];

describe('the circuit of a trunk', () => {
  it('holds its calls after too many failures, and reports their number and the time', async () => {
    await ended([...failures.slice(1), 'customer-busy', 'trunk-rejected']);
    expect(await states()).toEqual(['trunk open']);
    const callId = await world.call(organizationId);
    dial();
    await dialers[0]!.idle();
    expect(placed).toEqual([]);
    // The call is not claimed, so that a long queue costs nothing.
    expect([(await world.read(callId)).status, await world.events(callId)]).toEqual(['queued', []]);
    const hold = await trunkHold(world.db, organizationId, 'number_a');
    expect(hold).toMatchObject({
      reason: 'circuit-open',
      message:
        'The circuit of the trunk is open because 3 of its last 4 attempts failed (75 %). One call at a time may probe it.',
    });
    expect(Date.parse(hold!.until!) - Date.now()).toBeGreaterThan(40_000);
  });

  it('lets one call probe, and closes when it is answered', async () => {
    await ended(failures);
    await world.db.query(later, [organizationId]);
    const ids = [await world.call(organizationId), await world.call(organizationId)];
    dial();
    await expect.poll(() => placed.length).toBe(1);
    const tries = placed[0]!.callId;
    const waits = ids.find((id) => id !== tries)!;
    await expect.poll(states).toEqual(['trunk half-open']);
    expect((await world.read(waits)).status).toBe('queued');
    await new CallWriter(world.db).answered(held(tries), { recordingFile: null, agoMs: 0, dialog: null });
    expect(await states()).toEqual(['trunk closed']);
  });

  it('passes calls to the next trunk of the number, as when the trunk is down', async () => {
    await world.db.query(secondTrunk, [organizationId]);
    await ended(failures);
    await world.call(organizationId);
    dial();
    await expect.poll(() => placed.length).toBe(1);
    expect(placed[0]).toMatchObject({ trunk: { trunkId: 'trunk_b' }, fallbacks: [] });
  });

  it('does not count busy or canceled calls, wrong numbers and lost processes', async () => {
    await ended(['manually-canceled', 'customer-busy', 'customer-did-not-answer', 'number-invalid']);
    await ended(['worker-lost', 'unknown-outcome', 'manually-canceled', 'campaign-ended', 'provider-error']);
    expect(await states()).toEqual([]);
  });
});

describe('a trunk that never answers an INVITE', () => {
  it('opens its circuit and that of the campaign, although the outcome of the calls is unknown', async () => {
    const campaignId = await world.campaign(organizationId);
    for (let i = 0; i < 3; i++) {
      const callId = await world.call(organizationId, { status: 'dialing', nodeId: 'node_a', campaignId });
      await world.db.query(overTrunk, [callId]);
      const { endedReason, ...more } = endOfSilence;
      expect(await end(callId, endedReason, more)).toBe(true);
      expect((await world.read(callId)).ended_reason).toBe('unknown-outcome');
    }
    expect(await states()).toEqual(['campaign open', 'trunk open']);
  });
});

describe('the circuit of a campaign', () => {
  it('closes when its probe is answered, and not at the end of that call', async () => {
    const campaignId = await world.campaign(organizationId);
    await ended(['provider-error', 'provider-error', 'provider-error'], campaignId);
    await world.db.query(later, [organizationId]);
    for (let i = 0; i < 3; i++) await world.call(organizationId, { campaignId });
    dial();
    await expect.poll(() => placed.length).toBe(1);
    expect(await states()).toEqual(['campaign half-open']);
    const answer = { recordingFile: null, agoMs: 0, dialog: null };
    await new CallWriter(world.db).answered(held(placed[0]!.callId), answer);
    expect(await states()).toEqual(['campaign closed']);
  });

  it('opens after failures of providers, too, and holds no other campaign', async () => {
    const campaignId = await world.campaign(organizationId);
    await ended(['provider-error', 'provider-error', 'provider-error'], campaignId);
    expect(await states()).toEqual(['campaign open']);
    const waits = await world.call(organizationId, { campaignId });
    const other = await world.call(organizationId);
    dial();
    await expect.poll(() => placed.map(({ callId }) => callId)).toEqual([other]);
    // The call is not claimed, so that a long queue costs nothing.
    expect((await world.read(waits)).status).toBe('queued');
    expect(await world.events(waits)).toEqual([]);
    await world.db.query(later, [organizationId]);
    dialers[0]!.wake();
    await expect.poll(() => placed.map(({ callId }) => callId)).toEqual([other, waits]);
    expect(await states()).toEqual(['campaign half-open']);
    await end(waits, 'customer-busy');
    expect(await states()).toEqual(['campaign closed']);
  });
});
