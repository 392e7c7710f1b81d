import { z } from 'zod';
import type { ReadScope, Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import {
  type ArrivingFile,
  checkFile,
  fileParameters,
  type Import,
  type ImportCheck,
  type ImportKind,
  receiveImport,
} from '../imports/index.ts';
import { suppressedAmong } from './store.ts';
import { suppressMany } from './write.ts';

/** How to read a file of numbers, and the reason for their suppression. */
export const NumbersFile = z.object({
  reason: z
    .string({ error: 'must be given once' })
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('The reason for suppressing these numbers, for people'),
  ...fileParameters,
});
export type NumbersFile = z.output<typeof NumbersFile>;

/** Reads a file of numbers to suppress. Ignores other columns. */
export function importNumbers(
  scope: Scope,
  query: NumbersFile,
  body: AsyncIterable<Uint8Array>,
): Promise<Import> {
  return receiveImport(scope, {
    kind: 'suppressions',
    campaignId: null,
    settings: { reason: query.reason ?? null },
    ...numbersFile(query, body),
  });
}

/** Returns what `importNumbers` would do with the file. Changes nothing. */
export function checkNumbers(
  { db, actor }: ReadScope,
  query: NumbersFile,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportCheck> {
  return checkFile({
    ...numbersFile(query, body),
    async countKnown(rows) {
      const numbers = rows.map(({ phoneNumber }) => phoneNumber);
      const known = await suppressedAmong(db, actor.organizationId, numbers);
      return numbers.filter((number) => known.has(number)).length;
    },
  });
}

function numbersFile(parameters: NumbersFile, body: AsyncIterable<Uint8Array>): ArrivingFile {
  const rules = { fields: ['phoneNumber'], withVariables: false };
  return { rules, parameters, checkColumns: () => undefined, body };
}

/** Suppresses the rows of a file. Existing suppressions stay as they are. */
export function importedSuppressions(notifier: Notifier): ImportKind {
  return {
    name: 'suppressions',
    async take(tx, { organizationId, memberId, settings }, rows) {
      const numbers = rows.map(({ phoneNumber }) => phoneNumber);
      const reason = settings.reason as string | null;
      await suppressMany(tx, organizationId, numbers, { source: 'import', reason, createdBy: memberId });
      return rows.map(() => null);
    },
    // A call to one of the numbers may be ringing.
    taken: () => notifier.notify('parley_calls'),
  };
}
