import type pg from 'pg';
import { forgetDeliveries } from '../../src/domains/webhooks/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { idBound } from '../../src/platform/kernel/index.ts';
import { type Filling, timeSql } from './fill.ts';
import type { Lookup } from './lookups.ts';

const dayMs = 86_400_000;
/** Delivered rows are kept for seven days, so the oldest of eight have expired. */
const days = 8;
const endpointId = 'webhook_1';
/** Of every hundred deliveries, one was given up. It is kept for thirty days. */
const deadEvery = 100;
const answer = '{"received":true}';

/** As many as there are calls, up to those that an installation with 100 million calls a year makes in a day. */
const deliveriesOf = ({ calls }: Filling) => Math.min(calls, 1_000_000);

/** SQL: the id of the delivery at place `n` of `$2`, which are spread over the days from `$3` on. */
const id = `'delivery_' || ${timeSql(`floor($3::float8 + n::float8 * ${days * dayMs} / $2)::bigint`)} || lpad(n::text, 16, '0')`;

/** Inserts as many deliveries of one endpoint as there are calls, made in the eight days from `startMs` on. */
async function insertDeliveries(
  client: pg.Client,
  filling: Filling,
  startMs: number,
  from: number,
  to: number,
): Promise<void> {
  await client.query(
    `insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id, event_at,
       xid, seq, status, attempts, tries, first_try_at, last_attempt_at, response_code, response_ms, response_text, created_at)
     select $1, '${endpointId}', ${id}, 'event_' || n, 'call.ended', 'call_' || n, at, '1', n,
       case n % ${deadEvery} when 0 then 'dead' else 'delivered' end, 1, 1, at, at, 200, 41, '${answer}', at
     from generate_series($4::bigint, $5::bigint - 1) as n
       cross join lateral (select to_timestamp(($3::float8 + n::float8 * ${days * dayMs} / $2) / 1000) as at) t`,
    [filling.organizationId, deliveriesOf(filling), startMs, from, to],
  );
}

/** Makes an endpoint with as many deliveries as there are calls, of the last eight days. */
export async function fillDeliveries(client: pg.Client, filling: Filling): Promise<void> {
  await client.query(
    `insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, enabled, sealed_secret, seen, created_at,
       updated_at) values ($1, '${endpointId}', 'https://example.com', '{*}', true, '', pg_current_snapshot(), now(), now())`,
    [filling.organizationId],
  );
  await insertDeliveries(client, filling, Date.now() - days * dayMs, 0, deliveriesOf(filling));
}

/** Returns the lookups of deliveries. */
export function deliveryLookups(filling: Filling): Lookup[] {
  const startMs = Date.now() - days * dayMs;
  const endpoint = [filling.organizationId, endpointId];
  const deliveries = deliveriesOf(filling);
  const before = (round: number) =>
    idBound('delivery', startMs + (((round * 7_368_787) % deliveries) * days * dayMs) / deliveries);
  const list = (status: string) => ({
    what: `deliveries, ${status}`,
    statement: `webhooks.deliveries_${status}`,
    values: (n: number) => [...endpoint, before(n), 51],
  });
  return [
    list('all'),
    list('delivered'),
    list('dead'),
    list('pending'),
    { what: 'endpoints with due deliveries', statement: 'webhooks.due', values: () => [] },
    {
      what: 'deliveries that are due',
      statement: 'webhooks.take_due',
      values: () => [...endpoint, [], 100],
    },
  ];
}

/**
 * Measures retention: of the eighth part that has expired, and then of the same number again, after new deliveries have
 * taken the space. Leaves the size of the table before and after in the lines that it returns.
 */
export async function measureDeliveries(
  client: pg.Client,
  db: Database,
  filling: Filling,
): Promise<string[]> {
  const size = async () => {
    const { rows } = await client.query<{ size: string }>(
      "select pg_size_pretty(pg_total_relation_size('webhook_deliveries')) as size",
    );
    return rows[0]!.size;
  };
  const lines: string[] = [];
  const before = await size();
  const startedAtMs = performance.now();
  const removed = await forgetDeliveries(db);
  const seconds = (performance.now() - startedAtMs) / 1000;
  lines.push(`retention of ${removed} deliveries by rows: ${seconds.toFixed(2)} s`);
  const againAtMs = performance.now();
  await forgetDeliveries(db);
  lines.push(`a run that finds nothing: ${((performance.now() - againAtMs) / 1000).toFixed(2)} s`);
  const vacuumedAtMs = performance.now();
  await client.query('vacuum webhook_deliveries');
  lines.push(`vacuum after it: ${((performance.now() - vacuumedAtMs) / 1000).toFixed(2)} s`);
  const from = deliveriesOf(filling);
  await insertDeliveries(client, filling, Date.now() - days * dayMs, from, from + removed);
  lines.push(`size of the deliveries: ${before}, and ${await size()} after as many new ones`);
  return lines;
}
