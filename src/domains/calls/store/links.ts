import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { CallLink } from '../link-schemas.ts';

const columns = `link_id as "linkId", with_recording as "withRecording", member_id as "memberId",
   (select coalesce(m.name, m.email) from members m
     where m.organization_id = call_links.organization_id and m.member_id = call_links.member_id) as "memberName",
   created_at as "createdAt", expires_at as "expiresAt"`;

// Only an erased call has no customer number. The lock makes a deletion of the customer's data wait, or come first.
const lock = statement(
  'calls.lock_for_link',
  `select status in ('ended', 'canceled') as "isOver" from calls
   where organization_id = $1 and call_id = $2 and customer_number <> '' for no key update`,
);
// A statement of its own sees the links of those that had the lock before.
const count = readStatement(
  'calls.count_links',
  `select count(*)::int as links from call_links
   where organization_id = $1 and call_id = $2 and expires_at > now()`,
);
const insert = statement(
  'calls.add_link',
  `with expired as (
     delete from call_links where organization_id = $1 and call_id = $2 and expires_at <= now())
   insert into call_links (organization_id, call_id, link_id, token_hash, with_recording, member_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, now(), now() + make_interval(hours => $7)) returning ${columns}`,
);
const remove = statement(
  'calls.delete_link',
  'delete from call_links where organization_id = $1 and call_id = $2 and link_id = $3 returning 1',
);
const select = readStatement(
  'calls.links',
  `select ${columns} from call_links where organization_id = $1 and call_id = $2 and expires_at > now() order by link_id`,
);
const byToken = readStatement(
  'calls.link_by_token',
  `select l.organization_id as "organizationId", l.call_id as "callId", l.link_id as "linkId",
     l.with_recording as "withRecording", l.expires_at as "expiresAt", o.name as "organizationName", a.name as "agentName"
   from call_links l join organizations o on o.organization_id = l.organization_id
     join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id and c.customer_number <> ''
     left join agents a on a.organization_id = c.organization_id and a.agent_id = c.agent_id
   where l.token_hash = $1 and l.expires_at > now()`,
);

/** Locks a call and returns whether it is over and how many links work. Null when it does not exist or was erased. */
export async function lockForLink(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<{ isOver: boolean; links: number } | null> {
  const call = await firstRow<{ isOver: boolean }>(tx, lock, [organizationId, callId]);
  if (call === null) return null;
  const [row] = await tx.query<{ links: number }>(count, [organizationId, callId]);
  return { ...call, ...row! };
}

/** Adds a link, and removes the expired ones of the call. */
export async function insertLink(
  tx: Queryable,
  organizationId: string,
  link: { callId: string; linkId: string; tokenHash: Buffer; memberId: string } & {
    withRecording: boolean;
    hours: number;
  },
): Promise<CallLink> {
  const { callId, linkId, tokenHash, withRecording, memberId, hours } = link;
  const values = [organizationId, callId, linkId, tokenHash, withRecording, memberId, hours];
  const [row] = await tx.query<CallLink>(insert, values);
  return row!;
}

/** Returns whether there was such a link. */
export async function deleteLinkRow(
  tx: Queryable,
  organizationId: string,
  { callId, linkId }: { callId: string; linkId: string },
): Promise<boolean> {
  return (await tx.query(remove, [organizationId, callId, linkId])).length > 0;
}

/** Returns the links of a call that work, oldest first. */
export function selectLinks(db: Queryable, organizationId: string, callId: string): Promise<CallLink[]> {
  return db.query(select, [organizationId, callId]);
}

/** A link that works, with what its page shows beside the call. */
export interface OpenCallLink extends Pick<CallLink, 'linkId' | 'withRecording' | 'expiresAt'> {
  organizationId: string;
  callId: string;
  organizationName: string;
  agentName: string | null;
}

/** Returns the link of a token, or null when it expired, was revoked or never existed, or its call was erased. */
export function findLinkByToken(db: Queryable, tokenHash: Buffer): Promise<OpenCallLink | null> {
  return firstRow(db, byToken, [tokenHash]);
}
