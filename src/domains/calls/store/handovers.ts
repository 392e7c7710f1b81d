import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { CallEnd } from '../call-end.ts';
import type { HeldCall } from './progress.ts';
import type { CallKey } from './read.ts';

/** The channel of notifications. Every process looks after each, so they carry nothing. */
export const handoverChannel = 'parley_handovers';

const notify = `pg_notify('${handoverChannel}', '')`;

const offer = statement(
  'calls.offer_handover',
  `with offered as (
     insert into call_handovers as h (organization_id, call_id, from_node_id, version, offer)
     select organization_id, call_id, node_id, $4, $5 from live_calls
     where organization_id = $1 and call_id = $2 and node_id = $3
     on conflict (organization_id, call_id) do update set from_node_id = excluded.from_node_id, to_node_id = null,
       version = excluded.version, state = 'offered', offer = excluded.offer, document = null, returned = null, ending = null,
       changed_at = clock_timestamp()
     returning 1)
   select ${notify} from offered`,
);
// Organizations share the capacity of a process.
const reserve = statement(
  'calls.reserve_handovers',
  `with found as materialized (
     select h.organization_id, h.call_id from call_handovers h
       join nodes n on n.node_id = h.from_node_id and n.fenced_at is null
     where h.state = 'offered' and h.version = $2 and h.from_node_id <> $1
       and h.changed_at <= clock_timestamp() - make_interval(secs => $4::float8 / 1000)
     order by h.changed_at limit $3 for update of h skip locked)
   update call_handovers h set state = 'preparing', to_node_id = $1, changed_at = clock_timestamp() from found f
   where h.organization_id = f.organization_id and h.call_id = f.call_id
   returning h.organization_id as "organizationId", h.call_id as "callId", h.from_node_id as "fromNodeId", h.offer`,
);
const ready = statement(
  'calls.ready_for_handover',
  `with changed as (
     update call_handovers set state = 'ready', changed_at = clock_timestamp()
     where organization_id = $1 and call_id = $2 and to_node_id = $3 and state = 'preparing' returning 1)
   select ${notify} from changed`,
);
const release = statement(
  'calls.release_handover',
  `with gone as (
     delete from call_handovers where organization_id = $1 and call_id = $2 and to_node_id = $3
       and state in ('preparing', 'ready', 'frozen') returning 1)
   select ${notify} from gone`,
);
const freeze = statement(
  'calls.freeze_handover',
  `with changed as (
     update call_handovers set state = 'frozen', document = $4, changed_at = clock_timestamp()
     where organization_id = $1 and call_id = $2 and from_node_id = $3 and state = 'ready' returning 1)
   select ${notify} from changed`,
);
const withdraw = statement(
  'calls.withdraw_handover',
  `with gone as (
     delete from call_handovers where organization_id = $1 and call_id = $2 and from_node_id = $3 and state <> 'taken'
     returning 1)
   select ${notify} from gone`,
);
// The row of the hand-over and the call change their owner in one statement. Calls are locked first, as everywhere. A repeat
// of the statement, whose answer was lost, finds the call taken. `changed_at` stays the time of the suspension.
const take = statement(
  'calls.take_handover',
  `with c as materialized (
     select c.organization_id, c.call_id from call_handovers h
       join calls c on c.organization_id = h.organization_id and c.call_id = h.call_id
         and c.node_id = case h.state when 'taken' then h.to_node_id else h.from_node_id end
     where h.organization_id = $1 and h.call_id = $2 and h.to_node_id = $3 and h.state in ('frozen', 'taken')
       and c.status = 'in-progress'
       and not exists (select from nodes n where n.node_id = $3 and n.fenced_at is not null)
     for no key update of c),
   taken as (
     update call_handovers h set state = 'taken' from c
     where h.organization_id = c.organization_id and h.call_id = c.call_id and h.to_node_id = $3
       and h.state in ('frozen', 'taken')
     returning h.organization_id, h.call_id, h.document, h.changed_at),
   live as (
     update live_calls l set node_id = $3 from taken t
     where l.organization_id = t.organization_id and l.call_id = t.call_id),
   moved as (
     update calls r set node_id = $3 from taken t
     where r.organization_id = t.organization_id and r.call_id = t.call_id)
   select document, extract(epoch from clock_timestamp() - changed_at)::float8 * 1000 as "agoMs", ${notify} from taken`,
);
// A process whose lease is over, after 5 s, may be dead.
const giveBack = statement(
  'calls.return_handover',
  `with c as materialized (
     select c.organization_id, c.call_id, h.from_node_id from call_handovers h
       join calls c on c.organization_id = h.organization_id and c.call_id = h.call_id and c.node_id = h.to_node_id
       join nodes n on n.node_id = h.from_node_id and n.fenced_at is null
         and n.heartbeat_at > clock_timestamp() - interval '5 seconds'
     where h.organization_id = $1 and h.call_id = $2 and h.to_node_id = $3 and h.state = 'taken'
       and c.status = 'in-progress' for no key update of c),
   returned as (
     update call_handovers h set state = 'returned', returned = $4, changed_at = clock_timestamp() from c
     where h.organization_id = c.organization_id and h.call_id = c.call_id and h.state = 'taken'
     returning h.organization_id, h.call_id, h.from_node_id),
   live as (
     update live_calls l set node_id = t.from_node_id from returned t
     where l.organization_id = t.organization_id and l.call_id = t.call_id),
   moved as (
     update calls r set node_id = t.from_node_id from returned t
     where r.organization_id = t.organization_id and r.call_id = t.call_id)
   select ${notify} from returned`,
);
const finish = statement(
  'calls.finish_handover',
  `with gone as (
     delete from call_handovers where organization_id = $1 and call_id = $2 and to_node_id = $3 and state = 'taken'
     returning ending)
   select ending, ${notify} from gone`,
);
const passOn = statement(
  'calls.pass_ending_on',
  `update call_handovers set ending = $4
   where organization_id = $1 and call_id = $2 and from_node_id = $3 and state = 'taken' returning 1`,
);
const given = readStatement(
  'calls.given_handovers',
  `select i.call_id as "callId", l.node_id as "ownerId", h.state, h.returned
   from unnest($1::text[], $2::text[]) as i (organization_id, call_id)
     left join live_calls l on l.organization_id = i.organization_id and l.call_id = i.call_id
     left join call_handovers h on h.organization_id = i.organization_id and h.call_id = i.call_id`,
);
const reserved = readStatement(
  'calls.reserved_handovers',
  `select call_id as "callId", state from call_handovers where to_node_id = $1`,
);
const putSlice = statement(
  'calls.put_handover_slice',
  `insert into handover_recordings (organization_id, call_id, part, is_last, samples) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);
const getSlice = readStatement(
  'calls.handover_slice',
  `select samples, is_last as "isLast" from handover_recordings
   where organization_id = $1 and call_id = $2 and part = $3`,
);
const dropSlices = statement(
  'calls.drop_handover_slices',
  'delete from handover_recordings where organization_id = $1 and call_id = $2',
);

/** Statements that remove what processes left behind that died during a hand-over. */
export const expiredHandovers = [
  statement(
    'calls.expired_handovers',
    `delete from call_handovers where changed_at < clock_timestamp() - interval '1 hour' returning 1`,
  ),
  statement(
    'calls.expired_handover_recordings',
    `delete from handover_recordings where (organization_id, call_id, part) in (
       select organization_id, call_id, part from handover_recordings
       where created_at < clock_timestamp() - interval '1 day' limit 5000) returning 1`,
  ),
];

type HandoverState = 'offered' | 'preparing' | 'ready' | 'frozen' | 'taken' | 'returned';

/** The state of the dialog when a process gives a call back. `isUncertain`: the peer may have accepted the re-INVITE. */
export interface ReturnedCall {
  cseq: number;
  isUncertain: boolean;
  reason: string;
}

const keyOf = ({ organizationId, callId, nodeId }: HeldCall) => [organizationId, callId, nodeId];

/** Offers a live call of this process to others. Returns false when the call is not its own. */
export async function offerCall(
  db: Queryable,
  call: HeldCall,
  { version, offer: sealed }: { version: number; offer: Buffer },
): Promise<boolean> {
  return (await db.query(offer, [...keyOf(call), version, sealed])).length > 0;
}

/** An offered call that this process has reserved. */
export interface ReservedCall extends CallKey {
  fromNodeId: string;
  offer: Buffer;
}

/** Reserves up to `max` calls of other processes that were offered `olderThanMs` ago. They stay with their owners. */
export function reserveCalls(
  db: Queryable,
  nodeId: string,
  { version, max, olderThanMs }: { version: number; max: number; olderThanMs: number },
): Promise<ReservedCall[]> {
  return db.query<ReservedCall>(reserve, [nodeId, version, max, olderThanMs]);
}

/** Records that this process waits for a reserved call. Returns false when its owner has withdrawn it. */
export async function readyForCall(db: Queryable, call: HeldCall): Promise<boolean> {
  return (await db.query(ready, keyOf(call))).length > 0;
}

/** Gives up a reserved call that this process has not taken. */
export async function releaseReserved(db: Queryable, call: HeldCall): Promise<void> {
  await db.query(release, keyOf(call));
}

/** Hands the sealed document of a call to the process that is ready for it. Returns false when there is none any more. */
export async function freezeCall(db: Queryable, call: HeldCall, document: Buffer): Promise<boolean> {
  return (await db.query(freeze, [...keyOf(call), document])).length > 0;
}

/** Withdraws an offered call. Returns false when another process has taken it, or there is no offer. */
export async function withdrawCall(db: Queryable, call: HeldCall): Promise<boolean> {
  return (await db.query(withdraw, keyOf(call))).length > 0;
}

/**
 * Takes a frozen call, which belongs to this process from then on. Returns its document and how long ago it was frozen;
 * `null` when it was withdrawn or has ended. It may be repeated after a lost answer.
 */
export function takeCall(db: Queryable, call: HeldCall): Promise<{ document: Buffer; agoMs: number } | null> {
  return firstRow(db, take, keyOf(call));
}

/**
 * Returns a taken call to the process that gave it. Returns false when that process is dead or the call has ended. It may be
 * repeated after a lost answer.
 */
export async function returnCall(db: Queryable, call: HeldCall, returned: ReturnedCall): Promise<boolean> {
  if ((await db.query(giveBack, [...keyOf(call), JSON.stringify(returned)])).length > 0) return true;
  const [now] = await givenCalls(db, [call]);
  return now !== undefined && now.ownerId !== null && now.ownerId !== call.nodeId;
}

/** Completes a hand-over. Returns how the call has ended at the old process meanwhile; `null` when it has not. */
export async function finishHandover(db: Queryable, call: HeldCall): Promise<CallEnd | null> {
  const row = await firstRow<{ ending: CallEnd | null }>(db, finish, keyOf(call));
  return row?.ending ?? null;
}

/** Reports to the process that took a call how it ended here. Returns false when the hand-over is complete. */
export async function passEndingOn(db: Queryable, call: HeldCall, ending: CallEnd): Promise<boolean> {
  return (await db.query(passOn, [...keyOf(call), JSON.stringify(ending)])).length > 0;
}

/** The state of a call that this process has offered. `ownerId` is `null` when the call is over. */
export interface GivenCall {
  callId: string;
  ownerId: string | null;
  state: HandoverState | null;
  returned: ReturnedCall | null;
}

/** Returns the states of offered calls. */
export function givenCalls(db: Queryable, calls: readonly CallKey[]): Promise<GivenCall[]> {
  const keys = [calls.map(({ organizationId }) => organizationId), calls.map(({ callId }) => callId)];
  return db.query<GivenCall>(given, keys);
}

/** Returns the calls that this process has reserved, by their id. */
export async function reservedCalls(db: Queryable, nodeId: string): Promise<Map<string, HandoverState>> {
  const rows = await db.query<{ callId: string; state: HandoverState }>(reserved, [nodeId]);
  return new Map(rows.map(({ callId, state }) => [callId, state]));
}

/** Stores a slice of the recording of a moved call for the process that has the call now. */
export async function putRecordingSlice(
  db: Queryable,
  { organizationId, callId }: CallKey,
  slice: { part: number; isLast: boolean; samples: Buffer },
): Promise<void> {
  const { part, isLast, samples } = slice;
  await db.query(putSlice, [organizationId, callId, part, isLast, samples]);
}

/** Returns a slice of the recording of a moved call; `null` when it is not there yet. */
export function recordingSlice(
  db: Queryable,
  { organizationId, callId }: CallKey,
  part: number,
): Promise<{ samples: Buffer; isLast: boolean } | null> {
  return firstRow(db, getSlice, [organizationId, callId, part]);
}

/** Removes the slices of a recording, which are in the file of the new process. */
export async function dropRecordingSlices(db: Queryable, { organizationId, callId }: CallKey): Promise<void> {
  await db.query(dropSlices, [organizationId, callId]);
}
