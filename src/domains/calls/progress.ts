import { type Database, DatabaseBatches, rowsGiven, statement, toJson } from '../../platform/db/index.ts';
import { statesBefore } from './state.ts';

/** A call and the process that holds it. */
export interface HeldCall {
  organizationId: string;
  callId: string;
  nodeId: string;
}

const identity = { organization_id: 'text', call_id: 'text', node_id: 'text' };

/**
 * Calls that are given with more about each, and `held`: those that their processes hold in one of some states, locked in
 * the order of the key, in which all lock several calls.
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

// Each with its events in one statement: one message to the database, where a transaction takes four.
const ringing = statement(
  'calls.ringing',
  `${held({ reason: 'text', message: 'text', invite: 'text' }, '$7')},
   moved as (
     update calls c set status = 'ringing', ringing_at = dialer_now(), sip_dialog = i.invite::json
     from held i where c.organization_id = i.organization_id and c.call_id = i.call_id),
   told as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'ringing', reason, message from held)
   select organization_id, call_id from held`,
);
const dialed = statement(
  'calls.dialed',
  `${held({ message: 'text', invite: 'text' }, "array['dialing']")},
   kept as (
     update calls c set sip_dialog = i.invite::json
     from held i where c.organization_id = i.organization_id and c.call_id = i.call_id)
   insert into call_events (organization_id, call_id, decision, reason, message)
   select organization_id, call_id, decision, reason, message from (
     select i.organization_id, i.call_id, i.place, 1 as nth, 'noted' as decision, 'caller-id' as reason,
       caller_id_words(i.organization_id, i.call_id) as message
     from held h join given i on i.organization_id = h.organization_id and i.call_id = h.call_id
     union all
     select i.organization_id, i.call_id, i.place, 2, 'dialed', 'invite-sent', i.message from given i) t
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
   proven as (
     update phone_numbers n set proven_at = dialer_now() from (
       select organization_id, phone_number_id from phone_numbers p
       where proven_at is null and (organization_id, phone_number_id) in (select organization_id, number_id from moved)
         and not exists (select from phone_numbers o where o.phone_number = p.phone_number
           and o.organization_id <> p.organization_id and claim_stands(o))
       for no key update skip locked) as claim
     where n.organization_id = claim.organization_id and n.phone_number_id = claim.phone_number_id),
   told as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'answered', 'sip-200',
       case type when 'inboundPhoneCall' then 'The agent answered.' else 'The other side answered.' end
     from moved),
   probed as materialized (
     select ci.organization_id, ci.kind, ci.subject_id from held i
       join circuits ci on ci.organization_id = i.organization_id and ci.probe_call_id = i.call_id
         and ci.state <> 'closed'
     order by ci.organization_id, ci.kind, ci.subject_id for update of ci),
   closed as (
     update circuits ci set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
     from probed p where ci.organization_id = p.organization_id and ci.kind = p.kind and ci.subject_id = p.subject_id)
   select organization_id, call_id, started_at from moved`,
);

type Moved<Column = object> = { organization_id: string; call_id: string } & Column;

const rings = new DatabaseBatches<Ringing, boolean>({
  itemsMax: 100,
  batchesMax: 2,
  async run(db, items) {
    const rows = await db.query<Moved>(ringing, [
      ...identities(items),
      items.map(({ sipCode }) => `sip-${sipCode}`),
      items.map(({ sipCode }) => `The other side rings (SIP ${sipCode}).`),
      items.map(({ invite }) => toJson(invite)),
      statesBefore('ringing'),
    ]);
    return items.map(({ call }) => rowOf(rows, call) !== undefined);
  },
});

const dials = new DatabaseBatches<Dialing, void>({
  itemsMax: 100,
  batchesMax: 2,
  async run(db, items) {
    const messages = items.map(({ message }) => message);
    await db.query(dialed, [...identities(items), messages, items.map(({ invite }) => toJson(invite))]);
    return items.map(() => undefined);
  },
});

const answers = new DatabaseBatches<Answering, string | null>({
  itemsMax: 100,
  batchesMax: 2,
  async run(db, items) {
    const rows = await db.query<Moved<{ started_at: string }>>(answered, [
      ...identities(items),
      items.map(({ answer }) => answer.recordingFile),
      items.map(({ answer }) => answer.agoMs / 1000),
      items.map(({ answer }) => toJson(answer.dialog)),
    ]);
    return items.map(({ call }) => rowOf(rows, call)?.started_at ?? null);
  },
});

interface Dialing {
  call: HeldCall;
  message: string;
  invite: object | null;
}

interface Ringing {
  call: HeldCall;
  sipCode: number;
  invite: object | null;
}

interface Answering {
  call: HeldCall;
  answer: CallAnswer;
}

/** The INVITE was sent; `invite` is what gives the call up if this process dies, and `message` is for `why`. */
export function markDialed(db: Database, call: HeldCall, message: string, invite: object | null) {
  return dials.add(db, { call, message, invite });
}

/**
 * The peer rings; `invite` is what gives the call up if this process dies. False when the call is no longer this
 * process's to move.
 */
export async function markRinging(
  db: Database,
  call: HeldCall,
  sipCode: number,
  invite: object | null,
): Promise<boolean> {
  return rings.add(db, { call, sipCode, invite });
}

export interface CallAnswer {
  recordingFile: string | null;
  agoMs: number;
  /** What ends the call if this process dies. */
  dialog: object | null;
}

/** The peer answered so long ago; the instant of it, or null when the call is no longer this process's to move. */
export async function markAnswered(db: Database, call: HeldCall, answer: CallAnswer): Promise<string | null> {
  return answers.add(db, { call, answer });
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
