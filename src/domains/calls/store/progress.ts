import { type Database, rowsGiven, statement, toJson } from '../../../platform/db/index.ts';
import { closeProbedSql } from '../../circuits/index.ts';
import { proveNumbersSql } from '../../numbers/index.ts';
import type { CallTurn, CallUsage } from '../latency-schemas.ts';
import type { TranscriptEntry } from '../schemas.ts';
import { liveStatuses, statesBefore } from '../state.ts';
import type { CallKey } from './read.ts';

/** A call and the process that holds it. */
export interface HeldCall extends CallKey {
  nodeId: string;
}

const identity = { organization_id: 'text', call_id: 'text', node_id: 'text' };

/**
 * SQL of two common table expressions: `given`, calls with more columns, and `held`, those that their processes hold in
 * one of `states`. Rows are locked in the order of the key, as everywhere.
 */
const held = (
  more: Readonly<Record<string, string>>,
  states: string,
) => `with ${rowsGiven('given', { ...identity, ...more })},
   held as materialized (
     select i.* from given i
       join calls c on c.organization_id = i.organization_id and c.call_id = i.call_id and c.node_id = i.node_id
         and c.status = any(${states})
     order by c.organization_id, c.call_id for no key update of c)`;

// Each statement stores the events too, which takes one message to the database instead of a transaction's four.
const ringing = statement(
  'calls.ringing',
  `${held({ reason: 'text', message: 'text', invite: 'text' }, '$7')},
   moved as (
     update calls c set status = 'ringing', ringing_at = dialer_now(), sip_dialog = i.invite::json
     from held i where c.organization_id = i.organization_id and c.call_id = i.call_id),
   noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'ringing', reason, message from held)
   select organization_id, call_id from held`,
);
// A call whose only trunk is down is not claimed, so nothing is recorded meanwhile. The trunk remembers when it was down last.
const waitedForTrunk = `select h.organization_id, h.call_id,
     'The trunk of the phone number cannot be reached: ' || coalesce(t.was_down_reason, 'it does not answer') || '.' as message,
     greatest(t.was_down_since, coalesce(l.due_at, c.created_at)) as at, t.since as until
   from held h join calls c on c.organization_id = h.organization_id and c.call_id = h.call_id and c.sip_dialog is null
     join live_calls l on l.organization_id = h.organization_id and l.call_id = h.call_id
     join trunk_health t on t.organization_id = c.organization_id and t.trunk_id = c.trunk_id and t.status <> 'down'
       and t.since > greatest(t.was_down_since, coalesce(l.due_at, c.created_at))
     join phone_numbers n on n.organization_id = c.organization_id and n.fallback_trunk_ids = '{}'
       and n.phone_number_id = coalesce(c.dial_number_id, c.phone_number_id)
   where t.was_down_since is not null`;
const dialed = statement(
  'calls.dialed',
  `${held({ message: 'text', invite: 'text' }, "array['dialing']")},
   kept as (
     update calls c set sip_dialog = i.invite::json
     from held i where c.organization_id = i.organization_id and c.call_id = i.call_id)
   insert into call_events (organization_id, call_id, decision, reason, message, at, until)
   select organization_id, call_id, decision, reason, message, coalesce(at, dialer_now()), until from (
     select w.*, i.place, 0 as nth, 'held' as decision, 'trunk-down' as reason from given i join (${waitedForTrunk}) w
       on w.organization_id = i.organization_id and w.call_id = i.call_id
     union all
     select i.organization_id, i.call_id, caller_id_reason(i.organization_id, i.call_id) as message, null, null, i.place,
       1 as nth, 'noted' as decision, 'caller-id' as reason
     from held h join given i on i.organization_id = h.organization_id and i.call_id = h.call_id
     union all
     select i.organization_id, i.call_id, i.message, null, null, i.place, 2, 'dialed', 'invite-sent' from given i) t
   where message is not null order by place, nth`,
);
const answered = statement(
  'calls.answered',
  `${held({ recording_file: 'text', ago_seconds: 'float8', dialog: 'text' }, "array['dialing', 'ringing']")},
   moved as (
     update calls c set status = 'in-progress', started_at = dialer_now() - make_interval(secs => i.ago_seconds),
       recording_file = i.recording_file, sip_dialog = i.dialog::json
     from held i where c.organization_id = i.organization_id and c.call_id = i.call_id
     returning c.organization_id, c.call_id, c.started_at, c.type,
       coalesce(c.dial_number_id, c.phone_number_id) as number_id),
   proven as (${proveNumbersSql('moved')}),
   noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'answered', case type when 'webCall' then 'browser-connected' else 'sip-200' end,
       case type when 'inboundPhoneCall' then 'The agent answered.'
         when 'webCall' then 'The browser is connected, and the agent answered.' else 'The other side answered.' end
     from moved),
   ${closeProbedSql('held')}
   select organization_id, call_id, started_at from moved`,
);

