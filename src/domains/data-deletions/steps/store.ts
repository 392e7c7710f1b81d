/** The SQL of the steps that reads other folders' tables, and that replaces mentions of the person. */
import {
  type PersonTexts,
  type Queryable,
  readStatement,
  type Statement,
  statement,
} from '../../../platform/db/index.ts';
import type { Person } from './step.ts';

/** The most calls that one part of a step cancels or erases. */
export const callsAtOnce = 200;
/** The most rows that one part of a step examines. */
export const looksAtOnce = 2000;
export const chatsAtOnce = 1000;
const mentionsAtOnce = 1000;

const noteCallsOfNumber = statement(
  'data_deletions.calls_of_number',
  `with page as materialized (
     select call_id from calls where organization_id = $1 and customer_number = $3 and call_id > $4
     order by call_id limit ${looksAtOnce}
   ), noted as (
     insert into data_deletion_subjects select $1, $2, call_id from page on conflict do nothing)
   select max(call_id) as last from page`,
);
const noteCallsOfId = statement(
  'data_deletions.calls_of_id',
  `with page as materialized (
     select call_id, external_id, variables, session_variables from calls where organization_id = $1 and call_id > $4
     order by call_id limit ${looksAtOnce}
   ), noted as (
     insert into data_deletion_subjects
     select $1, $2, call_id from page
     where external_id = $3 or variables::text ~ $5 or session_variables::text ~ $5 on conflict do nothing)
   select max(call_id) as last from page`,
);
const selectQueued = statement(
  'data_deletions.queued',
  `select c.call_id as "callId" from data_deletion_subjects s join calls c using (organization_id)
   where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id = s.subject_id and c.status = 'queued'
   order by c.call_id limit ${callsAtOnce} for update of c`,
);
const selectLive = readStatement(
  'data_deletions.live',
  `select from data_deletion_subjects s join calls c using (organization_id)
   where s.organization_id = $1 and s.data_deletion_id = $2 and c.call_id = s.subject_id
     and c.status not in ('ended', 'canceled')
   union all select from live_calls l where l.organization_id = $1 and l.customer_number = $3 limit 1`,
);
const selectRemovals = readStatement(
  'data_deletions.recordings',
  `select from recording_removals r join data_deletion_subjects s using (organization_id)
   where s.organization_id = $1 and s.data_deletion_id = $2 and r.call_id = s.subject_id and r.looked_at is null limit 1`,
);

const anyOfNumber = readStatement(
  'data_deletions.any_of_number',
  `select from calls where organization_id = $1 and customer_number = $2
   union all select from customer_facts
     where organization_id = $1 and known_by = 'phoneNumber' and customer = $2 limit 1`,
);
const anyOfId = readStatement(
  'data_deletions.any_of_id',
  `select from chats where organization_id = $1 and customer_unique_id = $2
   union all select from customer_facts
     where organization_id = $1 and known_by = 'customerUniqueId' and customer = $2 limit 1`,
);

type Key = Pick<Person, 'organizationId' | 'dataDeletionId'>;

/** Notes the person's calls among the next after the call `after`. Returns the last call that it examined, or null. */
export async function noteCalls(tx: Queryable, person: Person, after: string): Promise<string | null> {
  const { organizationId, dataDeletionId, by, value, pattern } = person;
  const values = [organizationId, dataDeletionId, value, after];
  const [row] =
    by === 'phoneNumber'
      ? await tx.query<{ last: string | null }>(noteCallsOfNumber, values)
      : await tx.query<{ last: string | null }>(noteCallsOfId, [...values, pattern]);
  return row?.last ?? null;
}

/** Locks and returns the ids of up to `callsAtOnce` of the person's queued calls. */
export async function lockQueuedCalls(
  tx: Queryable,
  { organizationId, dataDeletionId }: Key,
): Promise<string[]> {
  const calls = await tx.query<{ callId: string }>(selectQueued, [organizationId, dataDeletionId]);
  return calls.map(({ callId }) => callId);
}

/** Returns whether a call of the person is live. */
export async function hasLiveCall(
  tx: Queryable,
  { organizationId, dataDeletionId, value }: Key & Pick<Person, 'value'>,
): Promise<boolean> {
  return (await tx.query(selectLive, [organizationId, dataDeletionId, value])).length > 0;
}

/** Returns whether a recording of the person is still to be removed. */
export async function hasRecordingToRemove(
  tx: Queryable,
  { organizationId, dataDeletionId }: Key,
): Promise<boolean> {
  return (await tx.query(selectRemovals, [organizationId, dataDeletionId])).length > 0;
}

