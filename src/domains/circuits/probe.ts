import { type Queryable, statement } from '../../platform/db/index.ts';
import type { CircuitKind } from './schemas.ts';

const take = statement('circuits.take_probe', 'select take_probe($1, $2, $3, $4) as taken');
const giveBack = statement(
  'circuits.give_probe_back',
  `update circuits set state = 'open', probe_at = dialer_now(), probe_call_id = null
   where organization_id = $1 and state = 'half-open' and probe_call_id = $2`,
);

const failure = statement(
  'circuits.trunk_failed',
  'select note_attempts(array[$1], array[$2], array[$3], array[true], array[null], array[null]::boolean[], false)',
);

/** A trunk did not take a call, which goes on over another one. */
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
  `select note_attempts(array[$1], array[$2], array[null], array[null]::boolean[], array[$3], array[true], false)`,
);

/** A call of the campaign could not be made, and waits. */
export async function noteCampaignFailure(
  db: Queryable,
  organizationId: string,
  callId: string,
  campaignId: string,
): Promise<void> {
  await db.query(campaignFailure, [organizationId, callId, campaignId]);
}

/** A circuit that is not closed. */
export interface OpenCircuit {
  kind: CircuitKind;
  subjectId: string;
  /** Whether one call may try it now. */
  isProbeDue: boolean;
  /** When one may, on the clock of the day. */
  untilMs: number;
  /** What it opened on. */
  failed: number;
  attempts: number;
}

/** A circuit as an OpenCircuit in JSON, or null where it is closed; the arguments are expressions of SQL. */
export function openCircuit(kind: CircuitKind, organizationId: string, subjectId: string): string {
  return `(select json_build_object('kind', ci.kind, 'subjectId', ci.subject_id, 'failed', ci.failed,
      'attempts', ci.attempts, 'isProbeDue', ci.probe_at <= (select dialer_now()),
      'untilMs', floor(extract(epoch from ci.probe_at) * 1000))
    from circuits ci where ci.organization_id = ${organizationId} and ci.kind = '${kind}'
      and ci.subject_id = ${subjectId} and ci.state <> 'closed')`;
}

/** Lets a call try a circuit, if no other does; false: it has to wait. */
export async function takeProbe(
  db: Queryable,
  organizationId: string,
  callId: string,
  { kind, subjectId }: Pick<OpenCircuit, 'kind' | 'subjectId'>,
): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(take, [organizationId, kind, subjectId, callId]);
  return row?.taken ?? false;
}

/** A call that was let through was not dialed after all: the next one may try. */
export async function giveProbeBack(db: Queryable, organizationId: string, callId: string): Promise<void> {
  await db.query(giveBack, [organizationId, callId]);
}

/** What an open circuit says to people. */
export function circuitWords({ kind, failed, attempts }: OpenCircuit): string {
  const rate = Math.round((100 * failed) / Math.max(attempts, 1));
  return `The circuit of the ${kind} is open, because ${failed} of its last ${attempts} attempts failed (${rate} %). One call may try it at a time.`;
}
