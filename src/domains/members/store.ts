import type { Role } from '../../platform/access/index.ts';
import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  violatedConstraint,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import { emailTaken } from './guards.ts';
import type { Member } from './schemas.ts';

interface MemberValues {
  memberId: string;
  name: string | null;
  email: string | null;
  role: Role;
}

const columns = 'member_id, name, email, role, created_at, updated_at';

interface MemberRow {
  member_id: string;
  name: string | null;
  email: string | null;
  role: Role;
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'members.insert',
  `insert into members (organization_id, member_id, name, email, role) values ($1, $2, $3, $4, $5)
   returning ${columns}`,
);
const update = statement(
  'members.update',
  `update members set name = $3, email = $4, role = $5, updated_at = now()
   where organization_id = $1 and member_id = $2
   returning ${columns}`,
);
const selectOne = readStatement(
  'members.get',
  `select ${columns} from members where organization_id = $1 and member_id = $2`,
);
const selectForShare = readStatement('members.share', `${selectOne.text} for share`);
// Locks the Admins with the member in one order. Of two Admins who demote each other, one waits and then finds itself
// the last.
const selectWithAdmins = statement(
  'members.lock',
  `select ${columns} from members where organization_id = $1 and (member_id = $2 or role = 'Admin')
   order by member_id for update`,
);
const list = namedList('members.list', {
  select: `select ${columns} from members`,
  organization: 'organization_id',
  id: 'member_id',
  text: "concat_ws(' ', name, email)",
});
const remove = statement(
  'members.delete',
  'delete from members where organization_id = $1 and member_id = $2',
);
const revokeKeys = statement(
  'members.revoke-keys',
  'select api_key_id as "apiKeyId", name from revoke_keys_beyond($1, $2, $3)',
);

/** Inserts a member. Throws a 400 when the e-mail address belongs to another member. */
export async function insertMember(
  db: Queryable,
  organizationId: string,
  member: MemberValues,
): Promise<Member> {
  const { memberId, name, email, role } = member;
  const [row] = await uniqueEmail(db.query<MemberRow>(insert, [organizationId, memberId, name, email, role]));
  return toMember(row!);
}

/** Updates a member. Throws a 400 when the e-mail address belongs to another member. */
export async function updateMemberRow(
  db: Queryable,
  organizationId: string,
  member: MemberValues,
): Promise<Member> {
  const { memberId, name, email, role } = member;
  const [row] = await uniqueEmail(db.query<MemberRow>(update, [organizationId, memberId, name, email, role]));
  return toMember(row!);
}

export async function findMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<Member | null> {
  const [row] = await db.query<MemberRow>(selectOne, [organizationId, memberId]);
  return row ? toMember(row) : null;
}

/** Returns the member, locked against changes and removal until the transaction ends. */
export async function holdMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<Member | null> {
  const [row] = await db.query<MemberRow>(selectForShare, [organizationId, memberId]);
  return row ? toMember(row) : null;
}

/** Locks the member and all Admins against other changes until the transaction ends. */
export async function lockMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<{ member: Member; isLastAdmin: boolean } | null> {
  const rows = await db.query<MemberRow>(selectWithAdmins, [organizationId, memberId]);
  const row = rows.find(({ member_id }) => member_id === memberId);
  if (!row) return null;
  const admins = rows.filter(({ role }) => role === 'Admin');
  return { member: toMember(row), isLastAdmin: row.role === 'Admin' && admins.length === 1 };
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectMembers(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<Member[]> {
  const rows = await queryNamedList<MemberRow>(db, list, organizationId, request);
  return rows.map(toMember);
}

export async function deleteMemberRow(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<void> {
  await db.query(remove, [organizationId, memberId]);
}

/** Revokes the member's keys with scopes beyond `scopes`, and returns them. */
export function revokeKeysBeyond(
  db: Queryable,
  organizationId: string,
  memberId: string,
  scopes: readonly string[],
): Promise<{ apiKeyId: string; name: string }[]> {
  return db.query<{ apiKeyId: string; name: string }>(revokeKeys, [organizationId, memberId, scopes]);
}

async function uniqueEmail<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (thrown) {
    throw violatedConstraint(thrown) === 'members_email' ? emailTaken() : thrown;
  }
}

function toMember(row: MemberRow): Member {
  return {
    memberId: row.member_id,
    name: row.name,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
