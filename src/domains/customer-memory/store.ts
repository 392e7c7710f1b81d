import {
  firstRow,
  type PersonTexts,
  type Queryable,
  readStatement,
  statement,
} from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { Customer } from './customer.ts';
import type { StatedFact } from './fact-text.ts';
import type { DatedFact } from './prompt.ts';
import type { CustomerFact } from './schemas.ts';

/** The most facts of a customer in one scope. Beyond it, the oldest are removed, those of members last. */
export const factsMax = 100;

const columns = `fact_id as "factId", case known_by when 'phoneNumber' then customer end as "phoneNumber",
  case known_by when 'customerUniqueId' then customer end as "customerUniqueId", agent_id as "agentId", topic, fact,
  written_by as "writtenBy", member_id as "memberId",
  case when conversation_id like 'call\\_%' then conversation_id end as "callId",
  case when conversation_id like 'chat\\_%' then conversation_id end as "chatId",
  written_at as "writtenAt", expires_at as "expiresAt"`;
/** The facts of a customer in one scope, as in the index `customer_facts_topic`. */
const ofCustomer = `organization_id = $1 and known_by = $2 and customer = $3 and coalesce(agent_id, '') = coalesce($4, '')`;

const selectKnown = readStatement(
  'customer_facts.known',
  `select fact_id as "factId", topic, fact, written_by as "writtenBy", conversation_id as "conversationId",
     written_at as "writtenAt"
   from customer_facts where ${ofCustomer} and expires_at > now()
   order by written_at desc, fact_id desc limit ${factsMax}`,
);
// What was said later stays.
const put = statement(
  'customer_facts.put',
  `insert into customer_facts (organization_id, known_by, customer, agent_id, fact_id, topic, fact, written_by, member_id,
     conversation_id, written_at, expires_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, said.at, said.at + make_interval(days => $12)
   from (select coalesce($11::timestamptz, now()) as at) said
   where said.at + make_interval(days => $12) > now()
   on conflict (organization_id, known_by, customer, (coalesce(agent_id, '')), (lower(topic))) do update
     set fact_id = excluded.fact_id, topic = excluded.topic, fact = excluded.fact, written_by = excluded.written_by,
       member_id = excluded.member_id, conversation_id = excluded.conversation_id, written_at = excluded.written_at,
       expires_at = excluded.expires_at
     where customer_facts.written_at <= excluded.written_at
   returning ${columns}`,
);
const removeOldest = statement(
  'customer_facts.remove_oldest',
  `delete from customer_facts where organization_id = $1 and fact_id in (
     select fact_id from customer_facts where ${ofCustomer}
     order by written_by = 'member' desc, written_at desc, fact_id desc offset ${factsMax})`,
);
const removeOutdated = statement(
  'customer_facts.remove_outdated',
  `delete from customer_facts where ${ofCustomer} and fact_id = any($5) and written_at <= $6 returning 1`,
);
const removeOfAnalysis = statement(
  'customer_facts.remove_of_analysis',
  `delete from customer_facts where ${ofCustomer} and conversation_id = $5 and written_by = 'analysis'
     and lower(topic) <> all(select lower(unnest($6::text[]))) returning 1`,
);
const removeTopic = statement(
  'customer_facts.remove_topic',
  `delete from customer_facts where ${ofCustomer} and ($5::text is null or lower(topic) = lower($5))
   returning fact_id as "factId"`,
);
const removeOne = statement(
  'customer_facts.delete',
  'delete from customer_facts where organization_id = $1 and fact_id = $2 returning 1',
);
const removeAll = statement(
  'customer_facts.forget',
  'delete from customer_facts where organization_id = $1 and known_by = $2 and customer = $3 returning 1',
);
const correct = statement(
  'customer_facts.correct',
  `update customer_facts set fact = coalesce($3, fact), written_by = 'member', member_id = $4, written_at = now(),
     expires_at = now() + coalesce(make_interval(days => $5::integer), expires_at - written_at)
   where organization_id = $1 and fact_id = $2 and expires_at > now() returning ${columns}`,
);
const selectOne = readStatement(
  'customer_facts.get',
  `select ${columns} from customer_facts where organization_id = $1 and fact_id = $2 and expires_at > now()`,
);
const selectPage = readStatement(
  'customer_facts.list',
  `select ${columns} from customer_facts
   where organization_id = $1 and known_by = $2 and customer = $3 and expires_at > now()
     and ($4::text is null or fact_id < $4)
   order by fact_id desc limit $5`,
);

/** Removes up to 5,000 facts whose time is over. */
export const expiredFacts = statement(
  'customer_facts.expired',
  `delete from customer_facts where (organization_id, fact_id) in (
     select organization_id, fact_id from customer_facts where expires_at <= now() limit 5000 for update skip locked)
   returning 1`,
);

/** The facts of a customer that an agent uses. */
export interface FactsOfCustomer {
  organizationId: string;
  customer: Customer;
  /** Null for the facts that agents share. */
  agentId: string | null;
}

/** A fact as it is known before a conversation is analyzed. */
export interface KnownFact extends DatedFact {
  factId: string;
  writtenBy: CustomerFact['writtenBy'];
  conversationId: string | null;
}

/** The origin of a fact, and how long it is kept. */
export interface FactOrigin extends Pick<CustomerFact, 'writtenBy' | 'memberId'> {
  conversationId: string | null;
  /** When it was said; null: now. */
  saidAt: string | null;
  keepDays: number;
}

