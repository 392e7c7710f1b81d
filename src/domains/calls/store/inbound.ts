import { type Queryable, statement, toJson } from '../../../platform/db/index.ts';
import { newId, printable } from '../../../platform/kernel/index.ts';
import type { HeldCall } from './progress.ts';

const admit = statement(
  'calls.admit_inbound',
  'select kind, pushed from admit_inbound($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
);
const admitWeb = statement('calls.admit_web', 'select admit_web_call($1, $2, $3, $4, $5, $6, $7) as kind');
const leave = statement(
  'calls.leave_line',
  `update live_calls set is_unproven = true where organization_id = $1 and call_id = $2 and node_id = $3`,
);
const take = statement('calls.take_line', 'select take_inbound_line($1, $2, $3) as kind');

/** A PostgreSQL index entry holds little more than twice this length. */
const externalIdCharactersMax = 1024;

/** An inbound call to admit. */
export interface Admission {
  organizationId: string;
  nodeId: string;
  agentId: string;
  agentVersion: number;
  customerNumber: string;
  phoneNumberId: string;
  agentNumber: string;
  trunkId: string;
  sipCallId: string;
  fromTag: string;
  externalId: string;
  /** The variables of the call itself. Those of a personalization push replace them. */
  variables: Record<string, unknown>;
}

type Admitted =
  | { kind: 'admitted'; callId: string; variables: Record<string, unknown> }
  | { kind: 'full' }
  | { kind: 'trunk-full' }
  /** The number, its agent or its trunk was deleted after the route was read. */
  | { kind: 'gone' }
  | { kind: 'known' };

interface AdmittedRow {
  kind: Admitted['kind'];
  pushed: Record<string, unknown> | null;
}

/**
 * Admits an inbound call under the caps of its organization and its trunk, once for its trunk, Call-ID and From tag. The
 * same statement (`admit_inbound`) inserts the record and consumes the caller's personalization.
 */
export async function admitCall(db: Queryable, call: Admission, callId = newId('call')): Promise<Admitted> {
  const [row] = await db.query<AdmittedRow>(admit, [
    call.organizationId,
    callId,
    call.agentId,
    call.agentVersion,
    call.customerNumber,
    call.phoneNumberId,
    call.agentNumber,
    call.trunkId,
    call.nodeId,
    call.sipCallId,
    call.fromTag,
    call.externalId,
    toJson(call.variables),
  ]);
  const { kind, pushed } = row!;
  if (kind !== 'admitted') return { kind };
  return { kind, callId, variables: { ...call.variables, ...pushed } };
}

/** A call from a web page to admit. */
export interface WebAdmission {
  organizationId: string;
  nodeId: string;
  agentId: string;
  agentVersion: number;
  /** Names the visitor in the record. */
  customerNumber: string;
  /** The origin of the page. */
  origin: string;
}

/** Admits a call from a web page under the cap of its organization. The agent may be gone meanwhile. */
export async function admitWebCall(
  db: Queryable,
  call: WebAdmission,
  callId: string,
): Promise<{ kind: 'admitted' | 'full' | 'gone' | 'known' }> {
  const { organizationId, agentId, agentVersion, customerNumber, nodeId, origin } = call;
  const [row] = await db.query<{ kind: 'admitted' | 'full' | 'gone' | 'known' }>(admitWeb, [
    ...[organizationId, callId, agentId, agentVersion, customerNumber, nodeId, origin],
  ]);
  return row!;
}

/**
 * Returns an external id as it is stored and looked up: printable ASCII without surrounding spaces, at most 1,024
 * characters. Storing and looking up both use it, so that a call is found by the id of its INVITE.
 */
export function externalIdOf(text: string): string {
  return printable(text.trim(), externalIdCharactersMax).trim();
}

/** Frees the line that an answered inbound call takes of its organization and its trunk. */
export async function leaveLine(db: Queryable, { organizationId, callId, nodeId }: HeldCall): Promise<void> {
  await db.query(leave, [organizationId, callId, nodeId]);
}

/** Takes a line again for a call that released its line. A call that another process holds needs none, and returns
 * `taken`. */
export async function takeLine(db: Queryable, call: HeldCall): Promise<'taken' | 'full' | 'trunk-full'> {
  const { organizationId, callId, nodeId } = call;
  const [row] = await db.query<{ kind: 'taken' | 'full' | 'trunk-full' }>(take, [
    organizationId,
    callId,
    nodeId,
  ]);
  return row!.kind;
}
