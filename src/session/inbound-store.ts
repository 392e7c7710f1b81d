import { configurationOf } from '../agents/index.ts';
import { recordEvent } from '../calls/index.ts';
import { type Database, type Queryable, statement, toJson } from '../db/index.ts';
import type { DialableAgent } from '../dialer/index.ts';
import { newId } from '../kernel/index.ts';
import { consumePersonalization } from '../personalization/index.ts';
import type { TrunkAudio } from './local-audio.ts';

/** Where an inbound call goes: the number that was called, its trunks and its agent. */
export interface RouteTrunk extends TrunkAudio {
  trunkId: string;
  trustsIdentity: boolean;
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
  trunks: RouteTrunk[] | null;
  agent_id: string | null;
  version: number;
  configuration: object;
}

const selectRoute = statement(
  'session.route',
  `select n.organization_id, n.phone_number_id, n.phone_number, n.external_id_header, n.overflow,
     (select json_agg(json_build_object('trunkId', t.trunk_id, 'codecs', t.codecs, 'mediaEncryption',
         t.media_encryption, 'trustsIdentity', t.allowed_addresses is not null) order by o.place)
       from unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as o (trunk_id, place)
         join trunks t on t.organization_id = n.organization_id and t.trunk_id = o.trunk_id) as trunks, a.agent_id, a.version, v.configuration
   from phone_numbers n
     left join agents a on a.organization_id = n.organization_id and a.agent_id = n.inbound_agent_id
     left join agent_versions v
       on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where n.phone_number = $1`,
);
/** More than a few say nothing about which of them was called. */
const selectRegistered = statement(
  'session.registered_numbers',
  `select n.organization_id, n.phone_number, t.trunk_id from trunks t
     join phone_numbers n on n.organization_id = t.organization_id
       and t.trunk_id = any(n.trunk_id || n.fallback_trunk_ids)
   where t.register and t.username = $1 limit 100`,
);
const lockSlots = statement(
  'session.lock_slots',
  'select 1 from organization_slots where organization_id = $1 for update',
);
const room = statement(
  'session.room',
  'select max_concurrent_calls - live_legs($1) as room from organizations where organization_id = $1',
);
const trunkIsFull = statement(
  'session.trunk_is_full',
  `select max_concurrent_calls <= calls_on_trunk($1, $2) as full from trunks
   where organization_id = $1 and trunk_id = $2 and max_concurrent_calls is not null`,
);
const insert = statement(
  'session.insert_inbound',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
     phone_number, trunk_id, node_id, sip_call_id, sip_from_tag, external_id, agent_version, ringing_at, created_at)
   values ($1, $2, $3, 'inboundPhoneCall', 'ringing', $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now())
   on conflict do nothing returning call_id`,
);
const setVariables = statement(
  'session.set_variables',
  'update calls set variables = $3 where organization_id = $1 and call_id = $2',
);

export async function findRoute(db: Queryable, e164: string): Promise<InboundRoute | null> {
  const [row] = await db.query<RouteRow>(selectRoute, [e164]);
  if (!row) return null;
  return {
    organizationId: row.organization_id,
    phoneNumberId: row.phone_number_id,
    phoneNumber: row.phone_number,
    externalIdHeader: row.external_id_header,
    overflow: row.overflow,
    trunks: row.trunks ?? [],
    agent:
      row.agent_id === null
        ? null
        : { ...configurationOf(row.configuration), agentId: row.agent_id, version: row.version },
  };
}

/** The numbers of the trunks at which the server is registered under a user name. */
export async function numbersOfRegistered(
  db: Queryable,
  username: string,
): Promise<{ organizationId: string; trunkId: string; phoneNumber: string }[]> {
  const rows = await db.query<{ organization_id: string; phone_number: string; trunk_id: string }>(
    selectRegistered,
    [username],
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    trunkId: row.trunk_id,
    phoneNumber: row.phone_number,
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

export type Admitted =
  | { kind: 'admitted'; callId: string; variables: Record<string, unknown> }
  | { kind: 'full' }
  | { kind: 'trunk-full' }
  | { kind: 'known' };

/**
 * Admits a call: under the organization's cap and its trunk's, once for its trunk, Call-ID and From tag, consuming the caller's
 * personalization in the transaction that inserts the record.
 */
export async function admitCall(db: Database, call: Admission): Promise<Admitted> {
  const { organizationId } = call;
  return db.transaction(async (tx) => {
    await tx.query(lockSlots, [organizationId]);
    const [left] = await tx.query<{ room: number }>(room, [organizationId]);
    if (!left || left.room <= 0) return { kind: 'full' };
    const [trunk] = await tx.query<{ full: boolean }>(trunkIsFull, [organizationId, call.trunkId]);
    if (trunk?.full) return { kind: 'trunk-full' };
    const callId = newId('call');
    const inserted = await tx.query(insert, [
      organizationId,
      callId,
      call.agentId,
      call.customerNumber,
      call.phoneNumberId,
      call.phoneNumber,
      call.trunkId,
      call.nodeId,
      call.sipCallId,
      call.fromTag,
      call.externalId,
      call.agentVersion,
    ]);
    if (inserted.length === 0) return { kind: 'known' };
    const phoneNumber = call.customerNumber;
    const pushed = (await consumePersonalization(tx, { organizationId, phoneNumber, callId })) ?? {};
    const variables = { ...call.variables, ...pushed };
    await tx.query(setVariables, [organizationId, callId, toJson(variables)]);
    const used = Object.keys(pushed).length > 0 ? ' Its personalization push was consumed.' : '';
    const message = `Received on ${call.phoneNumber}.${used}`;
    await recordEvent(tx, organizationId, callId, { decision: 'received', reason: 'inbound', message });
    return { kind: 'admitted', callId, variables };
  });
}
