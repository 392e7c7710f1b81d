/** The SQL that finds the numbers that an INVITE may call. */
import { configurationOf } from '../../../domains/agents/index.ts';
import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';
import type { TrunkAudio } from '../audio/call-audio.ts';
import type { TrunkName } from '../trunks/monitored-trunk.ts';

export interface RouteTrunk extends TrunkAudio {
  trunkId: string;
  host: string;
  port: number | null;
  transport: 'udp' | 'tcp' | 'tls';
  /** Whether the caller's asserted identity counts (RFC 3325). */
  trustsIdentity: boolean;
  username: string | null;
  sealedPassword: Buffer | null;
}

/** A number that was called: its organization, its trunks and its agent. */
export interface InboundRoute {
  organizationId: string;
  phoneNumberId: string;
  phoneNumber: string;
  externalIdHeader: string;
  overflow: Record<string, unknown> | null;
  /** The number's own trunk, then its fallbacks. */
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

const selectRoute = readStatement(
  'session.route',
  `select n.organization_id, n.phone_number_id, n.phone_number, n.external_id_header, n.overflow,
     (select json_agg(json_build_object('trunkId', t.trunk_id, 'host', t.host, 'port', t.port, 'transport', t.transport,
         'codecs', t.codecs, 'mediaEncryption', t.media_encryption, 'trustsIdentity', t.allowed_addresses is not null,
         'username', t.username, 'sealedPassword', encode(t.sealed_password, 'base64')) order by o.place)
       from unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as o (trunk_id, place)
         join trunks t on t.organization_id = n.organization_id and t.trunk_id = o.trunk_id) as trunks,
     a.agent_id, a.version, v.configuration
   from phone_numbers n
     left join agents a on a.organization_id = n.organization_id and a.agent_id = n.inbound_agent_id
     left join agent_versions v
       on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where n.phone_number = $1
   order by is_number_claim_valid(n) desc, n.proven_at nulls last, n.created_at limit 20`,
);
// The limit bounds the work: more than a few numbers do not tell which of them was called.
const selectRegistered = readStatement(
  'session.registered_numbers',
  `select n.organization_id as "organizationId", n.phone_number as "phoneNumber", t.trunk_id as "trunkId", t.host
   from trunks t
     join phone_numbers n on n.organization_id = t.organization_id
       and t.trunk_id = any(n.trunk_id || n.fallback_trunk_ids)
   where t.register and t.username = $1 limit 100`,
);

/** A number of a trunk that registers, with the host of its registrar. */
export interface RegisteredNumber extends TrunkName {
  phoneNumber: string;
  host: string;
}

/** Returns one route for each organization that has the number, those with a valid claim on it first. */
export async function routesOfNumber(db: Queryable, e164: string): Promise<InboundRoute[]> {
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

/** Returns the numbers of the registering trunks with this user name. */
export function registeredNumbersOf(db: Queryable, user: string): Promise<RegisteredNumber[]> {
  return db.query<RegisteredNumber>(selectRegistered, [user]);
}
