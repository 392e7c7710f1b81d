import type { Import } from './schemas.ts';
import type { ImportRecord } from './store.ts';

/** Returns an import as the API shows it. */
export function toImport(record: ImportRecord): Import {
  const { importId, kind, campaignId, status, rowsRead, rowsAccepted, rowsRefused, createdAt, completedAt } =
    record;
  return { importId, kind, campaignId, status, rowsRead, rowsAccepted, rowsRefused, createdAt, completedAt };
}
