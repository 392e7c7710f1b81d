import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { analysisQueue } from '../../domains/analysis/index.ts';
import { CallWriter, cancelCallsOfEndedCampaigns, claimState } from '../../domains/calls/index.ts';
import { endDueCampaigns } from '../../domains/campaigns/index.ts';
import { SecretKey } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';
import { Node } from '../../platform/nodes/index.ts';
import { holdCall, releaseStrayClaims } from '../dialer/index.ts';
import { forgetExpired } from './forget-expired.ts';
import { Upkeep } from './index.ts';

const insertNode = statement(
  'test.upkeep.node',
  `insert into nodes (node_id, roles, heartbeat_at)
   values ($1, '{calls}', clock_timestamp() - make_interval(secs => $2))`,
);
const nodeIds = statement(
  'test.upkeep.nodes',
  'select node_id from nodes where fenced_at is null order by node_id',
);
const requestStop = statement(
  'test.upkeep.stop',
  "update calls set stop_requested = 'req_x' where call_id = $1",
);
const ageCalls = statement(
  'test.upkeep.age_calls',
  "update calls set created_at = now() - interval '1 hour'",
);

let world: QueueWorld;
let organizationId: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
});
afterEach(() => world.close());

const nodes = async () => (await world.db.query<{ node_id: string }>(nodeIds)).map(({ node_id }) => node_id);

describe('this process', () => {
  it('is listed as a node until it closes', async () => {
    const node = new Node(newId('node'), { db: world.db, roles: ['calls', 'dialer'], log: silentLog });
    await node.start();
    expect(await nodes()).toEqual([node.nodeId]);
    await node.close();
    expect(await nodes()).toEqual([]);
  });

  it('returns claims that it does not carry to the queue, and ends calls that it no longer carries', async () => {
    const nodeId = 'node_self';
    const stray = await world.call(organizationId, { status: 'dialing', nodeId });
    const carried = await world.call(organizationId, { status: 'dialing', nodeId });
    const canceled = await world.call(organizationId, { status: 'dialing', nodeId });
    const lost = await world.call(organizationId, { status: 'in-progress', nodeId });
    const foreign = await world.call(organizationId, { status: 'dialing', nodeId: 'node_other' });
    await world.db.query(requestStop, [canceled]);
    const canceledInProgress = await world.call(organizationId, { status: 'in-progress', nodeId });
    await world.db.query(requestStop, [canceledInProgress]);
    const carries = (callId: string) => callId === carried;
    // Recent claims may still be on their way to the call engine.
    expect(await releaseStrayClaims(world.db, nodeId, carries)).toBe(0);
    await world.db.query(ageCalls);
    expect(await releaseStrayClaims(world.db, nodeId, carries)).toBe(4);
    const states = await Promise.all(
      [stray, carried, canceled, lost, foreign, canceledInProgress].map((id) => world.read(id)),
    );
    expect(states.map(({ status, ended_reason }) => [status, ended_reason])).toEqual([
      ['queued', null],
      ['dialing', null],
      ['canceled', 'manually-canceled'],
      ['ended', 'worker-lost'],
      ['dialing', null],
      ['ended', 'manually-canceled'],
    ]);
    const call = { organizationId, callId: stray, nodeId, invite: { branch: 'z9hG4bKx' } };
    expect(await claimState(world.db, call as Parameters<typeof claimState>[1])).toBe('lost');
  });

  it('never puts a call back whose INVITE is on record', async () => {
    const nodeId = 'node_self';
    const dialed = await world.call(organizationId, { status: 'dialing', nodeId });
    await new CallWriter(world.db).dialed({ organizationId, callId: dialed, nodeId }, 'Dialed.', {
      invite: 'x',
    });
    const hold = { reason: 'no-audio', message: 'Not now.', untilMs: Date.now() };
    await holdCall(world.db, { organizationId, callId: dialed, nodeId }, hold);
    expect((await world.read(dialed)).status).toBe('dialing');
    await world.db.query(ageCalls);
    expect(await releaseStrayClaims(world.db, nodeId, () => false)).toBe(1);
    expect(await world.read(dialed)).toMatchObject({ status: 'ended', ended_reason: 'unknown-outcome' });
  });
});

