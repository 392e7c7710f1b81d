import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { setUpDialing } from '../../../test/world/dialing.ts';
import { statement } from '../../platform/db/index.ts';
import { giveProbeBack, takeProbe } from './index.ts';

/** Runs one statement per transaction; the second waits for the first. */
const note = statement(
  'test.circuits.note',
  'select record_attempts(array[$1], array[$2], array[$3], array[$4::boolean], array[$5], array[$6::boolean], $7)',
);
const later = statement(
  'test.circuits.later',
  `update circuits set probe_at = probe_at - make_interval(secs => $2) where organization_id = $1`,
);
const old = statement(
  'test.circuits.old',
  `update attempt_outcomes set at = at - interval '10 minutes' where organization_id = $1`,
);

let world: ApiWorld;
let organizationId: string;
beforeAll(async () => {
  world = await createApiWorld();
  ({ organizationId } = world.owner);
});
afterAll(() => world.close());

let trunks = 0;
async function newTrunk(): Promise<string> {
  const body = { name: `Carrier ${trunks++}`, host: '192.0.2.7' };
  return (await world.request('POST', '/api/trunks', { body })).body.trunkId;
}
let calls = 0;
/** Ends an attempt over the trunk. null: the outcome says nothing about the trunk. */
async function attempt(trunkId: string, failed: boolean | null, callId = `call_${calls++}`): Promise<void> {
  await world.db.query(note, [organizationId, callId, trunkId, failed, '', null, true]);
}
const circuitOf = async (trunkId: string) =>
  (await world.request('GET', `/api/trunks/${trunkId}`)).body.circuit;
const probe = (trunkId: string, callId: string) =>
  takeProbe(world.db, organizationId, callId, { kind: 'trunk', subjectId: trunkId });
async function opened(): Promise<string> {
  const trunkId = await newTrunk();
  for (let i = 0; i < 10; i++) await attempt(trunkId, true);
  expect((await circuitOf(trunkId)).state).toBe('open');
  return trunkId;
}

describe('a circuit', () => {
  it('opens at the tenth failure of the last twenty attempts and reports its counts', async () => {
    const trunkId = await newTrunk();
    expect(await circuitOf(trunkId)).toEqual({
      state: 'closed',
      since: null,
      failed: 0,
      attempts: 0,
      failureRate: null,
      until: null,
      probeCallId: null,
    });
    for (let i = 0; i < 9; i++) {
      await attempt(trunkId, true);
      await attempt(trunkId, false);
    }
    expect(await circuitOf(trunkId)).toMatchObject({
      state: 'closed',
      failed: 9,
      attempts: 18,
      failureRate: 0.5,
    });
    await attempt(trunkId, false);
    await attempt(trunkId, false);
    await attempt(trunkId, false);
    // Eight failures among the last twenty attempts, plus this one.
    await attempt(trunkId, true);
    expect(await circuitOf(trunkId)).toMatchObject({ state: 'closed', failed: 9, attempts: 20 });
    await attempt(trunkId, true);
    expect(await circuitOf(trunkId)).toMatchObject({ state: 'closed', failed: 9 });
    await attempt(trunkId, true);
    const circuit = await circuitOf(trunkId);
    expect(circuit).toMatchObject({ state: 'open', failed: 10, attempts: 20, failureRate: 0.5 });
    expect(Date.parse(circuit.until) - Date.parse(circuit.since)).toBe(60_000);
  });

  it('opens once, at exactly that many failures, when attempts end at the same time', async () => {
    const trunkId = await newTrunk();
    await Promise.all(Array.from({ length: 9 }, () => attempt(trunkId, true)));
    expect((await circuitOf(trunkId)).state).toBe('closed');
    await Promise.all(Array.from({ length: 8 }, () => attempt(trunkId, true)));
    expect(await circuitOf(trunkId)).toMatchObject({ state: 'open', failed: 10, attempts: 10 });
  });

  it('ignores attempts without a verdict and attempts of long ago', async () => {
    const trunkId = await newTrunk();
    for (let i = 0; i < 30; i++) await attempt(trunkId, null);
    expect(await circuitOf(trunkId)).toMatchObject({ state: 'closed', attempts: 0 });
    for (let i = 0; i < 9; i++) await attempt(trunkId, true);
    await world.db.query(old, [organizationId]);
    await attempt(trunkId, true);
    expect(await circuitOf(trunkId)).toMatchObject({ state: 'closed', failed: 1, attempts: 1 });
  });

  it('allows one probe after a while, closes when it succeeds, and counts from zero', async () => {
    const trunkId = await opened();
    expect(await probe(trunkId, 'call_a')).toBe(false);
    await world.db.query(later, [organizationId, 61]);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => probe(trunkId, `call_${name}`)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const { state, probeCallId } = await circuitOf(trunkId);
    expect(state).toBe('half-open');
    expect(await probe(trunkId, probeCallId)).toBe(true);
    await attempt(trunkId, false, 'call_that_was_dialed_before');
    expect((await circuitOf(trunkId)).state).toBe('half-open');
    await attempt(trunkId, false, probeCallId);
    expect(await circuitOf(trunkId)).toMatchObject({
      state: 'closed',
      failed: 0,
      until: null,
      probeCallId: null,
    });
    for (let i = 0; i < 9; i++) await attempt(trunkId, true);
    expect((await circuitOf(trunkId)).state).toBe('closed');
    expect(await probe(trunkId, 'call_e')).toBe(true);
  });

  it('stays open for another period when the probe fails', async () => {
    const trunkId = await opened();
    await world.db.query(later, [organizationId, 61]);
    expect(await probe(trunkId, 'call_a1')).toBe(true);
    await attempt(trunkId, true, 'call_a1');
    const { state, until, since } = await circuitOf(trunkId);
    expect([state, Date.parse(until) - Date.parse(since)]).toEqual(['open', 60_000]);
  });

  it.each([
    ['was canceled', (trunkId: string) => attempt(trunkId, null, 'call_a2')],
    ['was not dialed after all', () => giveProbeBack(world.db, organizationId, 'call_a2')],
  ])('allows the next probe when one %s', async (_what, happen) => {
    const trunkId = await opened();
    await world.db.query(later, [organizationId, 61]);
    expect(await probe(trunkId, 'call_a2')).toBe(true);
    expect(await probe(trunkId, 'call_b2')).toBe(false);
    await happen(trunkId);
    expect(await circuitOf(trunkId)).toMatchObject({ state: 'open', probeCallId: null });
    expect(await probe(trunkId, 'call_b2')).toBe(true);
  });

  it('is closed by request, audited, and forgets earlier failures', async () => {
    const trunkId = await opened();
    const { status, body, headers } = await world.request('POST', `/api/trunks/${trunkId}/circuit/reset`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ trunkId, circuit: { state: 'closed', failed: 0, attempts: 0 } });
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'reset', resourceType: 'trunks', resourceReferenceId: trunkId },
    ]);
    await attempt(trunkId, true);
    expect((await circuitOf(trunkId)).state).toBe('closed');
    for (const path of ['/api/trunks/trunk_x', '/api/campaigns/campaign_x']) {
      expect((await world.request('POST', `${path}/circuit/reset`)).status).toBe(404);
    }
  });
});

