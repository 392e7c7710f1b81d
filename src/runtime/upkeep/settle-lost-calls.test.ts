import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { type CallEnd, CallWriter, type EndedReason, noteAsking } from '../../domains/calls/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';
import { DeadNodes, fenceNode, Node } from '../../platform/nodes/index.ts';
import { LostCalls, type LostCallsOptions } from './settle-lost-calls.ts';

const insertNode = statement(
  'test.settle_lost.node',
  `insert into nodes (node_id, roles, heartbeat_at)
   values ($1, '{calls}', clock_timestamp() - make_interval(secs => $2))`,
);
const nodeIds = statement(
  'test.settle_lost.nodes',
  'select node_id from nodes where fenced_at is null order by node_id',
);
const silentSeconds = statement(
  'test.settle_lost.silent',
  'select extract(epoch from clock_timestamp() - heartbeat_at)::float8 as seconds from nodes',
);
const dialingHold = statement('test.settle_lost.hold', 'select dialing_hold($1) as hold');
const ageHeartbeats = statement(
  'test.settle_lost.age',
  `update nodes set heartbeat_at = heartbeat_at - interval '1 minute'`,
);
const requestStop = statement(
  'test.settle_lost.stop',
  "update calls set stop_requested = 'req_x' where call_id = $1",
);

const setPassword = statement(
  'test.settle_lost.password',
  'update trunks set username = $2, sealed_password = $3 where organization_id = $1',
);
const setDialog = statement('test.settle_lost.dialog', 'update calls set sip_dialog = $2 where call_id = $1');

/** Advances its own clock by two seconds with each search, so that tests need not wait. */
class FastDeadNodes extends DeadNodes {
  #nowMs = 0;

