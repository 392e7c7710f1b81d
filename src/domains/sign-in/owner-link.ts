import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { issueOwnerToken } from './links.ts';
import { findOwnerOf, hasPasswords, onlyOrganization } from './store.ts';

/** The token of a link and the member it signs in. */
export interface OwnerLink {
  token: string;
  memberId: string;
  memberName: string | null;
  email: string | null;
}

/**
 * Returns the token of a new link for the owner while no member can sign in. Returns null when someone can, or when there
 * are several organizations: the operator then names one with `npm run owner:link`.
 */
export async function firstOwnerToken(db: Database): Promise<string | null> {
  if (await hasPasswords(db)) return null;
  const organizationId = await onlyOrganization(db);
  if (organizationId === null) return null;
  return (await ownerLink(db, organizationId))?.token ?? null;
}

/**
 * Creates a link for the organization's oldest Admin, replacing the previous one. Returns null when there is no Admin.
 * Only the operator can; the API cannot.
 */
export async function ownerLink(db: Database, organizationId: string): Promise<OwnerLink | null> {
  const owner = await findOwnerOf(db, organizationId);
  if (!owner) return null;
  const actor = systemActor(organizationId, newId('req'));
  return { ...owner, token: await issueOwnerToken({ db, actor }, owner.memberId) };
}
