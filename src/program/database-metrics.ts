import type { Gauge } from 'prom-client';
import { type Database, partitionedTables, readStatement } from '../platform/db/index.ts';
import { gauge } from '../platform/kernel/index.ts';
import { databaseEpoch } from '../platform/nodes/index.ts';

const depth = readStatement(
  'metrics.queue_depth',
  `select 'queued' as status, (coalesce(sum(case status when '' then calls else -calls end), 0)
     - (select count(*) from live_calls))::bigint as calls
   from (select status, calls from call_counts where campaign_id = '*'
     union all select status, calls from call_changes) f
   union all
   select c.status, count(*) from live_calls l join calls c using (organization_id, call_id) group by c.status`,
);

/** Calls of paused campaigns do not wait for the dialer. Each lane holds the earliest due time of its calls, or an earlier one. */
const dueFor = readStatement(
  'metrics.due_for',
  `select coalesce(max(extract(epoch from now() - l.first_due_at)), 0)::float8 as seconds
   from dial_lanes l left join campaigns k using (organization_id, campaign_id)
   where l.first_due_at <= now() and l.emptied_at is null and (l.campaign_id = '' or k.status = 'running')`,
);

const teamCalls = readStatement(
  'metrics.team_calls',
  `select s.state, count(c.state)::int as calls,
     coalesce(max(extract(epoch from clock_timestamp() - c.waiting_since)), 0)::float8 as seconds
   from (values ('waiting'), ('offered'), ('answered')) s (state)
     left join (select * from team_calls join live_calls using (organization_id, call_id) where state <> 'ended') c
       on c.state = s.state
   group by s.state`,
);

const memberStates = readStatement(
  'metrics.members',
  `select s.state, count(m.state)::int as members from unnest(array['available', 'busy', 'wrapUp']) s (state)
     left join (select member_state(p.wanted, p.lease_until, p.wrap_up_until, exists (select from team_calls o
         where o.organization_id = p.organization_id and o.member_id = p.member_id and o.state in ('offered', 'answered'))
         or exists (select from live_calls l where l.organization_id = p.organization_id and l.call_id = p.taken_call_id),
         clock_timestamp()) as state
       from member_presence p) m on m.state = s.state
   group by s.state`,
);
// The calls in the air of a campaign count while its allowance is valid.
const pacing = readStatement(
  'metrics.pacing',
  `select coalesce(sum((p.decision ->> 'inAir')::int) filter (where p.allowed_until > dialer_now()), 0)::int as "inAir",
     coalesce(sum(p.answered), 0)::int as answered, coalesce(sum(p.abandoned), 0)::int as abandoned
   from campaign_pacing p join campaigns c on c.organization_id = p.organization_id and c.campaign_id = p.campaign_id
   where c.status = 'running' and c.dialing_mode <> 'agent'`,
);

/** Registers what members do, and what running campaigns of teams dial. */
function pacingMetrics(db: Database): void {
  gauge('parley_team_members', 'Members who are there to take calls, by state', ['state'], async (metric) => {
    const rows = await db.query<{ state: string; members: number }>(memberStates).catch(() => []);
    metric.reset();
    for (const { state, members } of rows) metric.set({ state }, members);
  });
  const value = (name: 'inAir' | 'answered' | 'abandoned') => async (metric: Gauge<never>) => {
    const [row] = await db.query<Record<typeof name, number>>(pacing).catch(() => []);
    metric.reset();
    if (row) metric.set(row[name]);
  };
  const airHelp = 'Calls of running campaigns for teams that are dialed and not answered yet';
  gauge('parley_team_dialing_in_air', airHelp, [], value('inAir'));
  const answeredHelp =
    'Calls of running campaigns for teams that people answered, in the period of the bound';
  gauge('parley_team_dialing_answered', answeredHelp, [], value('answered'));
  const abandonedHelp = 'Those of them that no member took within 2 s';
  gauge('parley_team_dialing_abandoned', abandonedHelp, [], value('abandoned'));
}

