import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { DataDeletion } from './schemas.ts';
import { findDeletion } from './store.ts';

/** Returns the receipt of a deletion, or its progress. */
export async function getDataDeletion(scope: ReadScope, dataDeletionId: string): Promise<DataDeletion> {
  const deletion = await findDeletion(scope.db, scope.actor.organizationId, dataDeletionId);
  if (!deletion) throw notFound('data deletion');
  return deletion;
}
