import type { HeldCall } from '../../../domains/calls/index.ts';
import { beginTakenCall, endTakenCall } from '../../../domains/teams/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { TakeOverEvent } from '../transfer/index.ts';

/**
 * Returns the observer that makes a member busy who takes a call over, so that no call of a team rings there. The database forgets
 * it with the live call when this process dies.
 */
export function markingTakenOver(db: Database, held: HeldCall, log: Log): (event: TakeOverEvent) => void {
  // The end must not be stored before the beginning.
  let stored: Promise<void> = Promise.resolve();
  return ({ type, member: { memberId } }) => {
    const store = type === 'began' ? beginTakenCall : endTakenCall;
    stored = stored
      .then(() => store(db, held, memberId))
      .catch((error: unknown) => log.warn({ err: error }, 'whether a member is busy could not be stored'));
  };
}
