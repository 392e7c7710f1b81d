import type { Role } from '../../../platform/access/index.ts';
import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { isOfDomain, type OidcIdentity } from './identity.ts';
import type { OidcOptions } from './options.ts';
import { noMember, unverified } from './refusals.ts';

/** The person a session is opened for: a member, or someone who becomes one. */
export type Guest = {
  organizationId: string;
  memberId: string;
  email: string;
  name: string | null;
} & ({ kind: 'member' } | { kind: 'new'; role: Role });

/** Several organizations have this member. */
interface Several {
  kind: 'several';
  organizations: KnownMember[];
}

/**
 * Returns who the person is here. Throws an ApiError when the e-mail address is not verified, or no member has it and
 * the person may not join.
 */
export async function guestOf(
  db: Queryable,
  { name: provider, joining }: Pick<OidcOptions, 'name' | 'joining'>,
  { email, isVerified, name }: OidcIdentity,
  wanted: string | null,
): Promise<Guest | Several> {
  if (email === null || !isVerified) throw unverified(provider);
  const [member, ...others] = await membersWith(db, email, wanted);
  if (member && others.length > 0) return { kind: 'several', organizations: [member, ...others] };
  if (member) return { kind: 'member', ...member, email };
  // A member of one organization does not join another automatically.
  const mayJoin = joining !== null && wanted === null && isOfDomain(email, joining.domains);
  const organizationId = mayJoin ? await organizationToJoin(db, joining.organizationId) : null;
  if (!joining || organizationId === null) throw noMember(email);
  const { role } = joining;
  return { kind: 'new', organizationId, memberId: newId('member'), email, name, role };
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