/** Registers the calls of teams that wait, ring at a member, or were taken. */
function teamMetrics(db: Database): void {
  pacingMetrics(db);
  type Row = { state: string; calls: number; seconds: number };
  gauge('parley_team_calls', 'Calls of teams that are not over, by state', ['state'], async (metric) => {
    const rows = await db.query<Row>(teamCalls).catch(() => []);
    metric.reset();
    for (const { state, calls } of rows) metric.set({ state }, calls);
  });
  gauge('parley_team_wait_seconds', 'How long the first call waits for a member now', [], async (metric) => {
    const rows = await db.query<Row>(teamCalls).catch(() => []);
    metric.reset();
    const waiting = rows.filter(({ state }) => state !== 'answered').map(({ seconds }) => seconds);
    if (waiting.length > 0) metric.set(Math.max(...waiting));
  });
}

/** Returns a statement that reads a value of the unread events of each consumer. The limits bound its cost. */
function ofUnread(name: string, value: string, each: string) {
  return readStatement(
    name,
    // As in has_events, the order makes the planner use the primary key of events.
    `select c.consumer, coalesce(max(e.value), 0)::float8 as value from (
       (select consumer, organization_id, seen from event_consumers limit 5000)
       union all
       (select 'webhooks', organization_id, seen from webhook_endpoints where enabled limit 5000)) c
     left join lateral (select ${value} as value from (
       select e.at from events e where e.organization_id = c.organization_id and e.xid >= pg_snapshot_xmax(c.seen)
       order by e.xid, e.seq limit ${each}) e) e on true
     group by c.consumer`,
  );
}

const unreadFor = ofUnread('metrics.events_unread_for', 'extract(epoch from dialer_now() - e.at)', '1');
const unread = ofUnread('metrics.events_unread', 'count(*)', '1000');

/** Registers how far the readers of events are behind: webhooks, and the program's own consumers. */
function eventMetrics(db: Database): void {
  const read = (statement: typeof unread) => async (metric: Gauge<'consumer'>) => {
    const rows = await db.query<{ consumer: string; value: number }>(statement).catch(() => []);
    metric.reset();
    for (const { consumer, value } of rows) metric.set({ consumer }, Math.max(value, 0));
  };
  const age = 'Age of the oldest event that a consumer has not read';
  gauge('parley_events_unread_for_seconds', age, ['consumer'], read(unreadFor));
  const count = 'The most events that a consumer has not read, up to 1000';
  gauge('parley_events_unread', count, ['consumer'], read(unread));
}

/** Registers the metrics that are read from the database with each request, and those of the connection pool. */
export function databaseMetrics(db: Database): void {
  gauge('parley_calls_by_status', 'Calls that are not over, by status', ['status'], async (metric) => {
    const rows = await db.query<{ status: string; calls: number }>(depth).catch(() => []);
    metric.reset();
    for (const { status, calls } of rows) metric.set({ status }, calls);
  });
  eventMetrics(db);
  teamMetrics(db);
  const help = 'Seconds since the earliest due time of the calls that wait for the dialer';
  gauge('parley_calls_due_for_seconds', help, [], async (metric) => {
    const [row] = await db.query<{ seconds: number }>(dueFor).catch(() => []);
    metric.reset();
    if (row) metric.set(row.seconds);
  });
  gauge('parley_database_connections', 'Connections of the pool by state', ['state'], (metric) => {
    for (const [state, count] of Object.entries(db.counts())) metric.set({ state }, count);
  });
  gauge('parley_database_synchronous', '1 when a commit waits for a standby, else 0', [], async (metric) => {
    const epoch = await databaseEpoch(db).catch(() => null);
    if (epoch) metric.set(epoch.isSynchronous ? 1 : 0);
  });
  gauge(
    'parley_database_timeline',
    'The timeline of the database, which each failover raises',
    [],
    async (metric) => {
      const epoch = await databaseEpoch(db).catch(() => null);
      if (epoch) metric.set(epoch.timeline);
    },
  );
  const aheadHelp = '1 while the table has an empty partition for rows to come, else 0';
  gauge('parley_partition_ahead', aheadHelp, ['table'], async (metric) => {
    const tables = await partitionedTables(db).catch(() => []);
    metric.reset();
    for (const { table, hasOneAhead } of tables) metric.set({ table }, hasOneAhead ? 1 : 0);
  });
  gauge('parley_dialing_held', '1 while nothing is dialed, by reason', ['reason'], async (metric) => {
    const epoch = await databaseEpoch(db).catch(() => null);
    for (const reason of ['database-failover', 'database-asynchronous'] as const)
      metric.set({ reason }, epoch?.hold === reason ? 1 : 0);
  });
}
