import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { JournalEntry } from './run/journal.ts';
import type { RunFacts } from './run/run-state.ts';

/** A run that this process executes. */
export interface Claimed {
  organizationId: string;
  facts: RunFacts;
  /** The depth of the run among runs that started each other. */
  depth: number;
  claim: number;
  wakes: number;
  /** Milliseconds for which the run was ready before the claim. */
  lateMs: number;
  journal: JournalEntry[];
}

const claim = statement(
  'workflow_engine.claim',
  `select organization_id, run_id, claim, wakes, late_ms, workflow_id, version, input, depth, created_at
   from workflow_claim($1, $2, $3)`,
);
const steps = readStatement(
  'workflow_engine.steps',
  `select organization_id, run_id, step_key, step_id, type, status, position, attempts, input, output, error, wake_key,
     extract(epoch from wake_at) * 1000 as wake_at_ms, extract(epoch from started_at) * 1000 as started_at_ms,
     extract(epoch from ended_at) * 1000 as ended_at_ms
   from workflow_steps s join unnest($1::text[], $2::text[]) as k (o, i)
     on s.organization_id = k.o and s.run_id = k.i
   order by s.position`,
);
const wakesOf = readStatement(
  'workflow_engine.wakes',
  `select wakes from workflow_open_runs
   where organization_id = $1 and run_id = $2 and node_id = $3 and claim = $4`,
);

interface ClaimRow {
  organization_id: string;
  run_id: string;
  claim: number;
  wakes: number;
  late_ms: number;
  workflow_id: string;
  version: number;
  input: Record<string, unknown>;
  depth: number;
  created_at: string;
}
interface StepRow {
  organization_id: string;
  run_id: string;
  step_key: string;
  step_id: string;
  type: JournalEntry['type'];
  status: JournalEntry['status'];
  position: number;
  attempts: number;
  input: unknown;
  output: unknown;
  error: string | null;
  wake_key: string | null;
  wake_at_ms: string | null;
  started_at_ms: string;
  ended_at_ms: string | null;
}

/** Claims up to `limit` ready runs with their journals. Skips the organizations in `full`. */
export async function claimRuns(
  db: Queryable,
  nodeId: string,
  limit: number,
  full: readonly string[],
): Promise<Claimed[]> {
  const claims = await db.query<ClaimRow>(claim, [nodeId, limit, full]);
  // A run that was never claimed has no journal.
  const journals = await journalsOf(
    db,
    claims.filter((row) => row.claim > 1),
  );
  return claims.map((row) => {
    const { organization_id: organizationId, run_id: runId, claim, wakes, late_ms: lateMs, depth } = row;
    const { workflow_id: workflowId, version, input, created_at: createdAt } = row;
    const facts = { runId, workflowId, version, input, createdAt };
    const journal = journals.get(`${organizationId}/${runId}`) ?? [];
    return { organizationId, facts, depth, claim, wakes, lateMs, journal };
  });
}

/**
 * Reads the journal of a claimed run again. The wake count is read first, so that a later event is noticed. Returns null
 * when this process no longer holds the claim.
 */
export async function readAgain(
  db: Queryable,
  nodeId: string,
  { organizationId, facts, claim }: Claimed,
): Promise<Pick<Claimed, 'wakes' | 'journal'> | null> {
  const runKey = { organization_id: organizationId, run_id: facts.runId };
  const [held] = await db.query<{ wakes: number }>(wakesOf, [organizationId, facts.runId, nodeId, claim]);
  if (!held) return null;
  const journals = await journalsOf(db, [runKey]);
  return { wakes: held.wakes, journal: journals.get(`${organizationId}/${facts.runId}`) ?? [] };
}

type RunKey = Pick<ClaimRow, 'organization_id' | 'run_id'>;

/** Returns the columns of the keys, as the statement takes them. */
function columnsOf(keys: readonly RunKey[]): string[][] {
  return [keys.map(({ organization_id }) => organization_id), keys.map(({ run_id }) => run_id)];
}

async function journalsOf(db: Queryable, keys: readonly RunKey[]): Promise<Map<string, JournalEntry[]>> {
  const journals = new Map<string, JournalEntry[]>();
  if (keys.length === 0) return journals;
  for (const row of await db.query<StepRow>(steps, columnsOf(keys))) {
    const key = `${row.organization_id}/${row.run_id}`;
    const journal = journals.get(key) ?? [];
    journals.set(key, journal);
    journal.push(entryOf(row));
  }
  return journals;
}

function entryOf(row: StepRow): JournalEntry {
  const { type, status, position, attempts, input, output, error } = row;
  const ms = (value: string | null) => (value === null ? null : Number(value));
  return {
    key: row.step_key,
    stepId: row.step_id,
    type,
    status,
    position,
    attempts,
    input,
    output,
    error,
    wakeAtMs: ms(row.wake_at_ms),
    wakeKey: row.wake_key,
    startedAtMs: Number(row.started_at_ms),
    endedAtMs: ms(row.ended_at_ms),
  };
}

const nextReady = readStatement(
  'workflow_engine.next_ready',
  `select extract(epoch from min(ready_at) - clock_timestamp()) * 1000 as ms from workflow_open_runs
   where node_id is null and not paused and ready_at < 'infinity'`,
);
/** Returns the milliseconds until the next run is ready, or null when no run waits for a time. */
export async function nextReadyMs(db: Queryable): Promise<number | null> {
  const [next] = await db.query<{ ms: string | null }>(nextReady);
  return next?.ms == null ? null : Number(next.ms);
}

/**
 * `lost`: the run belongs to another process or has ended. `woken`: an event arrived that this process has not read, and
 * nothing was written. `paused`: the journal was written, but no step may begin.
 */
export type Verdict = 'ok' | 'lost' | 'woken' | 'paused';

const advance = statement(
  'workflow_engine.advance',
  'select verdict from workflow_advance($1, $2) as verdict',
);

/** Writes the journals of runs, given as JSON texts. When one cannot be stored, throws and stores none. */
export async function advanceRuns(
  db: Queryable,
  nodeId: string,
  writings: readonly string[],
): Promise<Verdict[]> {
  const rows = await db.query<{ verdict: Verdict }>(advance, [nodeId, `[${writings.join(',')}]`]);
  return rows.map(({ verdict }) => verdict);
}

/** A published version of a workflow. */
export interface VersionKey {
  organizationId: string;
  workflowId: string;
  version: number;
}

const definitions = readStatement(
  'workflow_engine.definitions',
  `select v.organization_id as "organizationId", v.workflow_id as "workflowId", v.version, v.definition
   from workflow_versions v join unnest($1::text[], $2::text[], $3::integer[]) as k (o, w, n)
     on v.organization_id = k.o and v.workflow_id = k.w and v.version = k.n`,
);

/** Returns the stored definitions of the versions that exist. */
export function selectDefinitions(
  db: Queryable,
  keys: readonly VersionKey[],
): Promise<(VersionKey & { definition: unknown })[]> {
  return db.query(definitions, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ workflowId }) => workflowId),
    keys.map(({ version }) => version),
  ]);
}
