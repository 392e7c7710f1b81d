import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { CallStatus } from '../state.ts';
import type { CallKey } from './read.ts';
import { mayBeRecordedSql } from './removal.ts';

/** A recording to remove. */
export interface RecordingRemoval extends CallKey {
  removalId: number;
  /** Whether the recording is in the object store. */
  isStored: boolean;
}

const columns = `removal_id as "removalId", organization_id as "organizationId", call_id as "callId", is_stored as "isStored"`;
const untried = readStatement(
  'calls.untried_removals',
  `select ${columns} from recording_removals where looked_at is null and removal_id > $1 order by removal_id limit $2`,
);
const tried = readStatement(
  'calls.tried_removals',
  `select ${columns} from recording_removals where looked_at is not null and removal_id > $1
   order by removal_id limit $2`,
);
const settle = statement('calls.settle_removal', 'delete from recording_removals where removal_id = $1');
const note = statement(
  'calls.note_removal',
  'update recording_removals set looked_at = clock_timestamp() where removal_id = $1 and looked_at is null',
);
const drop = statement(
  'calls.drop_removals',
  `delete from recording_removals where ctid in (
     select ctid from recording_removals where looked_at < now() - interval '7 days' limit 5000) returning 1`,
);

const finished = readStatement(
  'calls.finished_recordings',
  `select c.organization_id as "organizationId", c.call_id as "callId", c.recording_store as store
   from organizations o cross join unnest($1::text[]) as file (call_id) cross join lateral (
     select organization_id, call_id, recording_store from calls
     where organization_id = o.organization_id and call_id = file.call_id
       and recording_file is not null and status in ('ended', 'canceled')
     limit 1) c`,
);
const moved = statement(
  'calls.recording_moved',
  `update calls set recording_store = 's3'
   where organization_id = $1 and call_id = $2 and recording_file is not null returning 1`,
);

/** The recording of an ended call. */
export interface FinishedRecording extends CallKey {
  store: 'local' | 's3';
}

/** Returns the recordings of those of the calls that have ended and have one. */
export function finishedRecordings(db: Queryable, callIds: readonly string[]): Promise<FinishedRecording[]> {
  return db.query<FinishedRecording>(finished, [callIds]);
}

/** Records that the object store has a recording. Returns false when the call's recording was removed meanwhile. */
export async function noteRecordingMoved(
  db: Queryable,
  { organizationId, callId }: CallKey,
): Promise<boolean> {
  return (await db.query(moved, [organizationId, callId])).length > 0;
}

/** Returns recordings that no machine has removed yet, behind `after`. */
export function untriedRemovals(db: Queryable, after: number, limit: number): Promise<RecordingRemoval[]> {
  return db.query<RecordingRemoval>(untried, [after, limit]);
}

/** Returns recordings that one machine has removed and of which other machines may have a file. */
export function triedRemovals(db: Queryable, after: number, limit: number): Promise<RecordingRemoval[]> {
  return db.query<RecordingRemoval>(tried, [after, limit]);
}

/** Marks a recording as removed whose only file is gone. */
export async function settleRemoval(db: Queryable, removalId: number): Promise<void> {
  await db.query(settle, [removalId]);
}

/** Marks a recording as removed from this machine. Other machines see the entry for 7 days. */
export async function noteRemoval(db: Queryable, removalId: number): Promise<void> {
  await db.query(note, [removalId]);
}

/** Drops entries after 7 days, when every machine has checked them. */
export async function dropRemovals(db: Queryable): Promise<void> {
  await db.query(drop);
}

const lockRecording = statement(
  'calls.lock_for_recording',
  // The name of the file is known once the call is answered. Until then the agent's configuration decides.
  `select status, case when status in ('in-progress', 'forwarding') then recording_file is not null
     else not exists (select 1 from agent_versions v where v.organization_id = calls.organization_id
       and v.agent_id = calls.agent_id and v.version = calls.agent_version
       and v.configuration -> 'conversation' ->> 'recording' = 'off') end as is_recorded
   from calls where organization_id = $1 and call_id = $2 for update`,
);
const requestPause = statement(
  'calls.request_recording_pause',
  `update calls set recording_pause_requested = $3, recording_pause_request = $4
   where organization_id = $1 and call_id = $2`,
);
const pauses = readStatement(
  'calls.recording_pauses',
  `select call_id, recording_pause_requested as paused, recording_pause_request as request
   from live_calls l join calls using (organization_id, call_id)
   where l.node_id = $1 and recording_pause_request is not null`,
);

/** Locks a call. Returns its status and whether it is recorded, or null when there is no such call. */
export function lockForRecording(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<{ status: CallStatus; is_recorded: boolean } | null> {
  return firstRow(tx, lockRecording, [organizationId, callId]);
}

/** The last request about the recording of a live call. Its process acts on a request once. */
export interface RecordingPauseRequest {
  callId: string;
  request: string;
  paused: boolean;
}

/** Asks the process of a live call to pause or resume its recording. */
export async function requestRecordingPause(
  tx: Queryable,
  organizationId: string,
  { callId, request, paused }: RecordingPauseRequest,
): Promise<void> {
  await tx.query(requestPause, [organizationId, callId, paused, request]);
}

/** Returns the requests about recordings of a process's live calls. */
export async function recordingPauseRequests(
  db: Queryable,
  nodeId: string,
): Promise<RecordingPauseRequest[]> {
  const rows = await db.query<{ call_id: string; request: string; paused: boolean }>(pauses, [nodeId]);
  return rows.map(({ call_id: callId, request, paused }) => ({ callId, request, paused }));
}

/** The calls that one transaction of the retention of recordings examines. */
export const recordedCallsAtOnce = 1000;

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
   order by c.call_id limit ${recordedCallsAtOnce}`,
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

/** A call that the retention of recordings examines. */
export interface RecordedCall {
  callId: string;
  isOver: boolean;
  isDue: boolean;
  mayBeRecorded: boolean;
}

/** Returns the id of the last call whose recording needs no examination any more; '' when there is none. */
export async function recordingRetentionOf(tx: Queryable, organizationId: string): Promise<string> {
  const [row] = await tx.query<{ doneTo: string }>(begin, [organizationId]);
  return row!.doneTo;
}

/**
 * Returns up to `recordedCallsAtOnce` calls with ids between `after` and `below`, in order. A recording is due when its call ended
 * before `before` (RFC 3339).
 */
export function recordedCalls(
  tx: Queryable,
  organizationId: string,
  { after, below, before }: { after: string; below: string; before: string },
): Promise<RecordedCall[]> {
  return tx.query<RecordedCall>(look, [organizationId, after, below, before]);
}

/** Removes the recordings of calls from their records and queues the removal of their files. Returns how many. */
export async function takeRecordingsAway(
  tx: Queryable,
  organizationId: string,
  callIds: readonly string[],
): Promise<number> {
  return (await tx.query(takeAway, [organizationId, callIds])).length;
}

/** Stores that the recordings of the calls up to `callId` need no examination any more. */
export async function advanceRecordingRetention(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<void> {
  await tx.query(advance, [organizationId, callId]);
}
