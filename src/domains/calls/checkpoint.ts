import { type Database, rowsGiven, statement } from '../../platform/db/index.ts';
import type { CallTurn, CallUsage } from './latency-schemas.ts';
import type { TranscriptEntry } from './schemas.ts';
import { liveStatuses } from './state.ts';

/** A conversation up to now. */
export interface CallProgress {
  transcript: TranscriptEntry[];
  turns: CallTurn[];
  usage: CallUsage[];
}

/** The progress of a live call that stays on record if its process dies. */
export interface Checkpoint extends CallProgress {
  organizationId: string;
  callId: string;
}

/**
 * The commit does not wait for the disk: a crash of the database's machine loses a second of a conversation. Each text
 * is JSON by itself, as PostgreSQL cannot take U+0000 out of a JSON value. Rows are locked in the order of the key.
 */
const store = statement(
  'calls.checkpoint',
  `with ${rowsGiven('given', { organization_id: 'text', call_id: 'text', transcript: 'text', turns: 'text', usage: 'text' }, 2)},
   held as materialized (
     select i.* from given i
       join calls c on c.organization_id = i.organization_id and c.call_id = i.call_id and c.node_id = $1
         and c.status = any($7)
     order by c.organization_id, c.call_id for no key update of c)
   update calls c set transcript = i.transcript::json, turns = i.turns::json, usage_so_far = i.usage::json
   from (select set_config('synchronous_commit', 'off', true)) as unsynced, held i
   where c.organization_id = i.organization_id and c.call_id = i.call_id and c.node_id = $1 and c.status = any($7)
   returning 1`,
);

/** Stores the progress of calls that this process holds. Returns how many it stored. */
export async function storeCheckpoints(
  db: Database,
  nodeId: string,
  checkpoints: readonly Checkpoint[],
): Promise<number> {
  const jsonOf = (key: keyof CallProgress) => checkpoints.map((one) => JSON.stringify(one[key]));
  const rows = await db.query(store, [
    nodeId,
    checkpoints.map(({ organizationId }) => organizationId),
    checkpoints.map(({ callId }) => callId),
    jsonOf('transcript'),
    jsonOf('turns'),
    jsonOf('usage'),
    liveStatuses,
  ]);
  return rows.length;
}
