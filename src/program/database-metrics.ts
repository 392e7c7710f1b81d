import { type Database, readStatement } from '../platform/db/index.ts';
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

/** Registers the metrics that are read from the database with each request, and those of the connection pool. */
export function databaseMetrics(db: Database): void {
  gauge('parley_calls_by_status', 'Calls that are not over, by status', ['status'], async (metric) => {
    const rows = await db.query<{ status: string; calls: number }>(depth).catch(() => []);
    metric.reset();
    for (const { status, calls } of rows) metric.set({ status }, calls);
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
  gauge('parley_dialing_held', '1 while nothing is dialed, by reason', ['reason'], async (metric) => {
    const epoch = await databaseEpoch(db).catch(() => null);
    for (const reason of ['database-failover', 'database-asynchronous'] as const)
      metric.set({ reason }, epoch?.hold === reason ? 1 : 0);
  });
}
