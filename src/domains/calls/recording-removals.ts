import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';

/** A recording that is to be gone. */
export interface RecordingRemoval {
  removalId: number;
  organizationId: string;
  callId: string;
  /** Whether it had been moved into the object store. */
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

/** Recordings that nobody has removed yet, from behind the given one on. */
export function untriedRemovals(db: Queryable, after: number, limit: number): Promise<RecordingRemoval[]> {
  return db.query<RecordingRemoval>(untried, [after, limit]);
}

/** Those that another machine may have a file of. */
export function triedRemovals(db: Queryable, after: number, limit: number): Promise<RecordingRemoval[]> {
  return db.query<RecordingRemoval>(tried, [after, limit]);
}

/** The recording is gone: there was one file of it, and nobody else can have it. */
export async function settleRemoval(db: Queryable, removalId: number): Promise<void> {
  await db.query(settle, [removalId]);
}

/** It is not here, or no more; who else has a file of it finds it for 7 days. */
export async function noteRemoval(db: Queryable, removalId: number): Promise<void> {
  await db.query(note, [removalId]);
}

/** Drops what every machine has had time to look for. */
export async function dropRemovals(db: Queryable): Promise<void> {
  await db.query(drop);
}
