import { emptyAnswersOfPerson } from '../../../platform/audit/index.ts';
import type { Statement } from '../../../platform/db/index.ts';
import { emptyEventsOfPerson } from '../../events/index.ts';
import { removeRefusedRowsOfPerson } from '../../imports/erase.ts';
import { emptyDeliveriesOfPerson } from '../../webhooks/index.ts';
import type { Counted } from '../schemas.ts';
import type { Step } from './step.ts';
import { hasOpenImport } from './store.ts';

const separator = ' ';

/** Returns a step through a table by a key of two columns. `first` is the place before all rows. */
function through(sql: Statement, kind: Counted, first: readonly [string, string | number]): Step {
  return async (tx, { organizationId, dataDeletionId, pattern }, cursor) => {
    const after = cursor === null ? first : cursor.split(separator);
    const [row] = await tx.query<{ last: string | null; count: number }>(sql, [
      organizationId,
      dataDeletionId,
      pattern,
      ...after,
    ]);
    const deleted = { [kind]: row!.count };
    return row!.last === null ? { deleted } : { deleted, cursor: row!.last };
  };
}

/**
 * Empties the events of the person's records, and events that name the person. Events of calls store only the call's
 * id.
 */
export const emptyOwnEvents = through(emptyEventsOfPerson, 'events', ['0', -1]);

/** Empties the stored answers of endpoints to deliveries about the person. */
export const emptyOwnDeliveries = through(emptyDeliveriesOfPerson, 'deliveries', ['', '']);

/** Removes refused rows of imports that name the person. */
export const removeImportRows = through(removeRefusedRowsOfPerson, 'importRows', ['', -1]);

/** Empties stored answers. The keys stay, so that no repeated request is executed twice. */
export const emptyOwnAnswers: Step = async (tx, { organizationId, dataDeletionId, pattern }) => {
  const values = [organizationId, dataDeletionId, pattern];
  const [row] = await tx.query<{ count: number }>(emptyAnswersOfPerson, values);
  return { deleted: { idempotentAnswers: row!.count } };
};

/** Waits for files that were being imported when the deletion was requested: they may queue calls to the person. */
export const awaitImports: Step = async (tx, person) =>
  (await hasOpenImport(tx, person)) ? { waitingFor: 'imports' } : {};
