import type { Database } from '../../platform/db/index.ts';
import { newId, systemActor } from '../../platform/kernel/index.ts';
import { issueOwnerToken } from './links.ts';
import { findOwnerOf, hasPasswords, onlyOrganization } from './store.ts';

/** The token of a link, and whom it signs in. */
export interface OwnerLink {
  token: string;
  memberId: string;
  memberName: string | null;
  email: string | null;
}

/**
 * The token of a new link for the owner, while nobody can sign in yet; null when somebody can, and where there are several
 * organizations: the operator then says of which one, with `npm run owner:link`.
 */
export async function firstOwnerToken(db: Database): Promise<string | null> {
  if (await hasPasswords(db)) return null;
  const organizationId = await onlyOrganization(db);
  if (organizationId === null) return null;
  return (await ownerLink(db, organizationId))?.token ?? null;
}

/**
 * A new link for the oldest Admin of the organization, in place of the one before; null when there is no Admin. The
 * operator's act, not the API's.
 */
export async function ownerLink(db: Database, organizationId: string): Promise<OwnerLink | null> {
  const owner = await findOwnerOf(db, organizationId);
  if (!owner) return null;
  const actor = systemActor(organizationId, newId('req'));
  return { ...owner, token: await issueOwnerToken({ db, actor }, owner.memberId) };
}
