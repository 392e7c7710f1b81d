import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueWorld } from '../../test/world/queue-world.ts';
import { statement } from '../platform/db/index.ts';
import { metrics } from '../platform/kernel/index.ts';
import { databaseMetrics } from './database-metrics.ts';

const addConsumers = statement(
  'test.database_metrics.consumers',
  `with consumer as (insert into event_consumers (organization_id, consumer, seen, seq) values ($1, 'late', '1:1:', 0))
   insert into event_consumers (organization_id, consumer, seen, seq) values ($1, 'idle', '999999:999999:', 0)`,
);
const addEvents = statement(
  'test.database_metrics.events',
  `insert into events (organization_id, type, resource_id, at)
   select $1, 'call.queued', 'call_' || n, dialer_now() - make_interval(secs => 100 - n) from generate_series(1, 1200) n`,
);
const addMember = statement(
  'test.database_metrics.member',
  `with m as (insert into members (organization_id, member_id, role) values ($1, 'member_a', 'Support') returning 1)
   insert into member_presence (organization_id, member_id, wanted, lease_until, idle_since)
   select $1, 'member_a', 'available', clock_timestamp() + interval '1 minute', clock_timestamp() from m`,
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
  databaseMetrics(world.db);
});
afterAll(async () => {
  metrics.clear();
  await world.close();
});

test('the metrics show how far the readers of events are behind, and who takes calls', async () => {
  const organizationId = await world.organization({ max: 1 });
  await world.db.query(addConsumers, [organizationId]);
  await world.db.query(addEvents, [organizationId]);
  await world.db.query(addMember, [organizationId]);
  const text = await metrics.metrics();
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.split(' ')[1],
    );
  expect(value('parley_team_members{state="available"}')).toBe(1);
  expect(value('parley_team_members{state="busy"}')).toBe(0);
  for (const series of ['in_air', 'answered', 'abandoned'])
    expect(value(`parley_team_dialing_${series}`)).toBe(0);
  expect(value('parley_events_unread{consumer="late"}')).toBe(1000);
  expect(value('parley_events_unread_for_seconds{consumer="late"}')).toBeGreaterThanOrEqual(99);
  expect(value('parley_events_unread{consumer="idle"}')).toBe(0);
  expect(value('parley_events_unread_for_seconds{consumer="idle"}')).toBe(0);
});
