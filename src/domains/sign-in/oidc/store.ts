import { type Queryable, readStatement } from '../../../platform/db/index.ts';

/** A member of whom an e-mail address is, whether or not a password was chosen. */
export interface KnownMember {
  organizationId: string;
  organizationName: string;
  memberId: string;
  name: string | null;
}

// One e-mail address is one member's in an organization, so there are no more of these than organizations.
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

/** The members of all organizations who have the e-mail address, or those of one organization. */
export function membersWith(
  db: Queryable,
  email: string,
  organizationId: string | null,
): Promise<KnownMember[]> {
  return db.query<KnownMember>(findMembers, [email, organizationId]);
}

/** The organization, where there is one of this id; of null: the first that was founded. */
export async function organizationToJoin(
  db: Queryable,
  organizationId: string | null,
): Promise<string | null> {
  const [row] = await db.query<{ organizationId: string }>(findOrganization, [organizationId]);
  return row?.organizationId ?? null;
}
