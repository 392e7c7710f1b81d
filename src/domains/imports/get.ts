import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Import } from './schemas.ts';
import { findImport, type ImportRecord } from './store.ts';

/** Identifies the requested import. It includes the target, so that an id under another campaign's address is unknown. */
export interface ImportPlace {
  importId: string;
  kind: Import['kind'];
  campaignId: string | null;
}

/** Returns an import. Throws a 404 when there is none. */
export async function getImport(scope: ReadScope, place: ImportPlace): Promise<ImportRecord> {
  const { organizationId } = scope.actor;
  const found = await findImport(scope.db, { organizationId, importId: place.importId });
  if (found?.kind !== place.kind || found.campaignId !== place.campaignId) throw notFound('import');
  return found;
}
