import type pg from 'pg';
import { idBound } from '../../src/platform/kernel/index.ts';

/** The calls of one statement. */
const batchCalls = 50_000;
const eventsAtOnce = 2000;
const dayMs = 86_400_000;

export interface Filling {
  organizationId: string;
  calls: number;
  /** The calls are spread over so many days up to now. */
  days: number;
  /** When the first one was created, in Unix time. */
  startMs: number;
  /** The customers who are called in turn. */
  customers: number;
}

/** Lets tables that are partitioned by ids begin with `count` partitions of equal time, besides the empty ones ahead. */
export async function layPartitions(
  client: pg.Client,
  tables: readonly string[],
  prefix: 'call' | 'run',
  count: number,
  days: number,
): Promise<void> {
  const startMs = Date.now() - days * dayMs;
  for (const table of tables) {
    await client.query(
      `do $$ declare found record; settings text; begin
         for found in select c.oid::regclass as name, array_to_string(c.reloptions, ', ') as options
           from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '${table}'::regclass loop
           settings := 'with (' || found.options || ')';
           execute format('drop table %s', found.name);
         end loop;
         execute format('create table partitions.${table}_1 partition of ${table} for values from (minvalue) to (maxvalue) %s', settings);
       end $$`,
    );
    for (let place = 1; place <= count; place++)
      await client.query('select split_partition($1, $2)', [
        table,
        idBound(prefix, Math.floor(startMs + (place * days * dayMs) / count + dayMs)),
      ]);
  }
}

/** Returns the id of the call at a place. */
export function callIdAt(filling: Filling, place: number): string {
  return `${idBound('call', Math.floor(timeOf(filling, place)))}${String(place).padStart(16, '0')}`;
}

/** Returns when the call at a place was created, in Unix time. */
export function timeOf({ calls, days, startMs }: Filling, place: number): number {
  return startMs + (place * days * dayMs) / calls;
}

const letters = '0123456789abcdefghjkmnpqrstvwxyz';
/** SQL: the ten characters of time in an id. Faster than the aggregate of id_bound. */
export function timeSql(ms: string): string {
  const places = Array.from({ length: 10 }, (_, place) => 5 * (9 - place));
  return places
    .map((shift) => `substr('${letters}', 1 + ((${ms} >> ${shift}) & 31)::integer, 1)`)
    .join(' || ');
}

/**
 * Inserts ended calls with two decisions each, in the order of time, as an installation leaves them. Triggers are off:
 * they would write the same rows one by one.
 */
export async function fillCalls(client: pg.Client, filling: Filling): Promise<void> {
  const { organizationId, calls, customers, days, startMs } = filling;
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'",
  );
  await client.query(turnSamples);
  const indexes = await dropIndexes(client);
  for (let from = 0; from < calls; from += batchCalls) {
    await client.query(
      `with place as materialized (
         select n, 'call_' || ${timeSql('floor($1::float8 + n::float8 * $2)::bigint')} || lpad(n::text, 16, '0') as call_id,
           to_timestamp(($1::float8 + n::float8 * $2) / 1000) as at, case when n % 10 = 0 then 'canceled' else 'ended' end as status
         from generate_series($3::bigint, $4::bigint - 1) as n
       ), made as (
         insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
           agent_number, trunk_id, variables, node_id, sip_call_id, sip_branch, sip_from_tag, dialing_at, ringing_at,
           started_at, ended_at, ended_by, ended_reason, external_id, recording_file, transcript, created_at, agent_version, turns, latency, usage)
         select $5, call_id, 'agent_' || n % 20, 'campaign_' || n % 200, 'outboundPhoneCall', status,
           '+1' || (2000000000 + (n * 7919) % $6::bigint), 'number_1', '+12025550100', 'trunk_1',
           json_build_object('customerName', ${customerName}, 'appointmentDate', '2026-11-21'), 'node_1', md5(n::text), md5('b' || n), 'tag',
           at, at + interval '2 s', at + interval '9 s', at + interval '1 minute', 'Agent ended the call', 'completed',
           case when n % 5 = 0 then 'ext-' || n end, case when n % 3 = 0 and (${isRecorded}) then call_id || '.wav' end,
           '[{"role":"bot","message":"Good morning, this is Anna."},{"role":"user","message":"Yes, that is fine."}]', at, 1,
           s.turns, s.latency, '[{"kind":"language-model","provider":"openai","inputTokens":410,"outputTokens":62},
             {"kind":"text-to-speech","provider":"openai"},{"kind":"speech-to-text","provider":"deepgram"}]'
         from place left join turn_samples s on s.sample = case when n % 3 = 0 then (n * 7919) % 97 end
       ), decided as (
         insert into call_events (organization_id, call_id, at, decision, reason, message)
         select $5, call_id, at, d.decision, 'test', 'A decision about the call.' from place
           cross join (values ('dialed'), ('ended'), ('retried')) as d (decision) where d.decision <> 'retried' or n % 6 = 1
       ), spoken as (
         insert into spoken_calls select $5, at, call_id, 'agent_' || n % 20 from place where n % 3 = 0
       )
       insert into ended_calls select $5, status, call_id, 'campaign_' || n % 200, 'agent_' || n % 20 from place`,
      [
        startMs,
        (days * dayMs) / calls,
        from,
        Math.min(from + batchCalls, calls),
        organizationId,
        customers,
        calls,
      ],
    );
  }
  await client.query("set maintenance_work_mem = '512MB'");
  // Building an index at the end is several times as fast.
  for (const index of indexes) await client.query(index);
  await client.query('reset all');
}