  override find(db: Database): Promise<string[]> {
    this.#nowMs += 2000;
    return super.find(db, this.#nowMs);
  }
}

let world: QueueWorld;
let organizationId: string;
beforeEach(async () => {
  world = await QueueWorld.open();
  organizationId = await world.organization();
});
afterEach(() => world.close());

/** Starts a process that sends beats until it is disposed. */
async function nodeOf(db: Database, onFenced?: (error: Error) => void) {
  const node = new Node(newId('node'), {
    db,
    roles: ['calls'],
    log: silentLog,
    ...(onFenced && { onFenced }),
  });
  await node.start();
  return Object.assign(node, { [Symbol.asyncDispose]: () => node.close() });
}

const nodes = async () => (await world.db.query<{ node_id: string }>(nodeIds)).map(({ node_id }) => node_id);

describe('processes that died', () => {
  /** Searches until a process counts as dead. Returns the number of settled calls. */
  const settled = async (watch: { settle: () => Promise<number> }) => {
    let sum = 0;
    await expect.poll(async () => (sum += await watch.settle()) > 0, { timeout: 15_000 }).toBe(true);
    return sum;
  };

  it('lose their calls: a dialed call has an unknown outcome and is not dialed again, an answered one is lost', async () => {
    await world.db.query(insertNode, ['node_dead', 60]);
    const retryConfigId = await world.retryConfig(organizationId);
    const campaignId = await world.campaign(organizationId);
    const ids: Record<string, string> = {};
    for (const status of ['dialing', 'ringing', 'in-progress', 'forwarding']) {
      ids[status] = await world.call(organizationId, {
        status,
        nodeId: 'node_dead',
        retryConfigId,
        campaignId,
      });
    }
    // These calls were canceled over the API, and their process died before it stopped them.
    const stopped = await Promise.all(
      ['dialing', 'ringing', 'in-progress', 'forwarding'].map((status) =>
        world.call(organizationId, { status, nodeId: 'node_dead', retryConfigId, campaignId }),
      ),
    );
    for (const callId of stopped) await world.db.query(requestStop, [callId]);
    expect(await settled(lostCalls())).toBe(8);
    const ends = await Promise.all(stopped.map((callId) => world.read(callId)));
    expect(
      ends.map(({ status, ended_by, ended_reason }) => `${status}, ${ended_by}: ${ended_reason}`),
    ).toEqual([
      'canceled, System ended the call: manually-canceled',
      'canceled, System ended the call: manually-canceled',
      'ended, System ended the call: manually-canceled',
      'ended, System ended the call: manually-canceled',
    ]);
    const reasons = async (status: string) => {
      const { status: now, ended_reason, ended_by } = await world.read(ids[status]!);
      expect([now, ended_by]).toEqual(['ended', 'System ended the call']);
      return ended_reason;
    };
    expect([await reasons('dialing'), await reasons('ringing')]).toEqual([
      'unknown-outcome',
      'unknown-outcome',
    ]);
    expect([await reasons('in-progress'), await reasons('forwarding')]).toEqual([
      'worker-lost',
      'worker-lost',
    ]);
    expect(await world.readAll(organizationId)).toHaveLength(8);
    expect(await nodes()).toEqual([]);
  });

  it('have their calls hung up with the credentials of their trunks', async () => {
    await world.db.query(insertNode, ['node_dead', 60]);
    await world.db.query(setPassword, [organizationId, 'bob', Buffer.from('sealed')]);
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_dead' });
    await world.db.query(setDialog, [callId, '{"callId": "a"}']);
    const hangUps: unknown[] = [];
    await settled(
      lostCalls(
        async () => null,
        (...hungUp) => hangUps.push(hungUp),
      ),
    );
    const sealedPassword = Buffer.from('sealed');
    const trunk = { organizationId, trunkId: 'trunk_a', username: 'bob', sealedPassword };
    expect(hangUps).toEqual([[{ callId: 'a' }, trunk]]);
  });

  it('return calls whose eligibility webhook had not answered to the queue', async () => {
    await world.db.query(insertNode, ['node_dead', 60]);
    const call = { status: 'dialing', nodeId: 'node_dead' };
    const [asked, stopped] = [
      await world.call(organizationId, call),
      await world.call(organizationId, call),
    ] as const;
    await noteAsking(
      world.db,
      [asked, stopped].map((callId) => ({ organizationId, callId, nodeId: 'node_dead' })),
    );
    await world.db.query(requestStop, [stopped]);
    expect(await settled(lostCalls())).toBe(2);
    expect(await world.read(asked)).toMatchObject({ status: 'queued', node_id: null, ended_reason: null });
    expect(await world.read(stopped)).toMatchObject({
      status: 'canceled',
      ended_reason: 'manually-canceled',
    });
  });

  it('end ringing calls as their peer reports, and such an end may be retried', async () => {
    await world.db.query(insertNode, ['node_dead', 60]);
    const retryConfigId = await world.retryConfig(organizationId);
    const ringing = async (name: string) => {
      const callId = await world.call(organizationId, {
        status: 'dialing',
        nodeId: 'node_dead',
        retryConfigId,
      });
      expect(
        await new CallWriter(world.db).ringing({ organizationId, callId, nodeId: 'node_dead' }, 180, {
          name,
        }),
      ).toBe(true);
      return callId;
    };
    const end = (endedReason: EndedReason): CallEnd => ({
      status: 'ended',
      endedBy: 'System ended the call',
      endedReason,
      message: 'The other side said so.',
    });
    const ends: Record<string, CallEnd | null> = {
      unanswered: end('customer-did-not-answer'),
      answered: end('worker-lost'),
      unknown: null,
      stopped: end('customer-did-not-answer'),
    };
    const ids = Object.fromEntries(
      await Promise.all(Object.keys(ends).map(async (name) => [name, await ringing(name)] as const)),
    );
    await world.db.query(requestStop, [ids.stopped]);
    const asked: string[] = [];
    const lost = lostCalls(async (invite) => {
      const { name } = invite as { name: string };
      asked.push(name);
      return ends[name]!;
    });
    expect(await settled(lost)).toBe(4);
    expect(asked.toSorted()).toEqual(Object.keys(ends).toSorted());
    const reasons = await Promise.all(
      Object.entries(ids).map(async ([name, id]) => [name, (await world.read(id)).ended_reason]),
    );
    expect(Object.fromEntries(reasons)).toEqual({
      unanswered: 'customer-did-not-answer',
      answered: 'worker-lost',
      unknown: 'unknown-outcome',
      stopped: 'manually-canceled',
    });
    const waiting = (await world.readAll(organizationId)).filter(({ status }) => status === 'queued');
    expect(waiting.map(({ parent_call_ids }) => parent_call_ids)).toEqual([[ids.unanswered]]);
  });

  it('keep their calls while their lease lasts', async () => {
    await world.db.query(insertNode, ['node_young', 3]);
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_young' });
    expect(await lostCalls().settle()).toBe(0);
    expect((await world.read(callId)).status).toBe('in-progress');
  });

  it('keep their calls when an outage of the database made them miss beats', async () => {
    await using node = await nodeOf(world.db);
    const callId = await world.call(organizationId, { status: 'in-progress', nodeId: node.nodeId });
    const lost = lostCalls();
    await world.db.query(ageHeartbeats);
    // Another process reconnects a moment earlier after the same outage.
    expect(await lost.settle()).toBe(0);
    const silent = async () => (await world.db.query<{ seconds: number }>(silentSeconds))[0]!.seconds;
    await expect.poll(silent, { timeout: 15_000 }).toBeLessThan(2);
    expect(await lost.settle()).toBe(0);
    expect((await world.read(callId)).status).toBe('in-progress');
  });

  it('learn that they were taken for dead, and claim nothing under their id again', async () => {
    const fenced = Promise.withResolvers<Error>();
    await using node = await nodeOf(world.db, fenced.resolve);
    await world.call(organizationId, { status: 'in-progress', nodeId: node.nodeId });
    expect(node.hasLease).toBe(true);
    // A beat may come between both.
    const fence = async () => {
      await world.db.query(ageHeartbeats);
      return fenceNode(world.db, node.nodeId);
    };
    await expect.poll(fence, { timeout: 15_000 }).toBe(true);
    expect(await settled(lostCalls())).toBe(1);
    expect(await fenced.promise).toMatchObject({
      message: expect.stringContaining('took this one for dead'),
    });
    expect(node.hasLease).toBe(false);
    expect(await world.db.query(dialingHold, [node.nodeId])).toEqual([{ hold: 'process-lost' }]);
    expect(await nodes()).toEqual([]);
  });

  it('are settled once by many observers', async () => {
    await world.db.query(insertNode, ['node_dead', 60]);
    for (let i = 0; i < 20; i++) await world.call(organizationId, { status: 'ringing', nodeId: 'node_dead' });
    const watchers = Array.from({ length: 4 }, () => lostCalls());
    let sum = 0;
    await expect
      .poll(
        async () => {
          const counts = await Promise.all(watchers.map((watcher) => watcher.settle()));
          sum += counts.reduce((a, b) => a + b, 0);
          return (await world.readAll(organizationId)).every(({ status }) => status === 'ended');
        },
        { timeout: 15_000 },
      )
      .toBe(true);
    expect(sum).toBe(20);
    const events = statement('test.settle_lost.events', 'select count(*) as events from call_events');
    expect((await world.db.query<{ events: number }>(events))[0]!.events).toBe(20);
  });

  it('do not delay each other: ringing calls of one are given up while calls of the next are settled', async () => {
    await world.db.query(insertNode, ['node_rings', 60]);
    const ringing = { organizationId, nodeId: 'node_rings' };
    const rings = await world.call(organizationId, { status: 'dialing', nodeId: 'node_rings' });
    expect(
      await new CallWriter(world.db).ringing({ ...ringing, callId: rings }, 180, { name: 'rings' }),
    ).toBe(true);
    await world.db.query(insertNode, ['node_answered', 60]);
    const answered = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_answered' });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<null>();
    const lost = lostCalls(() => {
      asked.resolve();
      return answer.promise;
    });
    await expect
      .poll(
        async () => {
          await lost.look();
          return (await world.read(answered)).status;
        },
        { timeout: 15_000 },
      )
      .toBe('ended');
    await asked.promise;
    expect((await world.read(rings)).status).toBe('ringing');
    answer.resolve(null);
    await expect.poll(async () => (await world.read(rings)).ended_reason).toBe('unknown-outcome');
  });

  /** Returns a LostCalls of one process. */
  const lostCalls = (
    reclaim: (invite: unknown) => Promise<CallEnd | null> = async () => null,
    hangUp: LostCallsOptions['hangUp'] = () => undefined,
  ) => {
    let freed = 0;
    const lost = new LostCalls({
      writer: new CallWriter(world.db),
      ...{ db: world.db, deadNodes: new FastDeadNodes(), log: silentLog },
      ...{ hangUp, reclaim },
      onFreed: (calls) => void (freed += calls),
    });
    return {
      look: () => lost.settleDeadProcesses(),
      /** Returns the number of calls that were settled. */
      async settle() {
        const before = freed;
        await lost.settleDeadProcesses();
        await lost.close();
        return freed - before;
      },
    };
  };
});
