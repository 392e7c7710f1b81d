import type { FoundedOrganization } from '../src/domains/keys/index.ts';
import { type Database, statement } from '../src/platform/db/index.ts';
import { newId } from '../src/platform/kernel/index.ts';
import { run } from './installation.ts';

const batchRows = 50_000;

/** A queue of due campaign calls in its own database. */
export interface Queue {
  db: Database;
  organizationId: string;
  /** Queues `count` more calls, behind all others. */
  refill(count: number): Promise<void>;
  /**
   * Notes that `count` calls were claimed and ended, and vacuums when autovacuum would. Autovacuum looks once a minute,
   * which is longer than a measurement with more claims than a dialer makes in a minute.
   */
  leaveBehind(count: number): Promise<void>;
}

/** The row versions that a claimed and ended call leaves behind. */
const deadOfCall = 2;
/** The threshold that migrations set for the tables of calls and of the queue. */
const vacuumAfterDead = (rows: number) => 500 + 0.01 * rows;

/** Vacuums the queue's tables, as autovacuum would: partitions one by one. */
export async function vacuum(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    statement(
      'bench.queue_tables',
      `select p.relid::regclass::text as name
       from unnest('{calls,queued_calls,live_calls,dial_lanes,campaigns}'::text[]) t
         cross join lateral pg_partition_tree(t::regclass) p where p.isleaf`,
    ),
  );
  for (const { name } of tables) await run(db, `vacuum analyze ${name}`);
}

/**
 * Queues `count` calls of `campaigns` campaigns in turn. They became due when four time zones opened, one hour apart,
 * so neighbours in dialing order are not neighbours in the table. The customer numbers are in random order.
 */
export async function layQueue(
  { db, owner }: { db: Database; owner: FoundedOrganization },
  count: number,
  campaigns: number,
): Promise<Queue> {
  const { organizationId } = owner;
  await run(
    db,
    `with a as (insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
       values ($1, 'agent_1', 1, 'Reminders', '{}', now(), now()) returning *)
     insert into agent_versions (organization_id, agent_id, version, configuration, published_at, published_by)
     select organization_id, agent_id, version, '{"name": "Reminders", "prompt": "Hello"}', now(), 'member_1' from a`,
    [organizationId],
  );
  // Calls without a usable number are not claimed.
  await run(
    db,
    `with t as (insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at,
         updated_at)
       values ($1, 'trunk_1', 'Carrier', '127.0.0.1', 5060, 'udp', false, '{PCMU}', now(), now()) returning *)
     insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, local_presence,
       external_id_header, created_at, updated_at)
     select organization_id, 'number_1', '+12025550100', trunk_id, false, 'X-External-ID', now(), now() from t`,
    [organizationId],
  );
  await run(
    db,
    `insert into campaigns (organization_id, campaign_id, agent_id, name, created_at, updated_at)
     select $1, 'campaign_' || n, 'agent_1', 'Reminders ' || n, now(), now()
     from generate_series(1, $2::int) as n`,
    [organizationId, campaigns],
  );
  let laid = 0;
  const lay = async (more: number, isWaiting: boolean) => {
    const values = [organizationId, newId('call').slice(0, 15), laid, laid + more, campaigns, isWaiting];
    await run(
      db,
      `with made as (
       insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number,
         phone_number_id, agent_number, variables, created_at)
       select $1, $2 || lpad(n::text, 16, '0'), 'agent_1', 'campaign_' || 1 + n % $5, 'outboundPhoneCall', 'queued',
         '+1' || 2000000000 + (n * 7919::bigint * 104729) % 999999937, 'number_1', '+12025550100',
         '{"customerName":"Ada Lovelace","appointmentDate":"2026-11-21"}', now()
       from generate_series($3::int, $4::int - 1) as n returning *)
     insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
     select organization_id, call_id, campaign_id, priority,
       case when $6 then now() - make_interval(hours => 5 - (right(call_id, 16)::int / $5) % 4) else now() end,
       phone_number_id
     from made`,
      values,
    );
    laid += more;
  };
  while (laid < count) await lay(Math.min(batchRows, count - laid), true);
  // Autovacuum runs after so many inserted rows.
  await vacuum(db);
  let dead = 0;
  return {
    db,
    organizationId,
    refill: (more) => lay(more, false),
    async leaveBehind(more) {
      dead += more * deadOfCall;
      if (dead <= vacuumAfterDead(laid)) return;
      await vacuum(db);
      dead = 0;
    },
  };
}
