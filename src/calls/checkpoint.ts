import { type Database, statement } from '../db/index.ts';
import type { CallTurn, CallUsage } from './latency-schemas.ts';
import type { TranscriptEntry } from './schemas.ts';
import { liveStatuses } from './state.ts';

/** A conversation as far as it has come. */
export interface CallProgress {
  transcript: TranscriptEntry[];
  turns: CallTurn[];
  usage: CallUsage[];
}

/** What is on record of a live call if the process that holds it dies. */
export interface Checkpoint extends CallProgress {
  organizationId: string;
  callId: string;
}

/**
 * Not waited for on the disk: what a crash of the database's machine takes is a second of a conversation. Each text is
 * JSON by itself, which may hold characters that PostgreSQL cannot take out of a JSON value (U+0000).
 */
const store = statement(
  'calls.checkpoint',
  `update calls c set transcript = i.transcript::json, turns = i.turns::json, usage_so_far = i.usage::json
   from (select set_config('synchronous_commit', 'off', true)) as unsynced,
     unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as i (organization_id, call_id, transcript, turns, usage)
   where c.organization_id = i.organization_id and c.call_id = i.call_id and c.node_id = $1 and c.status = any($7)
   returning 1`,
);

/** Writes down how far conversations have come, as long as this process holds them; how many it did. */
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
