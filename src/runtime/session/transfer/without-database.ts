import { isDatabaseAway } from '../../../platform/db/index.ts';
import { type Log, waitAtMost } from '../../../platform/kernel/index.ts';

/** The caller hears nothing meanwhile. */
const databaseMsMax = 2000;

/**
 * Returns the result of work in the database, or `otherwise` when the database does not answer: a conversation, and so
 * its transfer, goes on without it. What was sent may still be carried out later.
 */
export async function orWithoutDatabase<Result, Otherwise>(
  work: Promise<Result>,
  otherwise: Otherwise,
  log: Log,
): Promise<Result | Otherwise> {
  try {
    const done = await waitAtMost(
      work.then((result) => ({ result })),
      databaseMsMax,
    );
    if (done) return done.result;
    log.warn('the database does not answer during a transfer');
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    log.warn({ err: thrown }, 'the database cannot be reached during a transfer');
  }
  return otherwise;
}