/** Returns whether there is a call of the number or a chat of the id, or a fact that one of them wrote late. */
export async function hasRecord(
  tx: Queryable,
  { organizationId, by, value }: Pick<Person, 'organizationId' | 'by' | 'value'>,
): Promise<boolean> {
  const select = by === 'phoneNumber' ? anyOfNumber : anyOfId;
  return (await tx.query(select, [organizationId, value])).length > 0;
}

const selectChats = readStatement(
  'data_deletions.chats',
  `select chat_id as "chatId", customer_unique_id as "customerUniqueId", chat_variables as "chatVariables",
     customer_unique_id ~ $3 as "isNamed"
   from chats where organization_id = $1 and chat_id > $2 order by chat_id limit ${chatsAtOnce}`,
);
const selectChatsOfId = readStatement(
  'data_deletions.chats_of_id',
  `select chat_id as "chatId" from chats where organization_id = $1 and customer_unique_id = $3 and chat_id > $2
   order by chat_id limit ${chatsAtOnce}`,
);

/** A chat that may be the person's. */
export interface ExaminedChat {
  chatId: string;
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
  /** The id contains the number, as in `whatsapp:+12025550177`. */
  isNamed: boolean;
}

/** Returns up to `chatsAtOnce` chats after the chat `after`. `isNamed` is true where the id matches `pattern`. */
export function chatsAfter(
  tx: Queryable,
  { organizationId, pattern }: Pick<Person, 'organizationId' | 'pattern'>,
  after: string,
): Promise<ExaminedChat[]> {
  return tx.query<ExaminedChat>(selectChats, [organizationId, after, pattern]);
}

/** Returns up to `chatsAtOnce` chats of the customer id `value` after the chat `after`. */
export function chatsOfIdAfter(
  tx: Queryable,
  { organizationId, value }: Pick<Person, 'organizationId' | 'value'>,
  after: string,
): Promise<Pick<ExaminedChat, 'chatId'>[]> {
  return tx.query<Pick<ExaminedChat, 'chatId'>>(selectChatsOfId, [organizationId, after, value]);
}

const selectOpenImports = readStatement(
  'data_deletions.open_imports',
  `select from imports where organization_id = $1 and status <> 'completed' and created_at <= $2 limit 1`,
);

/** Returns whether an import that was requested before the deletion is not completed. */
export async function hasOpenImport(
  tx: Queryable,
  { organizationId, createdAt }: Pick<Person, 'organizationId' | 'createdAt'>,
): Promise<boolean> {
  return (await tx.query(selectOpenImports, [organizationId, createdAt])).length > 0;
}

/**
 * Returns the statement that replaces mentions of the person in the next rows of a table. $1 is the organization, $2 to $4
 * are `pattern`, `bare` and `instead` of the person, $5 on is the key of the row before. It returns the last key as `last`
 * (null at the end) and the number of changed rows as `mentions`.
 */
export function eraseMentionsIn(table: PersonTexts): Statement {
  return statement(`data_deletions.mentions_${table.name}`, eraseMentionsSql(table));
}

function eraseMentionsSql({ name, key, json, text: texts, encoded = [], sparedBy }: PersonTexts): string {
  const columns = key.map(({ column }) => column);
  const keyList = columns.join(', ');
  const after = key.map(({ type }, place) => `$${place + 5}::${type}`).join(', ');
  const match = [...json.map((column) => `${column}::text`), ...texts, ...encoded].map(
    (column) => `${column} ~ $2`,
  );
  const spared = sparedBy === undefined ? '' : `and ${sparedBy} !~ $2`;
  const without = (column: string) => `redact_person(${column}, $3, $2, $4)`;
  const sets = [
    ...json.map((column) => `${column} = ${without(`${column}::text`)}::json`),
    ...encoded.map((column) => `${column} = ${without(column)}`),
    ...texts.map((column) => `${column} = regexp_replace(${column}, $2, $4, 'g')`),
  ];
  const same = columns.map((column) => `r.${column} = page.${column}`).join(' and ');
  return `with page as materialized (
      select ${keyList}, ${match.map((one) => `coalesce(${one}, false)`).join(' or ')} as names from ${name}
      where organization_id = $1 and $3::text is not null and (${keyList}) > (${after}) ${spared} order by ${keyList} limit ${mentionsAtOnce}
    ), done as (
      update ${name} r set ${sets.join(', ')} from page
      where page.names and r.organization_id = $1 and ${same} returning 1)
    select (select json_build_array(${keyList}) from page order by ${columns.map((column) => `${column} desc`).join(', ')}
      limit 1) as last, (select count(*)::int from done) as mentions`;
}
