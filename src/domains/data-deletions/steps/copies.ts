import { emptyAnswersOfPerson } from '../../../platform/audit/index.ts';
import { readStatement, type Statement, statement } from '../../../platform/db/index.ts';
import { emptyEventsOfPerson } from '../../events/index.ts';
import { emptyDeliveriesOfPerson } from '../../webhooks/index.ts';
import type { Counted } from '../schemas.ts';
import type { Step } from './step.ts';

const rowsAtOnce = 2000;
const separator = ' ';

const removeRows = statement(
  'data_deletions.import_rows',
  `with page as materialized (
     select import_id, line, mentions_person($1, $2, $3, concat_ws(E'\\n', error, fields)) as is_own
     from import_refusals where organization_id = $1 and (import_id, line) > ($4, $5::int)
     order by import_id, line limit ${rowsAtOnce}
   ), done as (
     delete from import_refusals r using page
     where page.is_own and r.organization_id = $1 and r.import_id = page.import_id and r.line = page.line returning 1)
   select (select import_id || ' ' || line from page order by import_id desc, line desc limit 1) as last,
     (select count(*)::int from done) as count`,
);
const openImports = readStatement(
  'data_deletions.open_imports',
  `select from imports where organization_id = $1 and status <> 'completed' and created_at <= $2 limit 1`,
);

/** Returns a step through a table by a key of two columns. `first` is the place before all rows. */
function through(sql: Statement, kind: Counted, first: readonly [string, string | number]): Step {
  return async (tx, { organizationId, dataDeletionId, pattern }, cursor) => {
    const after = cursor === null ? first : cursor.split(separator);
    const [row] = await tx.query<{ last: string | null; count: number }>(sql, [
      ...[organizationId, dataDeletionId, pattern, ...after],
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
export const removeImportRows = through(removeRows, 'importRows', ['', -1]);

/** Empties stored answers. The keys stay, so that no repeated request is executed twice. */
export const emptyOwnAnswers: Step = async (tx, { organizationId, dataDeletionId, pattern }) => {
  const values = [organizationId, dataDeletionId, pattern];
  const [row] = await tx.query<{ count: number }>(emptyAnswersOfPerson, values);
  return { deleted: { idempotentAnswers: row!.count } };
};

/** Waits for files that were being imported when the deletion was requested: they may queue calls to the person. */
export const awaitImports: Step = async (tx, { organizationId, createdAt }) => {
  const isOpen = (await tx.query(openImports, [organizationId, createdAt])).length > 0;
  return isOpen ? { waitingFor: 'imports' } : {};
};
