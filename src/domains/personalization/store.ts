import {
  type PersonTexts,
  type Queryable,
  readStatement,
  statement,
  toJson,
} from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { newUuid } from '../../platform/kernel/index.ts';
import type { StoredPush } from './state.ts';

/** A push to be stored. */
export interface PushItem {
  actor: Actor;
  pushId: string;
  phoneNumber: string;
  data: Record<string, unknown>;
}

const store = statement('personalization.store', 'select personalization_store($1)');
const push = statement('personalization.push', 'select personalization_push($1)');
const selectOne = readStatement(
  'personalization.get',
  `select data, pushed_at, consumed_at, consumed_by_call_id from personalization
   where organization_id = $1 and customer_number = $2`,
);
const inboundNumber = readStatement(
  'personalization.inbound_number',
  `select phone_number from phone_numbers where organization_id = $1 and inbound_agent_id = $2
   order by phone_number_id limit 1`,
);

/** Returns the organization's oldest number that the agent answers, or null. */
export async function findInboundNumber(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<string | null> {
  const [row] = await db.query<{ phone_number: string }>(inboundNumber, [organizationId, agentId]);
  return row?.phone_number ?? null;
}

/** Stores one push. The caller appends the audit entry. */
export async function storePush(db: Queryable, item: PushItem): Promise<void> {
  await db.query(store, [toJson([toItem(item)])]);
}

/** Stores pushes and their audit entries in one statement, in this order. */
export async function pushAll(db: Queryable, items: PushItem[]): Promise<void> {
  await db.query(push, [toJson(items.map(toItem))]);
}

export async function findPush(
  db: Queryable,
  organizationId: string,
  phoneNumber: string,
): Promise<StoredPush | null> {
  const [row] = await db.query<{
    data: Record<string, unknown>;
    pushed_at: string;
    consumed_at: string | null;
    consumed_by_call_id: string | null;
  }>(selectOne, [organizationId, phoneNumber]);
  if (!row) return null;
  return {
    data: row.data,
    pushedAt: row.pushed_at,
    consumedAt: row.consumed_at,
    consumedByCallId: row.consumed_by_call_id,
  };
}

/** Returns the push that the next call from a number would use, or null. Consumes nothing. */
export async function findAvailablePush(
  db: Queryable,
  organizationId: string,
  phoneNumber: string,
): Promise<Record<string, unknown> | null> {
  const push = await findPush(db, organizationId, phoneNumber);
  return push?.consumedAt === null ? push.data : null;
}

function toItem({ actor, pushId, phoneNumber, data }: PushItem): Record<string, unknown> {
  const { organizationId, memberId, requestId } = actor;
  return { organizationId, phoneNumber, pushId, data, memberId, requestId, auditLogId: newUuid() };
}

const erase = statement(
  'personalization.erase',
  `with page as materialized (
     select customer_number, push_id, customer_number = $2 or data::text ~ $3 as is_own from personalization
     where organization_id = $1 and customer_number > $4 order by customer_number limit $5
   ), gone as (
     delete from personalization p using page
     where page.is_own and p.organization_id = $1 and p.customer_number = page.customer_number returning 1)
   select (select max(customer_number) from page) as last, (select count(*)::int from gone) as count,
     array(select push_id from page where is_own) as "pushIds"`,
);

/** The result of one statement. */
interface ErasedPushes {
  pushIds: string[];
  count: number;
  /** The last number that was looked at; null when there were none. */
  last: string | null;
}

/** Removes pushes for a number, or whose data match `pattern` (null: none do), of the next `max` behind `after`. */
export async function erasePushes(
  tx: Queryable,
  { organizationId, value, pattern }: { organizationId: string; value: string; pattern: string | null },
  after: string,
  max: number,
): Promise<ErasedPushes> {
  const [row] = await tx.query<ErasedPushes>(erase, [organizationId, value, pattern, after, max]);
  return row!;
}

/** The data of pushes for other numbers that may mention a person. */
export const personTextsInPushes: readonly PersonTexts[] = [
  {
    name: 'personalization',
    key: [{ column: 'customer_number', type: 'text' }],
    json: ['data'],
    text: [],
  },
];
