import { appendSql } from '../../platform/audit/index.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { toError } from '../../platform/kernel/index.ts';
import { allowedCountriesOf } from '../organizations/index.ts';
import { patternsOf } from './person-patterns.ts';
import type { Counted } from './schemas.ts';
import { steps } from './steps/index.ts';
import {
  completeDeletion,
  countSuppressions,
  hasDueDeletion,
  lockNextDeletion,
  moveDeletion,
  type OpenDeletion,
  postponeDeletion,
} from './store.ts';

/** The transactions of one run. */
const slicesMax = 1000;

export interface ContinueOptions {
  signal?: AbortSignal;
  /** Called in each transaction after its work. A test makes it fail there. */
  beforeCommit?: (place: { step: number; cursor: string | null }) => void;
}

/**
 * Continues the running deletions. Each part is one transaction that also stores the progress, so that a process that
 * dies has done all of the part or nothing. Several processes may work at once. When a part fails, its deletion is
 * tried again later, the others continue, and this throws at the end. Returns how many parts were done.
 */
export async function continueDeletions(db: Database, options: ContinueOptions = {}): Promise<number> {
  const failures: Error[] = [];
  let count = 0;
  while (count < slicesMax && !options.signal?.aborted && (await hasDueDeletion(db))) {
    let deletion: OpenDeletion | null = null;
    try {
      await db.transaction(async (tx) => {
        deletion = await lockNextDeletion(tx);
        if (deletion) await goOn(tx, deletion, options);
      });
      // Another process works on it.
      if (!deletion) break;
      count++;
    } catch (error) {
      failures.push(toError(error));
      if (!deletion) break;
      await postponeDeletion(db, deletion);
    }
  }
  if (failures[0]) throw failures[0];
  return count;
}

async function goOn(
  tx: Transaction,
  deletion: OpenDeletion,
  { beforeCommit }: ContinueOptions,
): Promise<void> {
  const { organizationId, dataDeletionId } = deletion;
  const step = steps[deletion.step];
  if (step) {
    const countries = deletion.by === 'phoneNumber' ? await allowedCountriesOf(tx, organizationId) : [];
    const person = { ...deletion, ...patternsOf(deletion, countries) };
    const outcome = await step(tx, person, deletion.cursor);
    const stays = outcome.cursor !== undefined || outcome.waitingFor !== undefined;
    const next = outcome.beginAgain ? 0 : stays ? deletion.step : deletion.step + 1;
    const deleted = added(deletion.deleted, outcome.deleted ?? {});
    const cursor = outcome.cursor ?? null;
    await moveDeletion(tx, { ...deletion, deleted, step: next, cursor }, outcome.waitingFor ?? null);
  } else {
    await completeDeletion(tx, deletion, await keptOf(tx, deletion));
    const actor = systemActor(organizationId, dataDeletionId);
    tx.beforeCommit(appendSql(actor, { verb: 'ended', type: 'data_deletions', id: dataDeletionId }));
  }
  beforeCommit?.({ step: deletion.step, cursor: deletion.cursor });
}

function added(
  before: OpenDeletion['deleted'],
  more: Partial<Record<Counted, number>>,
): OpenDeletion['deleted'] {
  const sums = Object.entries(more).map(([kind, count]) => [kind, (before[kind as Counted] ?? 0) + count]);
  return { ...before, ...Object.fromEntries(sums) };
}

async function keptOf(tx: Queryable, { organizationId, by, value }: OpenDeletion) {
  if (by !== 'phoneNumber') return { suppressions: 0 };
  return { suppressions: await countSuppressions(tx, organizationId, value) };
}
