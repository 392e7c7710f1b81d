import { configurationOf } from '../../../domains/agents/index.ts';
import type { HeldCall } from '../../../domains/calls/index.ts';
import { type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';
import type { TrunkAudio } from '../audio/local-audio.ts';
import type { RegisteredNumber } from '../trunks/registered-contact.ts';

/** Where an inbound call goes: the number that was called, its trunks and its agent. */
export interface RouteTrunk extends TrunkAudio {
  trunkId: string;
  /** Where it is reached. */
  host: string;
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  trustsIdentity: boolean;
  username: string | null;
  sealedPassword: Buffer | null;
}

export interface InboundRoute {
  organizationId: string;
  phoneNumberId: string;
  phoneNumber: string;
  externalIdHeader: string;
  overflow: Record<string, unknown> | null;
  /** Its own, then those that take its place. */
  trunks: RouteTrunk[];
  agent: DialableAgent | null;
}

interface RouteRow {
  organization_id: string;
  phone_number_id: string;
  phone_number: string;
  external_id_header: string;
  overflow: Record<string, unknown> | null;
  trunks: (Omit<RouteTrunk, 'sealedPassword'> & { sealedPassword: string | null })[] | null;
  agent_id: string | null;
  version: number;
  configuration: object;
}

const selectRoute = statement(
  'session.route',
  `select n.organization_id, n.phone_number_id, n.phone_number, n.external_id_header, n.overflow,
     (select json_agg(json_build_object('trunkId', t.trunk_id, 'host', t.host, 'port', t.port, 'transport', t.transport, 'codecs', t.codecs, 'mediaEncryption',
         t.media_encryption, 'trustsIdentity', t.allowed_addresses is not null,
         'username', t.username, 'sealedPassword', encode(t.sealed_password, 'base64')) order by o.place)
       from unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as o (trunk_id, place)
         join trunks t on t.organization_id = n.organization_id and t.trunk_id = o.trunk_id) as trunks, a.agent_id, a.version, v.configuration
   from phone_numbers n
     left join agents a on a.organization_id = n.organization_id and a.agent_id = n.inbound_agent_id
     left join agent_versions v
       on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where n.phone_number = $1
   order by claim_stands(n) desc, n.proven_at nulls last, n.created_at limit 20`,
);
/** More than a few say nothing about which of them was called. */
const selectRegistered = readStatement(
  'session.registered_numbers',
  `select n.organization_id, n.phone_number, t.trunk_id, t.host from trunks t
     join phone_numbers n on n.organization_id = t.organization_id
       and t.trunk_id = any(n.trunk_id || n.fallback_trunk_ids)
   where t.register and t.username = $1 limit 100`,
);
const admit = statement(
  'session.admit_inbound',
  'select kind, pushed from admit_routed_call($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
);

const leave = statement(
  'session.leave_line',
  `update live_calls set is_unproven = true where organization_id = $1 and call_id = $2 and node_id = $3`,
);
const take = statement('session.take_line', 'select take_inbound_line($1, $2, $3) as kind');

/** Where calls to the number may go: one route for each organization that has it, those whose claims stand first. */
export async function findRoutes(db: Queryable, e164: string): Promise<InboundRoute[]> {
  return (await db.query<RouteRow>(selectRoute, [e164])).map(toRoute);
}

function toRoute(row: RouteRow): InboundRoute {
  return {
    organizationId: row.organization_id,
    phoneNumberId: row.phone_number_id,
    phoneNumber: row.phone_number,
    externalIdHeader: row.external_id_header,
    overflow: row.overflow,
    trunks: (row.trunks ?? []).map(({ sealedPassword, ...trunk }) => ({
      ...trunk,
      sealedPassword: sealedPassword === null ? null : Buffer.from(sealedPassword, 'base64'),
    })),
    agent:
      row.agent_id === null
        ? null
        : { ...configurationOf(row.configuration), agentId: row.agent_id, version: row.version },
  };
}

interface RegisteredRow {
  organization_id: string;
  phone_number: string;
  trunk_id: string;
  host: string;
}

/** The numbers of the trunks at which the server is registered under a user name. */
export async function numbersOfRegistered(db: Queryable, username: string): Promise<RegisteredNumber[]> {
  const rows = await db.query<RegisteredRow>(selectRegistered, [username]);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    trunkId: row.trunk_id,
    phoneNumber: row.phone_number,
    host: row.host,
  }));
}

/** An inbound call as it is to be admitted. */
export interface Admission {
  organizationId: string;
  nodeId: string;
  agentId: string;
  agentVersion: number;
  customerNumber: string;
  phoneNumberId: string;
  phoneNumber: string;
  trunkId: string;
  sipCallId: string;
  fromTag: string;
  externalId: string;
  /** What the call itself brings; a personalization push goes before it. */
  variables: Record<string, unknown>;
}

type Admitted =
  | { kind: 'admitted'; callId: string; variables: Record<string, unknown> }
  | { kind: 'full' }
  | { kind: 'trunk-full' }
  /** The number, its agent or its trunk was deleted since the route was read. */
  | { kind: 'gone' }
  | { kind: 'known' };

interface AdmittedRow {
  kind: Admitted['kind'];
  pushed: Record<string, unknown> | null;
}

/**
 * Admits a call: under the organization's cap and its trunk's, once for its trunk, Call-ID and From tag, consuming the caller's
 * personalization with the insertion of the record: all in one statement (`admit_routed_call`), or nothing of it.
 */
export async function admitCall(db: Queryable, call: Admission): Promise<Admitted> {
  const callId = newId('call');
  const [row] = await db.query<AdmittedRow>(admit, [
    call.organizationId,
    callId,
    call.agentId,
    call.agentVersion,
    call.customerNumber,
    call.phoneNumberId,
    call.phoneNumber,
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

/** From here on an inbound call that was answered takes no line of its organization and its trunk. */
export async function leaveLine(db: Queryable, { organizationId, callId, nodeId }: HeldCall): Promise<void> {
  await db.query(leave, [organizationId, callId, nodeId]);
}

/** Takes a line again for a call that had left its own, if there is one; one that is no longer this process's needs none. */
export async function takeLine(db: Queryable, call: HeldCall): Promise<'taken' | 'full' | 'trunk-full'> {
  const { organizationId, callId, nodeId } = call;
  const [row] = await db.query<{ kind: 'taken' | 'full' | 'trunk-full' }>(take, [
    organizationId,
    callId,
    nodeId,
  ]);
  return row!.kind;
}
