import { change } from '../../platform/audit/index.ts';
import { type Database, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import { systemActor } from '../../platform/http/index.ts';
import { idBound, newId } from '../../platform/kernel/index.ts';
import { mayBeRecordedSql } from './forget.ts';

/** The calls of one transaction, and the transactions of one run. */
const callsAtOnce = 1000;
const slicesMax = 500;

const begin = statement(
  'calls.recording_retention',
  `insert into recording_retention as r (organization_id, done_to) values ($1, '')
   on conflict (organization_id) do update set done_to = r.done_to returning done_to as "doneTo"`,
);
const look = readStatement(
  'calls.recordings_before',
  `select c.call_id as "callId", c.status in ('ended', 'canceled') as "isOver",
     coalesce(c.ended_at, c.created_at) < $4 as "isDue", ${mayBeRecordedSql} as "mayBeRecorded"
   from calls c where c.organization_id = $1 and c.call_id > $2 and c.call_id < $3
   order by c.call_id limit ${callsAtOnce}`,
);
const takeAway = statement(
  'calls.take_recordings_away',
  `with c as materialized (
     select c.organization_id, c.call_id, c.recording_store from calls c
     where c.organization_id = $1 and c.call_id = any($2) order by c.call_id for no key update
   ), removals as (
     insert into recording_removals (organization_id, call_id, is_stored)
     select organization_id, call_id, recording_store = 's3' from c on conflict (organization_id, call_id) do nothing
   )
   update calls r set recording_file = null from c
   where r.organization_id = c.organization_id and r.call_id = c.call_id and r.recording_file is not null
   returning 1`,
);
const advance = statement(
  'calls.advance_recording_retention',
  'update recording_retention set done_to = greatest(done_to, $2) where organization_id = $1',
);

interface Looked {
  callId: string;
  isOver: boolean;
  isDue: boolean;
  mayBeRecorded: boolean;
}

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
export function sliceOf(calls: readonly Looked[]): RecordingSlice {
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
    const after = place?.after ?? (await doneTo(tx, organizationId));
    const values = [organizationId, after, idBound('call', endedBeforeMs), before];
    const calls = await tx.query<Looked>(look, values);
    const slice = sliceOf(calls);
    const isAll = (place?.isAll ?? true) && slice.isAll;
    const gone = slice.due.length > 0 ? await tx.query(takeAway, [organizationId, slice.due]) : [];
    if ((place?.isAll ?? true) && slice.doneTo) await tx.query(advance, [organizationId, slice.doneTo]);
    const isLast = calls.length < callsAtOnce;
    const result = { count: gone.length, isLast, after: calls.at(-1)?.callId ?? after, isAll };
    if (gone.length === 0) return { result, audit: [] };
    const label = `${gone.length} of calls that ended before ${before.slice(0, 10)}, by retention`;
    return { result, audit: { verb: 'deleted', type: 'recordings', id: null, label } };
  });
}

async function doneTo(tx: Queryable, organizationId: string): Promise<string> {
  const [row] = await tx.query<{ doneTo: string }>(begin, [organizationId]);
  return row!.doneTo;
}