describe('campaigns', () => {
  it('end at their end time, audited, and their queue is canceled', async () => {
    const due = await world.campaign(organizationId, { endAt: '2020-01-01T00:00:00Z' });
    const later = await world.campaign(organizationId, { endAt: '2100-01-01T00:00:00Z' });
    const paused = await world.campaign(organizationId, { status: 'paused', endAt: '2020-01-01T00:00:00Z' });
    const calls: Record<string, string> = {};
    for (const campaignId of [due, later, paused, ''])
      calls[campaignId] = await world.call(organizationId, { campaignId });
    const running = await world.call(organizationId, {
      campaignId: due,
      status: 'in-progress',
      nodeId: 'node_a',
    });
    const ended = await Promise.all([endDueCampaigns(world.db), endDueCampaigns(world.db)]);
    expect(ended.toSorted()).toEqual([0, 2]);
    expect(await cancelCallsOfEndedCampaigns(world.db)).toBe(2);
    expect(await cancelCallsOfEndedCampaigns(world.db)).toBe(0);
    for (const campaignId of [due, paused]) {
      const row = await world.read(calls[campaignId]!);
      expect(row).toMatchObject({
        status: 'canceled',
        ended_reason: 'campaign-ended',
        ended_at: expect.any(String),
      });
      expect(await world.events(calls[campaignId]!)).toEqual(['canceled campaign-ended']);
    }
    expect((await world.read(calls[later]!)).status).toBe('queued');
    expect((await world.read(calls['']!)).status).toBe('queued');
    expect((await world.read(running)).status).toBe('in-progress');
    const audit = statement('test.upkeep.audit', 'select doc from audit_logs');
    const entries = (await world.db.query<{ doc: string }>(audit)).map(({ doc }) => JSON.parse(doc));
    expect(
      entries.map(({ memberId, actionVerb, resourceReferenceId }) => [
        memberId,
        actionVerb,
        resourceReferenceId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['system', 'ended', due],
        ['system', 'ended', paused],
      ]),
    );
  });
});

it('runs every duty, and continues after a failure', async () => {
  await world.db.query(insertNode, ['node_dead', 60]);
  const callId = await world.call(organizationId, { status: 'ringing', nodeId: 'node_dead' });
  const campaignId = await world.campaign(organizationId, { endAt: '2020-01-01T00:00:00Z' });
  const queued = await world.call(organizationId, { campaignId });
  let freed = 0;
  const carries = () => false;
  const { connectionString } = world.db;
  const jobs = new Jobs({ connectionString, applicationName: 'test jobs', log: silentLog });
  await jobs.start([analysisQueue]);
  const options = {
    db: world.db,
    writer: new CallWriter(world.db),
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    jobs,
    log: silentLog,
    nodeId: 'node_self',
    carries,
    hangUp: () => undefined,
    reclaim: async () => null,
    onFreed: () => freed++,
  };
  const upkeep = new Upkeep(options);
  upkeep.start();
  try {
    const admin = new pg.Client({ connectionString: world.db.connectionString });
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    await expect.poll(async () => (await world.read(callId)).status, { timeout: 15_000 }).toBe('ended');
    await expect.poll(async () => (await world.read(queued)).status).toBe('canceled');
    await expect.poll(() => freed, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    // The result of this claim was lost, and the process ends before its next check.
    const young = await world.call(organizationId, { status: 'dialing', nodeId: 'node_self' });
    await upkeep.close();
    expect((await world.read(young)).status).toBe('queued');
  } finally {
    await upkeep.close();
    await jobs.close();
  }
});

it('removes expired rows and no others', async () => {
  const insert = statement(
    'test.upkeep.data',
    `insert into session_data (organization_id, call_id, customer_number, data, written_at, expires_at)
     values ($1, $2, '+1', '{}', now(), now() + make_interval(secs => $3))`,
  );
  const key = statement(
    'test.upkeep.key',
    `insert into idempotency_keys (organization_id, idempotency_key, request_hash, created_at)
     values ($1, $2, '', now() - make_interval(secs => $3))`,
  );
  await world.db.query(insert, [organizationId, 'old', -1]);
  await world.db.query(insert, [organizationId, 'young', 60]);
  await world.db.query(key, [organizationId, 'old', 86_401]);
  await world.db.query(key, [organizationId, 'young', 86_000]);
  await forgetExpired(world.db, Date.now());
  const left = statement(
    'test.upkeep.left',
    'select call_id as name from session_data union all select idempotency_key from idempotency_keys',
  );
  expect((await world.db.query<{ name: string }>(left)).map(({ name }) => name)).toEqual(['young', 'young']);
});
