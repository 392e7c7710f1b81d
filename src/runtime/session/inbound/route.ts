import { configurationOf } from '../../../domains/agents/index.ts';
import { type Database, readStatement } from '../../../platform/db/index.ts';
import { normalizePhoneNumber, withoutTrunkPrefix } from '../../../platform/kernel/index.ts';
import type { IncomingCall } from '../../../telephony/sip/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';
import type { TrunkAudio } from '../audio/call-audio.ts';
import type { TrunkName } from '../trunks/monitored-trunk.ts';
import type { TrunkAddresses } from '../trunks/trunk-addresses.ts';
import { Refusal } from './inbound-answer.ts';

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

/** The registrations of this process. */
export interface RegisteredTrunks {
  /** Returns the trunk whose Contact has this line, or `null`. */
  ofLine(line: string): TrunkName | null;
  /** Returns whether the trunk's registrar accepted us. */
  isRegistered(trunk: TrunkName): boolean;
}

interface RouteContext {
  environment: { db: Database };
  addresses: Pick<TrunkAddresses, 'belongs' | 'lookAgain'>;
  registered: RegisteredTrunks;
}

/**
 * Finds the number that an INVITE calls, and the trunk of it that the source belongs to. The number is the user of the
 * Request-URI or of To. At a contact that we registered, the user is our name, and the registration decides the number.
 * Throws a Refusal.
 */
export async function findRoute(
  context: RouteContext,
  incoming: IncomingCall,
): Promise<{ route: InboundRoute; trunk: RouteTrunk }> {
  const { requestUri, to, source } = incoming;
  const { db } = context.environment;
  for (const user of new Set([requestUri.user, to.uri.user])) {
    const called = e164Of(user);
    const routes = called === null ? [] : await routesOf(db, withoutTrunkPrefix(called));
    if (routes.length === 0) continue;
    const candidates = routes.flatMap((route) =>
      route.trunks.map((trunk) => ({
        route,
        trunk,
        organizationId: route.organizationId,
        trunkId: trunk.trunkId,
      })),
    );
    const [found] = await ofSource(context, candidates, routes[0]!.phoneNumberId, source.address);
    if (found) return found;
    throw new Refusal(403, 'source-not-allowed', "the source does not belong to the number's trunks");
  }
  const found = await registeredRoute(context, incoming);
  if (found) return found;
  throw new Refusal(404, 'number-unknown', 'no organization has the called number');
}

async function registeredRoute(context: RouteContext, { requestUri, to, source }: IncomingCall) {
  const { db } = context.environment;
  if (requestUri.user === null) return null;
  const numbers = await db.query<RegisteredNumber>(selectRegistered, [requestUri.user]);
  const ours = await ofSource(context, numbers, requestUri.user, source.address);
  const called = { line: requestUri.params.get('line') ?? null, toHost: to.uri.host };
  const number = numberOfContact(ours, called, context.registered);
  if (number === null) return null;
  for (const route of await routesOf(db, number.phoneNumber)) {
    if (route.organizationId !== number.organizationId) continue;
    const trunk = route.trunks.find(({ trunkId }) => trunkId === number.trunkId);
    if (trunk) return { route, trunk };
  }
  return null;
}

/**
 * Returns the number that a call to one of our contacts is for, or `null` when it is ambiguous. `numbers` are those whose
 * trunks have the called user name and admit the source. The line decides when the registrar returned it. Otherwise only
 * registered trunks count, first those of the host that the call is addressed to.
 */
export function numberOfContact(
  numbers: readonly RegisteredNumber[],
  called: { line: string | null; toHost: string },
  registered: RegisteredTrunks,
): RegisteredNumber | null {
  const byLine = called.line === null ? null : registered.ofLine(called.line);
  const ours = byLine
    ? numbers.filter((it) => it.organizationId === byLine.organizationId && it.trunkId === byLine.trunkId)
    : numbers.filter((it) => registered.isRegistered(it));
  const atHost = ours.filter(({ host }) => host.toLowerCase() === called.toHost.toLowerCase());
  const [first, ...others] = atHost.length > 0 ? atHost : ours;
  return first && others.length === 0 ? first : null;
}

/**
 * Returns the candidates whose trunk lets the source send calls, in their order. When there is none, it reads the trunks
 * again first: a trunk may be new. `asked` bounds how often that happens for one number and source.
 */
async function ofSource<Candidate extends { organizationId: string; trunkId: string }>(
  { addresses }: RouteContext,
  candidates: readonly Candidate[],
  asked: string,
  address: string,
): Promise<Candidate[]> {
  const belonging = () =>
    candidates.filter(({ organizationId, trunkId }) => addresses.belongs(organizationId, trunkId, address));
  const known = belonging();
  if (known.length > 0 || candidates.length === 0) return known;
  await addresses.lookAgain(`${asked} ${address}`);
  return belonging();
}

/** Returns one route for each organization that has the number, those with a valid claim on it first. */
async function routesOf(db: Database, e164: string): Promise<InboundRoute[]> {
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

/** Returns the number of a SIP user part without its parameters (`+15551234567;phone-context=…`), or `null`. */
export function e164Of(user: string | null | undefined): string | null {
  const number = normalizePhoneNumber((user ?? '').split(';', 1)[0] ?? '');
  return 'error' in number ? null : number.e164;
}
