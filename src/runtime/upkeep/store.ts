import type { CallStatus, CallTurn, CallType } from '../../domains/calls/index.ts';
import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';

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
  /** The call was still being asked about, so it was not dialed. */
  asking: boolean;
  /** The trunk of the call and of its second leg. Null when the number has none any more. */
  trunk_id: string | null;
  username: string | null;
  sealed_password: Buffer | null;
}

/** Returns up to 1,000 calls that a dead process holds. */
export function callsOfDead(db: Queryable, nodeId: string): Promise<HeldRow[]> {
  return db.query<HeldRow>(held, [nodeId]);
}

const unrecorded = readStatement(
  'upkeep.unrecorded_calls',
  `select distinct file.call_id
   from organizations o cross join unnest($1::text[]) as file (call_id)
     join calls c on c.organization_id = o.organization_id and c.call_id = file.call_id
   where c.recording_file is null and c.status in ('ended', 'canceled')`,
);

/** Returns those of the calls that are over and whose record has no recording. */
export async function callsWithoutRecording(db: Queryable, callIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ call_id: string }>(unrecorded, [callIds]);
  return rows.map(({ call_id }) => call_id);
}

/** Rows that one statement removes. */
export const batchMax = 5000;
/** The days that the cost of a browser call can be seen. */
const browserCallsKeptDays = 400;

/**
 * Statements that remove a bounded number of expired rows of folders whose index loads a package that the process of the
 * calls has no use for: csv-parse, jose, ws.
 */
export const expiredOfUnloaded = [
  // An import takes up to a million rows with it.
  statement(
    'upkeep.imports',
    `delete from imports where ctid in (
       select ctid from imports where status = 'completed' and completed_at < now() - interval '30 days' limit 20) returning 1`,
  ),
  statement(
    'upkeep.lost_imports',
    `delete from imports where ctid in (
       select ctid from imports where status = 'receiving' and created_at < now() - interval '1 hour' limit 20) returning 1`,
  ),
  // A session that was not used for so long is over, and no process remembers it.
  statement(
    'upkeep.sessions',
    `delete from sessions where ctid in (
       select ctid from sessions where last_seen_at < now() - interval '2 days' order by last_seen_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.member_links',
    `delete from member_links where ctid in (
       select ctid from member_links where expires_at < now() order by expires_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.browser_calls',
    `delete from browser_calls where ctid in (
       select ctid from browser_calls where created_at < now() - interval '${browserCallsKeptDays} days' limit ${batchMax}) returning 1`,
  ),
];
