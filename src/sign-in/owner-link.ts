import type { Database } from '../db/index.ts';
import { newId, systemActor } from '../kernel/index.ts';
import { issueOwnerToken } from './links.ts';
import { findOwnerOf, hasPasswords } from './store.ts';

/** The token of a new link for the owner, while nobody can sign in yet; null when somebody can. */
export async function firstOwnerToken(db: Database): Promise<string | null> {
  return (await hasPasswords(db)) ? null : ownerToken(db, null);
}

/**
 * The token of a new link for the first Admin of an organization (null: of the first one), in place of the one before; null
 * when there is none. The operator's act, not the API's.
 */
export async function ownerToken(db: Database, organizationId: string | null): Promise<string | null> {
  const owner = await findOwnerOf(db, organizationId);
  if (!owner) return null;
  const actor = systemActor(owner.organizationId, newId('req'));
  return issueOwnerToken({ db, actor }, owner.memberId);
}
