import type { Import } from './schemas.ts';
import type { ImportRecord } from './store.ts';

/** An import as it is shown. */
export function toImport(record: ImportRecord): Import {
  const { importId, kind, campaignId, status, rowsRead, rowsAccepted, rowsRefused, createdAt, completedAt } =
    record;
  return { importId, kind, campaignId, status, rowsRead, rowsAccepted, rowsRefused, createdAt, completedAt };
}
