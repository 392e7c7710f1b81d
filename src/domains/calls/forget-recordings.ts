import { change } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { idBound, newId } from '../../platform/kernel/index.ts';
import {
  advanceRecordingRetention,
  type RecordedCall,
  recordedCalls,
  recordedCallsAtOnce,
  recordingRetentionOf,
  takeRecordingsAway,
} from './store/recordings.ts';

/** The transactions of one run. */
const slicesMax = 500;

/** The result of examining calls, in their order. */
interface RecordingSlice {
  /** The calls whose recordings are removed. */
  due: string[];
  /** The last call before the first one that must be examined again, or null when that is the first call. */
  doneTo: string | null;
  /** Whether no call must be examined again. */
  isAll: boolean;
}

/** Decides which recordings are due, and which calls need not be examined again. */
export function sliceOf(calls: readonly RecordedCall[]): RecordingSlice {
  const again = calls.findIndex(({ isOver, isDue, mayBeRecorded }) => !isOver || (mayBeRecorded && !isDue));
  const done = again === -1 ? calls : calls.slice(0, again);
  return {
    due: calls
      .filter(({ isOver, isDue, mayBeRecorded }) => isOver && isDue && mayBeRecorded)
      .map(({ callId }) => callId),
    doneTo: done.at(-1)?.callId ?? null,
    isAll: again === -1,
  };
}

/**
 * Removes the recordings of an organization's calls that ended before `endedBeforeMs` from the records, and queues the
 * removal of their files. Returns how many. Each transaction that removes some writes one audit entry.
 */
export async function forgetRecordings(
  db: Database,
  organizationId: string,
  endedBeforeMs: number,
): Promise<number> {
  let count = 0;
  let place: { after: string; isAll: boolean } | null = null;
  for (let slice = 0; slice < slicesMax; slice++) {
    const done: Done = await forgetSlice(db, organizationId, { place, endedBeforeMs });
    count += done.count;
    if (done.isLast) break;
    place = done;
  }
  return count;
}

interface Done {
  count: number;
  isLast: boolean;
  after: string;
  isAll: boolean;
}

/** `isAll`: whether everything before the place is done, so that the place may be stored. */
function forgetSlice(
  db: Database,
  organizationId: string,
  { place, endedBeforeMs }: { place: { after: string; isAll: boolean } | null; endedBeforeMs: number },
): Promise<Done> {
  const before = new Date(endedBeforeMs).toISOString();
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const after = place?.after ?? (await recordingRetentionOf(tx, organizationId));
    const calls = await recordedCalls(tx, organizationId, {
      after,
      below: idBound('call', endedBeforeMs),
      before,
    });
    const slice = sliceOf(calls);
    const isAll = (place?.isAll ?? true) && slice.isAll;
    const gone = slice.due.length > 0 ? await takeRecordingsAway(tx, organizationId, slice.due) : 0;
    if ((place?.isAll ?? true) && slice.doneTo)
      await advanceRecordingRetention(tx, organizationId, slice.doneTo);
    const isLast = calls.length < recordedCallsAtOnce;
    const result = { count: gone, isLast, after: calls.at(-1)?.callId ?? after, isAll };
    if (gone === 0) return { result, audit: [] };
    const label = `${gone} of calls that ended before ${before.slice(0, 10)}, by retention`;
    return { result, audit: { verb: 'deleted', type: 'recordings', id: null, label } };
  });
}
