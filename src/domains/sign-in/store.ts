import type { Role } from '../../platform/access/index.ts';
import { firstRow, type Queryable, readStatement, statement } from '../../platform/db/index.ts';

/** An unused link with the member it lets in. */
export interface OpenLink {
  organizationId: string;
  organizationName: string;
  memberId: string;
  memberName: string | null;
  email: string | null;
  expiresAt: string;
}

/** A member who can sign in with a password. */
export interface Account {
  organizationId: string;
  organizationName: string;
  memberId: string;
  name: string | null;
  email: string;
  passwordHash: string;
}

const setLink = statement(
  'sign_in.set_link',
  `insert into member_links (organization_id, member_id, token_hash, expires_at)
   values ($1, $2, $3, now() + make_interval(hours => $4))
   on conflict (organization_id, member_id) do update
     set token_hash = excluded.token_hash, expires_at = excluded.expires_at
   returning expires_at as "expiresAt"`,
);
const findLink = readStatement(
  'sign_in.find_link',
  `select l.organization_id as "organizationId", o.name as "organizationName", l.member_id as "memberId",
     m.name as "memberName", m.email, l.expires_at as "expiresAt"
   from member_links l
     join members m using (organization_id, member_id)
     join organizations o using (organization_id)
   where l.token_hash = $1 and l.expires_at > now()`,
);
const linkExpiry = readStatement(
  'sign_in.link_expiry',
  `select expires_at as "expiresAt" from member_links
   where organization_id = $1 and member_id = $2 and expires_at > now()`,
);
const inviting = readStatement(
  'sign_in.inviting',
  `select o.name as "organizationName", m.name as "inviterName" from organizations o
     left join members m on m.organization_id = o.organization_id and m.member_id = $2
   where o.organization_id = $1`,
);
const useLink = statement(
  'sign_in.use_link',
  'delete from member_links where organization_id = $1 and token_hash = $2 and expires_at > now() returning 1',
);
// E-mail addresses are unique per organization, so there is at most one row per organization.
const findAccounts = readStatement(
  'sign_in.accounts',
  `select m.organization_id as "organizationId", o.name as "organizationName", m.member_id as "memberId", m.name, m.email,
     p.password_hash as "passwordHash"
   from members m
     join member_passwords p using (organization_id, member_id)
     join organizations o using (organization_id)
   where lower(m.email) = lower($1) and ($2::text is null or m.organization_id = $2)
   order by p.changed_at limit 8`,
);
const findAccount = readStatement(
  'sign_in.account',
  `select m.organization_id as "organizationId", o.name as "organizationName", m.member_id as "memberId", m.name, m.email,
     p.password_hash as "passwordHash"
   from members m
     join member_passwords p using (organization_id, member_id)
     join organizations o using (organization_id)
   where m.organization_id = $1 and m.member_id = $2`,
);
const setPassword = statement(
  'sign_in.set_password',
  `insert into member_passwords (organization_id, member_id, password_hash) values ($1, $2, $3)
   on conflict (organization_id, member_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
);
const holdPassword = readStatement(
  'sign_in.hold_password',
  `select 1 from member_passwords where organization_id = $1 and member_id = $2 and password_hash = $3 for share`,
);
const showSession = readStatement(
  'sign_in.show_session',
  `select s.session_id as "sessionId", m.member_id as "memberId", m.name, m.email, m.role,
     o.organization_id as "organizationId", o.name as "organizationName", o.demo_until is not null as "isDemo",
     s.expires_at as "expiresAt"
   from sessions s
     join members m using (organization_id, member_id)
     join organizations o using (organization_id)
   where s.organization_id = $1 and s.session_id = $2 and s.ended_at is null`,
);
const findOwner = readStatement(
  'sign_in.owner',
  `select member_id as "memberId", name as "memberName", email from members
   where organization_id = $1 and role = 'Admin' order by member_id limit 1`,
);
const firstOrganizations = readStatement(
  'sign_in.first_organizations',
  `select organization_id as "organizationId" from organizations where demo_until is null
   order by organization_id limit 2`,
);
const anyPassword = readStatement('sign_in.any_password', 'select 1 from member_passwords limit 1');

/** Stores the member's link in place of the previous one. Returns when it expires. */
export async function setMemberLink(
  db: Queryable,
  organizationId: string,
  memberId: string,
  { tokenHash, hours }: { tokenHash: Buffer; hours: number },
): Promise<string> {
  const [row] = await db.query<{ expiresAt: string }>(setLink, [organizationId, memberId, tokenHash, hours]);
  return row!.expiresAt;
}

/** Returns until when the member's unused link works, or null when there is none. */
export async function linkExpiryOf(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<string | null> {
  const row = await firstRow<{ expiresAt: string }>(db, linkExpiry, [organizationId, memberId]);
  return row?.expiresAt ?? null;
}

/** Returns the names in an invitation by a member. */
export function namesOfInviter(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<{ organizationName: string; inviterName: string | null } | null> {
  return firstRow(db, inviting, [organizationId, memberId]);
}

export function findOpenLink(db: Queryable, tokenHash: Buffer): Promise<OpenLink | null> {
  return firstRow(db, findLink, [tokenHash]);
}

/** Uses up the link. Returns false when it was used or has expired. */
export async function useUpLink(db: Queryable, organizationId: string, tokenHash: Buffer): Promise<boolean> {
  return (await db.query(useLink, [organizationId, tokenHash])).length > 0;
}

export function accountsOf(db: Queryable, email: string, organizationId: string | null): Promise<Account[]> {
  return db.query<Account>(findAccounts, [email, organizationId]);
}

export function accountOf(db: Queryable, organizationId: string, memberId: string): Promise<Account | null> {
  return firstRow(db, findAccount, [organizationId, memberId]);
}

export async function storePassword(
  db: Queryable,
  organizationId: string,
  memberId: string,
  passwordHash: string,
): Promise<void> {
  await db.query(setPassword, [organizationId, memberId, passwordHash]);
}

/** Returns whether this is still the password's hash, and prevents changes until the transaction ends. */
export async function holdsPassword(
  db: Queryable,
  { organizationId, memberId, passwordHash }: Account,
): Promise<boolean> {
  return (await db.query(holdPassword, [organizationId, memberId, passwordHash])).length > 0;
}

interface ShownSession {
  sessionId: string;
  memberId: string;
  name: string | null;
  email: string | null;
  role: Role;
  organizationId: string;
  organizationName: string;
  isDemo: boolean;
  expiresAt: string;
}

export function findSession(
  db: Queryable,
  organizationId: string,
  sessionId: string,
): Promise<ShownSession | null> {
  return firstRow(db, showSession, [organizationId, sessionId]);
}

/** Returns the oldest Admin of an organization. */
export function findOwnerOf(
  db: Queryable,
  organizationId: string,
): Promise<{ memberId: string; memberName: string | null; email: string | null } | null> {
  return firstRow(db, findOwner, [organizationId]);
}

/** Returns the only organization of the installation, or null when there are several or none. */
export async function onlyOrganization(db: Queryable): Promise<string | null> {
  const [first, second] = await db.query<{ organizationId: string }>(firstOrganizations);
  return first === undefined || second !== undefined ? null : first.organizationId;
}

/** Returns whether anyone can sign in with a password. */
export async function hasPasswords(db: Queryable): Promise<boolean> {
  return (await db.query(anyPassword)).length > 0;
}

/** A member with an e-mail address, with or without a password. */
export interface KnownMember {
  organizationId: string;
  organizationName: string;
  memberId: string;
  name: string | null;
}

// E-mail addresses are unique per organization, so there is at most one row per organization.
const findMembers = readStatement(
  'sign_in.members_with',
  `select m.organization_id as "organizationId", o.name as "organizationName", m.member_id as "memberId", m.name
   from members m join organizations o using (organization_id)
   where lower(m.email) = lower($1) and ($2::text is null or m.organization_id = $2)
   order by m.member_id limit 8`,
);
const findOrganization = readStatement(
  'sign_in.organization_to_join',
  `select organization_id as "organizationId" from organizations
   where $1::text is null or organization_id = $1 order by organization_id limit 1`,
);

/** Returns the members with the e-mail address, in all organizations or in one. */
export function membersWith(
  db: Queryable,
  email: string,
  organizationId: string | null,
): Promise<KnownMember[]> {
  return db.query<KnownMember>(findMembers, [email, organizationId]);
}

/** Returns the organization with this id, or for null the first one founded. */
export async function organizationToJoin(
  db: Queryable,
  organizationId: string | null,
): Promise<string | null> {
  const [row] = await db.query<{ organizationId: string }>(findOrganization, [organizationId]);
  return row?.organizationId ?? null;
}