const keyOf = ({ organizationId, customer, agentId }: FactsOfCustomer) => [
  organizationId,
  customer.knownBy,
  customer.value,
  agentId,
];

/** Returns the facts of a customer that an agent uses, newest first. */
export function selectKnownFacts(db: Queryable, of: FactsOfCustomer): Promise<KnownFact[]> {
  return db.query<KnownFact>(selectKnown, keyOf(of));
}

/** Stores a fact in place of the one of its topic. Null when that one was said later, or the fact would have expired. */
export function putFact(
  tx: Queryable,
  of: FactsOfCustomer,
  factId: string,
  { topic, fact }: StatedFact,
  { writtenBy, memberId, conversationId, saidAt, keepDays }: FactOrigin,
): Promise<CustomerFact | null> {
  const origin = [writtenBy, memberId, conversationId, saidAt, keepDays];
  return firstRow(tx, put, [...keyOf(of), factId, topic, fact, ...origin]);
}

/** Removes the oldest facts beyond the most that a customer may have. */
export async function removeOldestFacts(tx: Queryable, of: FactsOfCustomer): Promise<void> {
  await tx.query(removeOldest, keyOf(of));
}

/** Removes facts that no longer hold, unless they were written after `saidAt`. Returns how many. */
export async function removeOutdatedFacts(
  tx: Queryable,
  of: FactsOfCustomer,
  factIds: readonly string[],
  saidAt: string,
): Promise<number> {
  if (factIds.length === 0) return 0;
  return (await tx.query(removeOutdated, [...keyOf(of), factIds, saidAt])).length;
}

/** Removes what an earlier analysis of the conversation wrote, except facts of these topics. Returns how many. */
export async function removeFactsOfAnalysis(
  tx: Queryable,
  of: FactsOfCustomer,
  conversationId: string,
  topics: readonly string[],
): Promise<number> {
  return (await tx.query(removeOfAnalysis, [...keyOf(of), conversationId, topics])).length;
}

/** Removes the fact of a topic, or all facts that the agent uses when `topic` is null. Returns their ids. */
export async function removeFactsOfTopic(
  tx: Queryable,
  of: FactsOfCustomer,
  topic: string | null,
): Promise<string[]> {
  const rows = await tx.query<{ factId: string }>(removeTopic, [...keyOf(of), topic]);
  return rows.map(({ factId }) => factId);
}

export async function deleteFactRow(tx: Queryable, organizationId: string, factId: string): Promise<boolean> {
  return (await tx.query(removeOne, [organizationId, factId])).length > 0;
}

/** Removes all facts of a customer, those of every agent. Returns how many. */
export async function deleteFactsOf(
  tx: Queryable,
  organizationId: string,
  { knownBy, value }: Customer,
): Promise<number> {
  return (await tx.query(removeAll, [organizationId, knownBy, value])).length;
}

/** Corrects a fact on behalf of a member. Null when there is none with this id. */
export function correctFact(
  tx: Queryable,
  organizationId: string,
  factId: string,
  { fact, keepDays, memberId }: { fact: string | null; keepDays: number | null; memberId: string },
): Promise<CustomerFact | null> {
  return firstRow(tx, correct, [organizationId, factId, fact, memberId, keepDays]);
}

export function findFact(
  db: Queryable,
  organizationId: string,
  factId: string,
): Promise<CustomerFact | null> {
  return firstRow(db, selectOne, [organizationId, factId]);
}

/** Returns one fact more than the page, newest first. */
export function selectFacts(
  db: Queryable,
  organizationId: string,
  { knownBy, value }: Customer,
  { size, after }: PageRequest,
): Promise<CustomerFact[]> {
  const values = [organizationId, knownBy, value, after?.id ?? null, size + 1];
  return db.query<CustomerFact>(selectPage, values);
}

// A topic is removed with its fact, because a replacement could be the topic of another one.
const erase = statement(
  'customer_facts.erase',
  `with page as materialized (
     select fact_id, (known_by = $2 and customer = $3) or customer ~ $4 or topic ~ $4
       or conversation_id in (select subject_id from data_deletion_subjects s
         where s.organization_id = $1 and s.data_deletion_id = $5) as is_own
     from customer_facts where organization_id = $1 and fact_id > $6 order by fact_id limit $7
   ), gone as (
     delete from customer_facts f using page
     where page.is_own and f.organization_id = $1 and f.fact_id = page.fact_id returning 1)
   select (select max(fact_id) from page) as last, (select count(*)::int from gone) as count`,
);

/** A person whose data is deleted, with the expression that finds the number or id in texts. */
interface ErasedPerson {
  organizationId: string;
  dataDeletionId: string;
  by: Customer['knownBy'];
  value: string;
  pattern: string;
}

/**
 * Removes the facts of a person, of the person's calls and chats, and facts whose topic names the person, among the next
 * `max` after the fact `after`. `last` is the last one that it examined, or null.
 */
export async function eraseFacts(
  tx: Queryable,
  { organizationId, dataDeletionId, by, value, pattern }: ErasedPerson,
  after: string,
  max: number,
): Promise<{ count: number; last: string | null }> {
  const values = [organizationId, by, value, pattern, dataDeletionId, after, max];
  const [row] = await tx.query<{ count: number; last: string | null }>(erase, values);
  return row!;
}

/** Facts about others that may mention a person. */
export const personTextsInFacts: readonly PersonTexts[] = [
  { name: 'customer_facts', key: [{ column: 'fact_id', type: 'text' }], json: [], text: ['fact'] },
];
