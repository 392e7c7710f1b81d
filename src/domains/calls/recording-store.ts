import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';

/** A recording to remove. */
export interface RecordingRemoval {
  removalId: number;
  organizationId: string;
  callId: string;
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
export interface FinishedRecording {
  organizationId: string;
  callId: string;
  store: 'local' | 's3';
}

/** Returns the recordings of those of the calls that have ended and have one. */
export function finishedRecordings(db: Queryable, callIds: readonly string[]): Promise<FinishedRecording[]> {
  return db.query<FinishedRecording>(finished, [callIds]);
}

/** Records that the object store has a recording. Returns false when the call's recording was removed meanwhile. */
export async function noteRecordingMoved(
  db: Queryable,
  { organizationId, callId }: Pick<FinishedRecording, 'organizationId' | 'callId'>,
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
