import type { Database } from '../../../platform/db/index.ts';
import { delay, monotonicMs } from '../../../platform/kernel/index.ts';
import { takeDeparture } from '../../dialer/index.ts';

/** The first window that is asked for, and the longest: a machine that is late for the one gets one of twice the length. */
const windowsMs = { first: 25, last: 3200 } as const;

/** Which trunk's limit of calls a second an INVITE counts under. */
interface DepartingOver {
  db: Database;
  organizationId: string;
  trunkId: string;
}

/**
 * Waits until an INVITE may leave over a trunk, so that whatever process sends them, no more leave in any second than the
 * trunk takes, and evenly. `prepare` is run then, for what is to be asked as late as that; when it is through within the
 * window its answer is resolved, and the INVITE has to leave by `leavesByMs`, on the monotonic clock. When it was not, or
 * this process was late, the window is given back and it all begins anew, with a longer one. Once `signal` aborts nothing is waited for any more.
 */
export async function inDeparture<Result>(
  { db, organizationId, trunkId }: DepartingOver,
  signal: AbortSignal,
  prepare: (leavesByMs: number) => Promise<Result>,
): Promise<Result> {
  let missed: string | null = null;
  for (let windowMs: number = windowsMs.first; ; windowMs = Math.min(windowMs * 2, windowsMs.last)) {
    const askedAtMs = monotonicMs();
    const departure = await takeDeparture(db, organizationId, trunkId, windowMs, missed);
    if (departure === null) return prepare(Number.POSITIVE_INFINITY);
    const { inMs } = departure;
    const leavesByMs = askedAtMs + inMs + windowMs;
    // The database was asked no earlier than that, and no later than now: within both the window is certain to be open.
    await delay(inMs, signal);
    const prepared = await prepare(leavesByMs);
    if (signal.aborted || monotonicMs() <= leavesByMs) return prepared;
    missed = departure.endsAt;
  }
}
