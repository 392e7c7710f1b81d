import type { Role } from '../../../platform/access/index.ts';
import type { Queryable } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { type KnownMember, membersWith, organizationToJoin } from '../store.ts';
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