describe('the circuit of a campaign', () => {
  it('is opened by its calls and closed by request', async () => {
    const dialing = await setUpDialing(world.request);
    const { agentId, scheduleId, phoneNumberId } = dialing;
    const body = { campaignName: 'C', scheduleId, phoneNumberId, phoneNumber: '+12125550123', variables: {} };
    const variables = { firstName: 'Ada' };
    const queued = await world.request('POST', `/api/agents/${agentId}/calls/campaign`, {
      body: { ...body, variables },
    });
    const { campaignId, callId } = queued.body;
    for (let i = 0; i < 10; i++) {
      await world.db.query(note, [organizationId, `call_x${i}`, null, null, campaignId, true, true]);
    }
    const path = `/api/campaigns/${campaignId}`;
    const { circuit } = (await world.request('GET', path)).body;
    expect(circuit).toMatchObject({ state: 'open', failed: 10, attempts: 10, failureRate: 1 });
    const { decisions } = (await world.request('GET', `/api/calls/${callId}/why`)).body;
    expect(decisions.at(-1)).toMatchObject({
      ...{ decision: 'held', reason: 'circuit-open', until: circuit.until },
      message:
        'The circuit of the campaign is open because 10 of its last 10 attempts failed (100 %). One call at a time may probe it.',
    });
    const { status, body: reset } = await world.request('POST', `${path}/circuit/reset`);
    expect([status, reset.circuit.state]).toEqual([200, 'closed']);
  });
});

describe('the settings of an organization', () => {
  it('decide when circuits open, and close open ones when switched off', async () => {
    const change = (circuitBreaker: unknown) =>
      world.request('PATCH', '/api/organization', { body: { circuitBreaker } });
    const short = { enabled: true, failures: 2, attempts: 3, windowSeconds: 60, cooldownSeconds: 5 };
    expect((await change(short)).body.circuitBreaker).toEqual(short);
    const trunkId = await newTrunk();
    await attempt(trunkId, true);
    await attempt(trunkId, true);
    expect((await circuitOf(trunkId)).state).toBe('open');
    expect((await change({ ...short, enabled: false })).status).toBe(200);
    for (let i = 0; i < 5; i++) await attempt(trunkId, true);
    expect((await circuitOf(trunkId)).state).toBe('closed');
    const refused = await change({ ...short, failures: 4 });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'circuitBreaker.failures']);
    expect((await change({})).body.circuitBreaker).toEqual({
      enabled: true,
      failures: 10,
      attempts: 20,
      windowSeconds: 300,
      cooldownSeconds: 60,
    });
  });
});
