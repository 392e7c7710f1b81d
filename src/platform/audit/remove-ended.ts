import type { Database, Statement } from '../db/index.ts';
import { systemActor } from '../http/index.ts';
import { type IdPrefix, idBound, newId } from '../kernel/index.ts';
import { change } from './change.ts';
import type { AuditedResource } from './vocabulary.ts';

/** How retention removes the rows of one table. */
interface EndedRows {
  type: AuditedResource;
  /** Names several rows in the audit log, such as `calls`. */
  noun: string;
  idPrefix: IdPrefix;
  /**
   * Removes rows in the order of their ids and returns each `id`. Parameters: the organization, the id to start after, the
   * id to stop before, and the time before which a row ended. Ids are in the order of time, so the primary key's index
   * serves.
   */
  remove: Statement;
  /** The limit in `remove`. A slice with fewer rows is the last one. */
  rowsAtOnce: number;
  slicesMax: number;
}

/**
 * Removes an organization's rows that ended before `endedBeforeMs`, at most `slicesMax` times `rowsAtOnce`. Each slice is one
 * transaction with one audit entry. Returns how many rows it removed.
 */
export async function removeEnded(
  db: Database,
  organizationId: string,
  endedBeforeMs: number,
  rows: EndedRows,
): Promise<number> {
  let count = 0;
  let after = '';
  for (let slice = 0; slice < rows.slicesMax; slice++) {
    const removed = await removeSlice(db, organizationId, endedBeforeMs, rows, after);
    count += removed.length;
    if (removed.length < rows.rowsAtOnce) break;
    after = removed.at(-1)!;
  }
  return count;
}

function removeSlice(
  db: Database,
  organizationId: string,
  endedBeforeMs: number,
  { type, noun, idPrefix, remove }: EndedRows,
  after: string,
): Promise<string[]> {
  const before = new Date(endedBeforeMs).toISOString();
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const values = [organizationId, after, idBound(idPrefix, endedBeforeMs), before];
    const removed = await tx.query<{ id: string }>(remove, values);
    if (removed.length === 0) return { result: [], audit: [] };
    const label = `${removed.length} ${noun} that ended before ${before.slice(0, 10)}, by retention`;
    return {
      result: removed.map(({ id }) => id).sort(),
      audit: { verb: 'deleted', type, id: null, label },
    };
  });
}
