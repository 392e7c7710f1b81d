import { type Database, type Queryable, statement } from '../../platform/db/index.ts';
import { delay, monotonicMs } from '../../platform/kernel/index.ts';

// As text: microseconds count.
const take = statement(
  'dialer.take_cps_slot',
  'select in_ms as "inMs", ends_at::text as "endsAt" from take_cps_slot($1, $2, $3, $4::timestamptz)',
);

/** The time in which one INVITE may leave over a trunk with a limit of calls a second (CPS). */
export interface CpsSlot {
  /** Milliseconds to the beginning of the slot, from when the database was asked. */
  inMs: number;
  /** The end of the slot, as the database writes it. */
  endsAt: string;
}

/**
 * Takes the next CPS slot of a trunk, `slotMs` long, and gives back the slot that ended at `missed`. Returns null for a
 * trunk without a limit of calls a second.
 */
export async function takeCpsSlot(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  slotMs: number,
  missed: string | null = null,
): Promise<CpsSlot | null> {
  const values = [organizationId, trunkId, slotMs, missed];
  const [row] = await db.query<{ inMs: number | null; endsAt: string | null }>(take, values);
  return row?.inMs == null || row.endsAt === null ? null : { inMs: row.inMs, endsAt: row.endsAt };
}

/** The length of the first slot, and of the longest. A process that misses a slot asks for one twice as long. */
const slotsMs = { first: 25, last: 3200 } as const;

/** The trunk whose limit of calls a second an INVITE counts under. */
interface LimitedTrunk {
  db: Database;
  organizationId: string;
  trunkId: string;
}

/**
 * Waits for a CPS slot of the trunk and runs `prepare` in it. Resolves with the result of `prepare` when it is complete
 * within the slot; the INVITE must then leave by `leavesByMs`, on the monotonic clock. Otherwise it gives the slot back and
 * begins again with a longer one. Slots keep the limit over all processes and spread INVITEs evenly. After `signal` aborts,
 * it waits for nothing.
 */
export async function inCpsSlot<Result>(
  { db, organizationId, trunkId }: LimitedTrunk,
  signal: AbortSignal,
  prepare: (leavesByMs: number) => Promise<Result>,
): Promise<Result> {
  let missed: string | null = null;
  for (let slotMs: number = slotsMs.first; ; slotMs = Math.min(slotMs * 2, slotsMs.last)) {
    const askedAtMs = monotonicMs();
    const slot = await takeCpsSlot(db, organizationId, trunkId, slotMs, missed);
    if (slot === null) return prepare(Number.POSITIVE_INFINITY);
    const { inMs } = slot;
    const leavesByMs = askedAtMs + inMs + slotMs;
    // The database answered after `askedAtMs` and before now, so the slot is open on both clocks.
    await delay(inMs, signal);
    const prepared = await prepare(leavesByMs);
    if (signal.aborted || monotonicMs() <= leavesByMs) return prepared;
    missed = slot.endsAt;
  }
}
