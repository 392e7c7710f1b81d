import type { CallStatus, CallTurn, CallType } from '../../domains/calls/index.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';

const held = readStatement(
  'upkeep.held',
  `select l.organization_id, l.call_id, c.status, c.type, c.stop_requested is not null as stopped, c.sip_dialog,
     c.second_leg_dialog, c.turns, l.asking, t.trunk_id, t.username, t.sealed_password
   from live_calls l join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id
     left join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
     left join trunks t on t.organization_id = c.organization_id and t.trunk_id = coalesce(c.trunk_id, n.trunk_id)
   where l.node_id = $1 limit 1000`,
);

/** A call of a dead process. */
export interface HeldRow {
  organization_id: string;
  call_id: string;
  status: CallStatus;
  type: CallType;
  stopped: boolean;
  sip_dialog: unknown;
  second_leg_dialog: unknown;
  /** The turns of the last checkpoint. */
  turns: CallTurn[] | null;
  /** Whether the eligibility webhook had not answered yet. If so, the call was not dialed. */
  asking: boolean;
  /** The trunk of the call and of its second leg, or null when its number has no trunk any more. */
  trunk_id: string | null;
  username: string | null;
  sealed_password: Buffer | null;
}

/** Returns up to 1,000 calls that a dead process holds. */
export function callsOfDead(db: Queryable, nodeId: string): Promise<HeldRow[]> {
  return db.query<HeldRow>(held, [nodeId]);
}

const recorded = readStatement(
  'upkeep.recorded_calls',
  `select distinct on (file.call_id) file.call_id as "callId", c.recording_file is not null as "isRecorded"
   from organizations o cross join unnest($1::text[]) as file (call_id)
     join calls c on c.organization_id = o.organization_id and c.call_id = file.call_id
   where c.status in ('ended', 'canceled')`,
);

/** Returns those of the calls that have ended, and whether their records have a recording. */
export function endedOf(
  db: Queryable,
  callIds: readonly string[],
): Promise<{ callId: string; isRecorded: boolean }[]> {
  return db.query(recorded, [callIds]);
}
