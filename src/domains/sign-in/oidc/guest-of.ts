import type { Role } from '../../../platform/access/index.ts';
import type { Queryable } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import { isOfDomain, type OidcIdentity } from './identity.ts';
import type { OidcOptions } from './options.ts';
import { noMember, unverified } from './refusals.ts';
import { type KnownMember, membersWith, organizationToJoin } from './store.ts';

/** Whom a session is to be opened for: a member, or somebody who becomes one with it. */
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
 * Who the person is here. Throws an ApiError where the address is not known to be theirs, and where no member has it who
 * could be meant.
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
  // Whoever is a member somewhere already is not made one elsewhere.
  const mayJoin = joining !== null && wanted === null && isOfDomain(email, joining.domains);
  const organizationId = mayJoin ? await organizationToJoin(db, joining.organizationId) : null;
  if (!joining || organizationId === null) throw noMember(email);
  const { role } = joining;
  return { kind: 'new', organizationId, memberId: newId('member'), email, name, role };
}
