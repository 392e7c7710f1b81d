import { type Database, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { Circuit, CircuitKind, ProviderCircuit } from './schemas.ts';

/** A row that `circuitSql` selects. */
export type CircuitRow = Omit<Circuit, 'failureRate'>;

const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Returns an SQL expression for the circuit of a trunk or campaign as JSON, for a statement that has `table`. A closed
 * circuit counts its recent attempts; others show the counts that opened them.
 */
export function circuitSql(kind: CircuitKind, table: string, subjectColumn: string): string {
  const isSubject = (alias: string) =>
    `${alias}.organization_id = ${table}.organization_id and ${alias}.kind = '${kind}'
       and ${alias}.subject_id = ${table}.${subjectColumn}`;
  return `(select json_build_object('state', coalesce(ci.state, 'closed'), 'since', ${time('ci.since')},
      'failed', case when ci.state <> 'closed' then ci.failed else late.failed end,
      'attempts', case when ci.state <> 'closed' then ci.attempts else late.attempts end,
      'until', ${time('ci.probe_at')}, 'probeCallId', ci.probe_call_id)
    from organizations own left join circuits ci on ${isSubject('ci')}
      cross join lateral (
        select count(*) filter (where latest.failed) as failed, count(*) as attempts from (
          select ao.failed from attempt_outcomes ao where ${isSubject('ao')}
            and ao.at > greatest(ci.since, (select dialer_now())
              - make_interval(secs => (own.circuit_breaker ->> 'windowSeconds')::integer))
          order by ao.at desc limit (own.circuit_breaker ->> 'attempts')::integer) latest) late
    where own.organization_id = ${table}.organization_id)`;
}

export function toCircuit(row: CircuitRow): Circuit {
  const { failed, attempts } = row;
  const failureRate = attempts === 0 ? null : Math.round((1000 * failed) / attempts) / 1000;
  return { ...row, failureRate };
}

const closeOne = statement(
  'circuits.close',
  `insert into circuits (organization_id, kind, subject_id, since) values ($1, $2, $3, dialer_now())
   on conflict (organization_id, kind, subject_id) do update
     set state = 'closed', since = excluded.since, probe_at = null, probe_call_id = null`,
);
/**
 * Two common table expressions: `probed` locks the circuits that the calls of `held` probe, in the order of their key,
 * and `closed` closes them.
 */
export function closeProbedSql(held: string): string {
  return `probed as materialized (
     select ci.organization_id, ci.kind, ci.subject_id from ${held} i
       join circuits ci on ci.organization_id = i.organization_id and ci.probe_call_id = i.call_id
         and ci.state <> 'closed'
     order by ci.organization_id, ci.kind, ci.subject_id for update of ci),
   closed as (
     update circuits ci set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
     from probed p where ci.organization_id = p.organization_id and ci.kind = p.kind and ci.subject_id = p.subject_id)`;
}

const closeAll = statement(
  'circuits.close_all',
  `update circuits set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
   where organization_id = $1 and state <> 'closed'`,
);

/** Closes a circuit on request. Earlier failures no longer count. */
export async function closeCircuit(
  db: Queryable,
  organizationId: string,
  kind: CircuitKind,
  subjectId: string,
): Promise<void> {
  await db.query(closeOne, [organizationId, kind, subjectId]);
}

/** Closes every circuit of an organization that switched circuits off. */
export async function closeCircuits(db: Queryable, organizationId: string): Promise<void> {
  await db.query(closeAll, [organizationId]);
}

const take = statement('circuits.take_probe', 'select take_probe($1, $2, $3, $4) as taken');
const giveBack = statement(
  'circuits.give_probe_back',
  `update circuits set state = 'open', probe_at = dialer_now(), probe_call_id = null
   where organization_id = $1 and state = 'half-open' and probe_call_id = $2`,
);

const failure = statement(
  'circuits.trunk_failed',
  'select record_attempts(array[$1], array[$2], array[$3], array[true], array[null], array[null]::boolean[], false)',
);

/** Records that a trunk refused a call that continues over another trunk. */
export async function noteTrunkFailure(
  db: Queryable,
  organizationId: string,
  callId: string,
  trunkId: string,
): Promise<void> {
  await db.query(failure, [organizationId, callId, trunkId]);
}

const campaignFailure = statement(
  'circuits.campaign_failed',
  `select record_attempts(array[$1], array[$2], array[null], array[null]::boolean[], array[$3], array[true], false)`,
);

/** Records that a campaign's call could not be made and waits. */
export async function noteCampaignFailure(
  db: Queryable,
  organizationId: string,
  callId: string,
  campaignId: string,
): Promise<void> {
  await db.query(campaignFailure, [organizationId, callId, campaignId]);
}

/** A circuit that is open or half-open. */
export interface OpenCircuit {
  kind: CircuitKind;
  subjectId: string;
  /** Whether a call may probe it now. */
  isProbeDue: boolean;
  /** When a call may probe it (Unix time in milliseconds). */
  untilMs: number;
  /** The failures that opened it. */
  failed: number;
  attempts: number;
}

/**
 * Returns an SQL expression for an OpenCircuit as JSON, or null when it is closed. The arguments are SQL expressions.
 */
export function openCircuit(kind: CircuitKind, organizationId: string, subjectId: string): string {
  return `(select json_build_object('kind', ci.kind, 'subjectId', ci.subject_id, 'failed', ci.failed,
      'attempts', ci.attempts, 'isProbeDue', ci.probe_at <= (select dialer_now()),
      'untilMs', floor(extract(epoch from ci.probe_at) * 1000))
    from circuits ci where ci.organization_id = ${organizationId} and ci.kind = '${kind}'
      and ci.subject_id = ${subjectId} and ci.state <> 'closed')`;
}

/** Takes the probe of a circuit for a call. Returns false when another call has it. */
export async function takeProbe(
  db: Queryable,
  organizationId: string,
  callId: string,
  { kind, subjectId }: Pick<OpenCircuit, 'kind' | 'subjectId'>,
): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(take, [organizationId, kind, subjectId, callId]);
  return row?.taken ?? false;
}

