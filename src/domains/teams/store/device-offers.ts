import { rolesWith } from '../../../platform/access/scopes.ts';
import { type Queryable, readStatement } from '../../../platform/db/index.ts';

/** A call that rings at a member who takes calls on devices, of which one or more are registered at this process. */
export interface DeviceOffer {
  organizationId: string;
  teamCallId: string;
  callId: string;
  teamName: string;
  memberId: string;
  memberName: string;
  customerNumber: string;
  summary: string | null;
  /** How long the caller has waited, and how long the call rings here. */
  waitedMs: number;
  ringMs: number;
  devices: DeviceOfOffer[];
  /** The devices of the member that are registered at other processes. */
  elsewhere: number;
}

export interface DeviceOfOffer {
  deviceId: string;
  /** Identifies the binding. */
  contact: string;
  uri: string;
  path: string[];
  mediaEncryption: 'off' | 'optional' | 'required';
}

const ms = (from: string, to: string) => `(extract(epoch from ${to} - ${from}) * 1000)::int`;
const select = readStatement(
  'teams.device_offers',
  `select c.organization_id as "organizationId", c.team_call_id as "teamCallId", c.call_id as "callId", t.name as "teamName", c.member_id as "memberId",
     coalesce(n.name, n.email, n.member_id) as "memberName", k.customer_number as "customerNumber", c.summary,
     ${ms('c.waiting_since', 'clock_timestamp()')} as "waitedMs", ${ms('clock_timestamp()', 'c.offer_until')} as "ringMs",
     (select json_agg(json_build_object('deviceId', d.device_id, 'contact', b.contact, 'uri', b.uri, 'path', b.path,
         'mediaEncryption', d.media_encryption) order by b.registered_at) filter (where b.node_id = $2)
       from member_devices d join device_bindings b on b.organization_id = d.organization_id and b.device_id = d.device_id
       where d.organization_id = c.organization_id and d.member_id = c.member_id
         and b.expires_at > clock_timestamp()) as devices,
     (select count(*)::int from member_devices d
         join device_bindings b on b.organization_id = d.organization_id and b.device_id = d.device_id
       where d.organization_id = c.organization_id and d.member_id = c.member_id and b.node_id <> $2
         and b.expires_at > clock_timestamp()) as elsewhere
   from team_calls c join member_presence p on p.organization_id = c.organization_id and p.member_id = c.member_id
     join teams t on t.organization_id = c.organization_id and t.team_id = c.team_id
     join members n on n.organization_id = c.organization_id and n.member_id = c.member_id
     join calls k on k.organization_id = c.organization_id and k.call_id = c.call_id
   where c.organization_id = any($1) and c.state = 'offered' and c.offer_until > clock_timestamp()
     and p.takes_on = 'device' and c.campaign_id is null
     and n.role = any($3)`,
);

/**
 * Returns the calls of the organizations that ring on devices which are registered at the process, at members whose role may still
 * take calls.
 */
export async function deviceOffers(
  db: Queryable,
  organizationIds: readonly string[],
  nodeId: string,
): Promise<DeviceOffer[]> {
  if (organizationIds.length === 0) return [];
  const found = await db.query<DeviceOffer>(select, [organizationIds, nodeId, rolesWith('calls:control')]);
  return found.filter(({ devices }) => devices !== null);
}
