import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { WorkflowVersion } from './schemas.ts';
import { findVersion } from './version-store.ts';

/** More than a workflow ever has, and within what the database counts by. */
const versionMax = 2_147_483_647;

/** `number` as it stands in the path. */
export async function getWorkflowVersion(
  { db, actor }: ReadScope,
  workflowId: string,
  number: string,
): Promise<WorkflowVersion> {
  const version = /^[1-9]\d{0,9}$/.test(number) ? Number(number) : Number.POSITIVE_INFINITY;
  const found =
    version > versionMax ? null : await findVersion(db, actor.organizationId, workflowId, version);
  if (!found) throw notFound('workflow version');
  return found;
}