type Moved<Column = object> = { organization_id: string; call_id: string } & Column;

export interface Dialing {
  call: HeldCall;
  /** For `why`. */
  message: string;
  /** Gives the call up if this process dies. */
  invite: object | null;
}

export interface Ringing {
  call: HeldCall;
  sipCode: number;
  /** Gives the call up if this process dies. */
  invite: object | null;
}

export interface CallAnswer {
  recordingFile: string | null;
  /** How long ago the call was answered. */
  agoMs: number;
  /** Ends the call if this process dies. */
  dialog: object | null;
}

export interface Answering {
  call: HeldCall;
  answer: CallAnswer;
}

/** Records that the INVITEs of calls were sent. */
export async function markDialed(db: Database, items: readonly Dialing[]): Promise<void[]> {
  const messages = items.map(({ message }) => message);
  await db.query(dialed, [...identities(items), messages, items.map(({ invite }) => toJson(invite))]);
  return items.map(() => undefined);
}

/** Moves calls to `ringing`. Returns for each whether it moved; a call of another process does not. */
export async function markRinging(db: Database, items: readonly Ringing[]): Promise<boolean[]> {
  const rows = await db.query<Moved>(ringing, [
    ...identities(items),
    items.map(({ sipCode }) => `sip-${sipCode}`),
    items.map(({ sipCode }) => `The other side rings (SIP ${sipCode}).`),
    items.map(({ invite }) => toJson(invite)),
    statesBefore('ringing'),
  ]);
  return items.map(({ call }) => rowOf(rows, call) !== undefined);
}

/** Moves calls to `in-progress`. Returns when each was answered; `null` for a call of another process. */
export async function markAnswered(db: Database, items: readonly Answering[]): Promise<(string | null)[]> {
  const rows = await db.query<Moved<{ started_at: string }>>(answered, [
    ...identities(items),
    items.map(({ answer }) => answer.recordingFile),
    items.map(({ answer }) => answer.agoMs / 1000),
    items.map(({ answer }) => toJson(answer.dialog)),
  ]);
  return items.map(({ call }) => rowOf(rows, call)?.started_at ?? null);
}

function identities(items: readonly { call: HeldCall }[]): string[][] {
  return [
    items.map(({ call }) => call.organizationId),
    items.map(({ call }) => call.callId),
    items.map(({ call }) => call.nodeId),
  ];
}

function rowOf<Row extends Moved>(rows: readonly Row[], { organizationId, callId }: HeldCall) {
  return rows.find((row) => row.call_id === callId && row.organization_id === organizationId);
}

/** A conversation up to now. */
export interface CallProgress {
  transcript: TranscriptEntry[];
  turns: CallTurn[];
  usage: CallUsage[];
}

/** The progress of a live call that stays on record if its process dies. */
export interface Checkpoint extends CallProgress, CallKey {}

/**
 * The commit does not wait for the disk: a crash of the database's machine loses a second of a conversation. Each text
 * is JSON by itself, as PostgreSQL cannot take U+0000 out of a JSON value. Rows are locked in the order of the key.
 */
const storeProgress = statement(
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
  const rows = await db.query(storeProgress, [
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
