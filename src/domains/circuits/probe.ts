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
