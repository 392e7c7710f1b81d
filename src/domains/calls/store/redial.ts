import { firstRow, type Queryable, readStatement, rowsGiven, statement } from '../../../platform/db/index.ts';
import { conflict, newId } from '../../../platform/kernel/index.ts';
import { holdReferencesOf, insertAttempts } from './queue.ts';

const take = statement(
  'calls.take_unknown',
  `delete from unknown_outcomes where organization_id = $1 and campaign_id = $2 and call_id = any($3)
   returning call_id, dialer_now() as now`,
);
/** The references of a call that its next attempt needs. */
const references = [
  { table: 'agents', column: 'agent_id', code: 'agent', words: 'agent' },
  { table: 'phone_numbers', column: 'phone_number_id', code: 'phone_number', words: 'phone number' },
  { table: 'schedules', column: 'schedule_id', code: 'schedule', words: 'schedule' },
  {
    table: 'retry_configs',
    column: 'call_retry_config_id',
    code: 'retry_configuration',
    words: 'retry configuration',
  },
] as const;
/** SQL for the 1-based index in `references` of the first deleted reference of a call `c`, or null. */
const deletedReference = `case ${references
  .map(
    ({ table, column }, place) => `when c.${column} is not null and not exists (select from ${table} r
      where r.organization_id = c.organization_id and r.${column} = c.${column}) then ${place + 1}`,
  )
  .join(' ')} end`;
const findDeleted = readStatement(
  'calls.deleted_references',
  `select c.call_id, ${deletedReference} as deleted from calls c
   where c.organization_id = $1 and c.call_id = any($2) order by c.call_id`,
);
const inReach = `from unknown_outcomes u
     join calls c on c.organization_id = u.organization_id and c.call_id = u.call_id
   where u.organization_id = $1 and u.campaign_id = $2 and ${deletedReference} is null`;
const choose = statement(
  'calls.choose_unknown',
  `select u.call_id ${inReach} order by u.call_id limit $3 for update of u`,
);
const anyLeft = readStatement('calls.any_unknown', `select exists (select ${inReach}) as has_more`);
const tell = statement(
  'calls.redialed',
  `with ${rowsGiven('given', { organization_id: 'text', call_id: 'text', message: 'text' })}
   insert into call_events (organization_id, call_id, decision, reason, message)
   select organization_id, call_id, 'retried', 'asked', message from given`,
);

const lock = statement(
  'calls.redial_lock',
  `select c.ended_reason, c.campaign_id, k.status as campaign_status from calls c
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
   where c.organization_id = $1 and c.call_id = $2 for update of c`,
);

/** A call to dial again. */
interface EndedRow {
  ended_reason: string | null;
  campaign_id: string;
  campaign_status: string | null;
}

/** Locks a call that a person wants dialed again. Returns null when there is no such call. */
export function lockForRedial(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<EndedRow | null> {
  return firstRow(tx, lock, [organizationId, callId]);
}

interface TakenRow {
  call_id: string;
  now: string;
}

interface Redialing {
  organizationId: string;
  /** '' for none. */
  campaignId: string;
  requestId: string;
}

/**
 * Queues the next attempt of a call with an unknown outcome. Returns its id, or null when it was queued before. Throws
 * a 409 when a referenced resource was deleted.
 */
export async function redialOne(tx: Queryable, scope: Redialing, callId: string): Promise<string | null> {
  const [held] = await holdAll(tx, scope, [callId]);
  if (held?.deleted != null) {
    const { code, words } = references[held.deleted - 1]!;
    throw conflict(`${code}.deleted`, `The ${words} of the call was deleted.`);
  }
  const [redialed = null] = await redial(tx, scope, [callId]);
  return redialed;
}

/**
 * Queues the next attempts of up to `max` calls with an unknown outcome of a campaign, the oldest first. Skips calls
 * with a deleted reference.
 */
export async function redialSome(
  tx: Queryable,
  scope: Redialing,
  max: number,
): Promise<{ callIds: string[]; hasMore: boolean }> {
  const { organizationId, campaignId } = scope;
  const chosen = await tx.query<{ call_id: string }>(choose, [organizationId, campaignId, max]);
  const held = await holdAll(
    tx,
    scope,
    chosen.map(({ call_id }) => call_id),
  );
  const standing = held.filter(({ deleted }) => deleted === null).map(({ call_id }) => call_id);
  const callIds = await redial(tx, scope, standing);
  const [left] = await tx.query<{ has_more: boolean }>(anyLeft, [organizationId, campaignId]);
  return { callIds, hasMore: left?.has_more ?? false };
}

interface HeldRow {
  call_id: string;
  /** The 1-based index in `references` of the first deleted reference, or null. */
  deleted: number | null;
}

/**
 * Locks the resources that the calls reference. Returns for each call the index of its first deleted reference, or
 * null.
 */
async function holdAll(
  tx: Queryable,
  { organizationId }: Redialing,
  callIds: readonly string[],
): Promise<HeldRow[]> {
  if (callIds.length === 0) return [];
  await holdReferencesOf(tx, organizationId, callIds);
  return tx.query<HeldRow>(findDeleted, [organizationId, callIds]);
}

/** Queues next attempts that are due at once. The dialer checks for holds when it claims them. */
async function redial(
  tx: Queryable,
  { organizationId, campaignId, requestId }: Redialing,
  callIds: readonly string[],
): Promise<string[]> {
  if (callIds.length === 0) return [];
  const taken = await tx.query<TakenRow>(take, [organizationId, campaignId, callIds]);
  if (taken.length === 0) return [];
  const attempts = taken.map(({ call_id: parentCallId, now: dueAt }) => ({
    organizationId,
    parentCallId,
    callId: newId('call'),
    dueAt,
    notBefore: null,
    holdReason: null,
  }));
  await insertAttempts(tx, attempts);
  await tx.query(tell, [
    attempts.map(() => organizationId),
    attempts.map(({ parentCallId }) => parentCallId),
    attempts.map(({ callId }) => `Request ${requestId} redialed this call as call ${callId}.`),
  ]);
  return attempts.map(({ callId }) => callId);
}
