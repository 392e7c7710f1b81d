import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { callLatency } from '../../conversation/pipeline/index.ts';
import { CallWriter, endCall } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { claimDueCalls } from './store.ts';

const lay = statement(
  'test.hot.lay',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, variables, created_at)
     select $1, 'call_' || lpad(n::text, 26, '0'), 'agent_a', $2, 'outboundPhoneCall', 'queued', '+1' || 2000000000 + abs(hashtext($2)) % 900 * 1000000::bigint + n,
       'number_a', '+12025550100', '{"customerName":"Ada Lovelace","appointmentDate":"2026-11-21"}', now()
     from generate_series(1, 400) as n returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
   select organization_id, call_id, campaign_id, priority, now(), phone_number_id from made`,
);
const flush = statement('test.hot.flush', 'select pg_stat_force_next_flush()');
const updates = statement(
  'test.hot.updates',
  `select sum(n_tup_upd)::int as all, sum(n_tup_hot_upd)::int as hot from pg_stat_user_tables where relname ~ '^calls_\\d+$'`,
);
// Pages have room for every version of their rows: when old ones may go depends on what else the cluster does.
const undisturbed = statement(
  'test.hot.undisturbed',
  `do $$ declare t regclass; begin
     for t in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'partitions') and c.relkind = 'r' loop
       execute format('alter table %s set (autovacuum_enabled = off, fillfactor = 10)', t);
     end loop;
   end $$`,
);

const indexes = statement(
  'test.hot.indexes',
  `select indexdef as definition from pg_indexes where schemaname = 'public' and tablename = 'calls'`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

it('no index has a column that changes between the queue and the answer', async () => {
  const definitions = (await world.db.query<{ definition: string }>(indexes)).map(
    ({ definition }) => definition,
  );
  expect(definitions.length).toBeGreaterThan(5);
  const changing =
    /\b(status|node_id|trunk_id|sip_\w+|dialing_at|ringing_at|started_at|recording_file|stop_requested|turns|latency)\b/;
  // The index of analyses has its own status column.
  expect(definitions.filter((text) => changing.test(text.replaceAll('analysis_status', '')))).toEqual([]);
});

it('the updates of a call from the queue to its end touch no index', async () => {
  const organizationId = await world.organization({ max: 1000 });
  const campaignId = await world.campaign(organizationId);
  await world.db.query(undisturbed);
  // One connection, because statistics are read from it.
  const db = world.another(1);
  await db.query(lay, [organizationId, campaignId]);
  const nodeId = 'node_a';
  for (let batch = 0; batch < 4; batch++) {
    const { callIds } = await claimDueCalls(db, organizationId, nodeId, 50);
    expect(callIds).toHaveLength(50);
    const carried = callIds.map(async (callId, place) => {
      const call = { organizationId, callId, nodeId };
      const isAnswered = place % 2 === 0;
      await new CallWriter(db).ringing(call, 180, null);
      if (isAnswered)
        await new CallWriter(db).answered(call, { recordingFile: 'x.wav', agoMs: 0, dialog: { callId } });
      const condition = { ...call, from: ['ringing', 'in-progress'] as const };
      return endCall(db, condition, {
        status: 'ended',
        endedBy: null,
        endedReason: 'customer-did-not-answer',
        message: 'x',
        ...(isAnswered && { turns: [], latency: callLatency([]) }),
      });
    });
    expect(await Promise.all(carried)).toEqual(callIds.map(() => true));
  }
  await db.query(flush);
  const [counted] = await db.query<{ all: number; hot: number }>(updates);
  await db.close();
  // Every call is claimed, rings and ends. Every second call is answered.
  expect(counted!.all).toBeGreaterThanOrEqual(700);
  expect(counted!.hot).toBe(counted!.all);
});