/** SQL: whether the recording of the call `n` is kept: those of the last twelfth are, and those of the second tenth. */
const isRecorded = 'n >= $7::bigint * 11 / 12 or n between $7::bigint / 10 and $7::bigint / 5';

/** SQL: the customer's name in the variables of the call `n`. One name is rare, some tens in a million. */
const customerName = `case when n % 30011 = 17 then 'Maya Lindgren' else
  (array['Ada', 'Alan', 'Barbara', 'Claude', 'Donald', 'Edsger', 'Frances', 'Grace', 'John', 'Margaret'])[1 + n % 10] || ' ' ||
  (array['Allen', 'Backus', 'Church', 'Dijkstra', 'Engelbart', 'Floyd', 'Hopper', 'Knuth', 'Lovelace', 'Turing'])[1 + (n / 10) % 10]
  || (n / 100) % 1000 end`;

/** SQL: conversations of six turns with response times of 0.4 to 3 s, of which a third of the calls have one. */
const turnSamples = `create temporary table turn_samples as
  select sample, json_agg(json_build_object('turn', turn, 'kind', 'speech', 'speechEndMs', at, 'transcriptFinalMs', at + 120,
      'endOfTurnMs', at + 300, 'firstTokenMs', at + 300 + w / 3, 'firstSentenceMs', at + 300 + w / 2, 'firstAudioMs', at + 280 + w,
      'firstRtpMs', at + 300 + w, 'interruptedAtMs', null, 'waitedMs', 300 + w, 'providerMs', w, 'addedMs', 300) order by turn) as turns,
    json_build_object('turns', 6, 'p50Ms', 900, 'p95Ms', max(300 + w), 'maxMs', max(300 + w), 'addedP50Ms', 300, 'addedP95Ms', 300)
      as latency
  from generate_series(0, 96) as sample cross join generate_series(1, 6) as turn
    cross join lateral (select 5000 * turn as at, 100 + (sample * 7919 + turn * 104729) % 2600 as w) t
  group by sample`;

/** Drops the indexes of the partitioned tables besides the primary keys, and returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select x.indexrelid::regclass as name, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index x join pg_class c on c.oid = x.indrelid
     where c.relnamespace = 'public'::regnamespace and not x.indisprimary
       and c.relname in ('calls', 'call_events', 'ended_calls', 'spoken_calls')`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/**
 * Inserts calls that waited for one of ten teams: one in fifty. Of those, six in ten were answered, two were abandoned and two
 * went on to the fallback.
 */
export async function fillTeamCalls(client: pg.Client, { organizationId }: Filling): Promise<void> {
  await client.query(
    `insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, member_id, refused_by, waiting_since,
       answered_at, ended_at, outcome)
     select $1, 'teamcall_' || n, 'team_' || n / 50 % 10, call_id, '{}', 'ended',
       case when place < 6 then 'member_' || n / 50 % 7 end, case when n % 3 = 0 then '{member_9}' else '{}' end::text[],
       created_at, case when place < 6 then created_at + interval '20 s' end, created_at + interval '2 minutes',
       case when place < 6 then 'answered' when place < 8 then 'abandoned' else 'timed-out' end
     from calls cross join lateral (select right(call_id, 16)::bigint as n) p cross join lateral (select n / 500 % 10 as place) q
     where organization_id = $1 and n % 50 = 0`,
    [organizationId],
  );
  await client.query('analyze team_calls');
}

/** Inserts a tenth as many chats and audit entries, and an event for each call, which are not partitioned by calls. */
export async function fillOthers(client: pg.Client, { organizationId, calls }: Filling): Promise<void> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  const rows = Math.ceil(calls / 10);
  await client.query(
    `insert into chats (organization_id, chat_id, agent_id, customer_unique_id, status, chat_variables, created_at, updated_at)
     select $1, 'chat_' || lpad(n::text, 26, '0'), 'agent_' || n % 20, 'customer_' || n % 1000, 'ended', '{}', now(), now()
     from generate_series(1, $2::int) as n`,
    [organizationId, rows],
  );
  await client.query(
    `insert into agents (organization_id, agent_id, version, name, required_variables, created_at, updated_at)
     select $1, 'agent_' || n, 1, 'Anna', '{}', now(), now() from generate_series(2, 19) as n`,
    [organizationId],
  );
  await client.query(
    `insert into audit_logs (organization_id, created_at, position, audit_log_id, doc, previous_hash, hash)
     select $1, now() - make_interval(secs => n), -n, uuid_v7(), '{"actionVerb":"updated","resourceType":"campaigns"}', '', ''
     from generate_series(1, $2::int) as n`,
    [organizationId, rows],
  );
  // Upkeep cuts the events every second, so that a slow reader sorts few at a time.
  for (let from = 0; from < calls; from += eventsAtOnce) {
    await client.query(
      `insert into events (organization_id, type, resource_id)
       select $1, 'call.ended', 'call_' || n from generate_series($2::int, $3::int) as n`,
      [organizationId, from + 1, Math.min(from + eventsAtOnce, calls)],
    );
    await client.query('select add_event_cut(1000)');
  }
  await client.query('reset all');
}
