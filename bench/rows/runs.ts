import type pg from 'pg';
import { dropEmptyRunPartitions, forgetRuns } from '../../src/domains/workflows/index.ts';
import '../../src/domains/workflows/store/workflows.ts';
import { type Database, partitionsOf } from '../../src/platform/db/index.ts';
import { idBound } from '../../src/platform/kernel/index.ts';
import { type Filling, timeSql } from './fill.ts';
import type { Lookup } from './lookups.ts';

const dayMs = 86_400_000;
const days = 365;
const stepsEach = 5;
/** Of every hundred runs, one failed. */
const failedEvery = 100;
const workflows = 20;

const runsOf = ({ calls }: Filling) => Math.ceil(calls / 10);
let startMs = 0;

/** Inserts a tenth as many runs as calls, with five steps each, spread over the year. Triggers are off. */
export async function fillRuns(client: pg.Client, filling: Filling): Promise<void> {
  startMs = Date.now() - days * dayMs;
  const runs = runsOf(filling);
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  await client.query(
    `with place as materialized (
       select n, 'run_' || ${timeSql('floor($2::float8 + n::float8 * $3)::bigint')} || lpad(n::text, 16, '0') as run_id,
         to_timestamp(($2::float8 + n::float8 * $3) / 1000) as at from generate_series(0, $4::bigint - 1) as n
     ), made as (
       insert into workflow_runs (organization_id, run_id, workflow_id, version, status, input, triggered_by, request_id,
         created_at, ended_at)
       select $1, run_id, 'workflow_' || n % ${workflows}, 1, case n % ${failedEvery} when 0 then 'failed' else 'completed' end,
         '{"callId":"call_1"}', 'member_1', 'req_1', at, at from place
     )
     insert into workflow_steps (organization_id, run_id, step_key, step_id, type, status, position, attempts, input, output,
       started_at, ended_at)
     select $1, run_id, 'step_' || step, 'step_' || step, 'http', 'completed', step, 1, '{"a":1}', '{"status":200}', at, at
     from place cross join generate_series(1, ${stepsEach}) as step`,
    [filling.organizationId, startMs, (days * dayMs) / runs, runs],
  );
  await client.query('reset all');
}

/** Returns the lookups of runs. Each round asks for other rows, all over the year. */
export function runLookups(filling: Filling): Lookup[] {
  const { organizationId } = filling;
  const runs = runsOf(filling);
  const runId = (round: number) => {
    const place = (round * 7_368_787) % runs;
    return `${idBound('run', Math.floor(startMs + (place * days * dayMs) / runs))}${String(place).padStart(16, '0')}`;
  };
  const ever = [organizationId, 'run_', 'ruo', '-infinity', 'infinity', 51];
  return [
    { what: 'run by id', statement: 'workflow_runs.get', values: (n) => [organizationId, runId(n)] },
    {
      what: 'steps of a run',
      statement: 'workflow_steps.list',
      values: (n) => [organizationId, runId(n), 0, 100],
    },
    { what: 'runs, first page', statement: 'workflow_runs.list', values: () => ever },
    {
      what: 'runs of a workflow',
      statement: 'workflow_runs.list_of_workflow',
      values: (n) => [...ever, `workflow_${n % workflows}`],
    },
    { what: 'failed runs', statement: 'workflow_runs.list_failed', values: () => ever },
    {
      what: 'failed runs of a workflow',
      statement: 'workflow_runs.list_failed_of_workflow',
      values: (n) => [...ever, `workflow_${n % workflows}`],
    },
    {
      what: 'open runs of a workflow',
      statement: 'workflows.open_runs',
      values: (n) => [organizationId, `workflow_${n % workflows}`],
    },
  ];
}

/** Measures retention of the runs in the oldest tenth of the year and a day, which are the first partition. */
export async function measureRuns(db: Database, { organizationId }: Filling): Promise<string[]> {
  const until = startMs + (days / 10 + 1) * dayMs;
  const before = (await partitionsOf(db, 'workflow_runs')).length;
  const startedAtMs = performance.now();
  let removed = 0;
  for (let more = 1; more > 0; removed += more) more = await forgetRuns(db, organizationId, until);
  const removedMs = performance.now() - startedAtMs;
  await dropEmptyRunPartitions(db, Date.now());
  const droppedMs = performance.now() - startedAtMs - removedMs;
  const [first] = await partitionsOf(db, 'workflow_runs');
  return [
    `retention of ${removed} runs by rows: ${(removedMs / 1000).toFixed(2)} s`,
    `dropping their partition of ${before}: ${(droppedMs / 1000).toFixed(2)} s; ${first!.isEmpty ? 'it is' : 'NOT'} empty`,
  ];
}