/** Returns the probe of a call that was not dialed, so that the next one may take it. */
export async function giveProbeBack(db: Queryable, organizationId: string, callId: string): Promise<void> {
  await db.query(giveBack, [organizationId, callId]);
}

/** Returns the hold message of an open circuit. */
export function circuitMessage({ kind, failed, attempts }: OpenCircuit): string {
  const rate = Math.round((100 * failed) / Math.max(attempts, 1));
  return `The circuit of the ${kind} is open because ${failed} of its last ${attempts} attempts failed (${rate} %). One call at a time may probe it.`;
}

const batchMax = 10_000;
// Longer than the longest window.
const outcomes = statement(
  'circuits.forget_outcomes',
  `delete from attempt_outcomes where ctid = any(array(
     select ctid from attempt_outcomes where at < (select dialer_now()) - interval '16 minutes' limit ${batchMax})) returning 1`,
);
const closed = statement(
  'circuits.forget_closed',
  `delete from circuits where ctid = any(array(
     select ctid from circuits c where state = 'closed' and coalesce(since, '-infinity') < (select dialer_now()) - interval '1 day'
       and not exists (select from attempt_outcomes o where o.organization_id = c.organization_id and o.kind = c.kind
         and o.subject_id = c.subject_id) limit ${batchMax})) returning 1`,
);

/** Deletes attempts that no circuit counts any more, a bounded number per statement. Returns how many. */
export async function forgetAttempts(db: Database): Promise<number> {
  let count = 0;
  for (const removal of [outcomes, closed]) {
    for (let removed = batchMax; removed === batchMax; ) {
      removed = (await db.query(removal)).length;
      count += removed;
    }
  }
  return count;
}

/** The configuration of a provider whose circuit opens or closes. */
export type CircuitSubject = Pick<ProviderCircuit, 'kind' | 'provider' | 'key' | 'model'>;

const openProvider = statement(
  'circuits.open_provider',
  `insert into provider_circuits (organization_id, kind, provider, key_name, model, open_until, message)
   values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6::float8 / 1000), $7)
   on conflict (organization_id, kind, provider, key_name, model)
     do update set open_until = excluded.open_until, message = excluded.message`,
);
const closeProvider = statement(
  'circuits.close_provider',
  `delete from provider_circuits where organization_id = $1 and kind = $2 and provider = $3 and key_name = $4
     and model = $5`,
);
const openProviders = readStatement(
  'circuits.open_providers',
  `select kind, provider, case when key_name <> '' then key_name end as key,
     case when model <> '' then model end as model, message, rfc3339(open_until) as "openUntil"
   from provider_circuits where organization_id = $1 and open_until > clock_timestamp()
   order by kind, provider, key_name, model limit 100`,
);
const forgetProviders = statement(
  'circuits.forget_providers',
  `delete from provider_circuits where open_until < clock_timestamp() - interval '1 day'`,
);

/** Stores that a provider is avoided for `pauseMs` and why, or with `null` that it is asked again. */
export async function storeProviderCircuit(
  db: Queryable,
  organizationId: string,
  { kind, provider, key, model }: CircuitSubject,
  opened: { pauseMs: number; message: string } | null,
): Promise<void> {
  const subject = [organizationId, kind, provider, key ?? '', model ?? ''];
  if (opened === null) await db.query(closeProvider, subject);
  else await db.query(openProvider, [...subject, opened.pauseMs, opened.message]);
}

/** Returns the providers that a process of the installation avoids now. */
export function selectProviderCircuits(db: Queryable, organizationId: string): Promise<ProviderCircuit[]> {
  return db.query<ProviderCircuit>(openProviders, [organizationId]);
}

/** Deletes what processes left behind that ended while a circuit was open. */
export async function forgetProviderCircuits(db: Queryable): Promise<void> {
  await db.query(forgetProviders, []);
}
