import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict } from '../../platform/kernel/index.ts';
import { getImport, type ImportPlace } from './get.ts';
import type { Import } from './schemas.ts';
import { cancelRows, lockImport } from './store.ts';
import { toImport } from './to-import.ts';

/**
 * Ends a running import. Taken rows stay, refused rows can still be downloaded, and no further row is taken. Waits for
 * rows in progress. Throws a 409 when the import is over.
 */
export async function cancelImport(scope: Scope, place: ImportPlace): Promise<Import> {
  return change(scope, async (tx) => {
    const { organizationId, importId } = await getImport({ ...scope, db: tx }, place);
    const found = await lockImport(tx, { organizationId, importId });
    if (found?.status !== 'running')
      throw conflict('import.not_running', `The import is ${found?.status} already.`);
    const canceled = await cancelRows(tx, { organizationId, importId });
    return {
      result: toImport(canceled),
      audit: { verb: 'canceled', type: 'imports', id: importId, label: null },
    };
  });
}
