import {
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
  type Transaction,
  toJson,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import { standardOffsetMinutes } from '../../schedules/index.ts';
import type { CreatePhoneNumber, PhoneNumber } from '../schemas.ts';

const columns = `phone_number_id, phone_number, trunk_id, fallback_trunk_ids, inbound_agent_id, local_presence, max_calls_per_day,
  calls_of_number_today(phone_numbers, dialer_now()) as calls_today, external_id_header, overflow, proven_at, created_at, updated_at`;

interface PhoneNumberRow {
  phone_number_id: string;
  phone_number: string;
  trunk_id: string | null;
  fallback_trunk_ids: string[];
  inbound_agent_id: string | null;
  local_presence: boolean;
  max_calls_per_day: number | null;
  calls_today: number;
  external_id_header: string;
  overflow: PhoneNumber['overflow'];
  proven_at: string | null;
  created_at: string;
  updated_at: string;
}

const insert = statement(
  'numbers.insert',
  `insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, fallback_trunk_ids,
     inbound_agent_id, local_presence, external_id_header, overflow, max_calls_per_day, day_offset_minutes, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now())
   returning ${columns}`,
);
const update = statement(
  'numbers.update',
  `update phone_numbers set trunk_id = $3, fallback_trunk_ids = $4, inbound_agent_id = $5, local_presence = $6,
     external_id_header = $7, overflow = $8, max_calls_per_day = $9, day_offset_minutes = $10, updated_at = now()
   where organization_id = $1 and phone_number_id = $2
   returning ${columns}`,
);
const selectOne = readStatement(
  'numbers.get',
  `select ${columns} from phone_numbers where organization_id = $1 and phone_number_id = $2`,
);
const selectForChange = statement('numbers.lock', `${selectOne.text} for no key update`);
const selectForDeletion = statement('numbers.lock_for_deletion', `${selectOne.text} for update`);
const list = namedList('numbers.list', {
  select: `select ${columns} from phone_numbers`,
  organization: 'organization_id',
  id: 'phone_number_id',
  text: 'phone_number',
  and: 'and ($5::text is null or trunk_id = $5)',
  andValues: 1,
});
// A lock of its own, because there may be no row yet.
const lockNumber = statement(
  'numbers.lock_number',
  "select pg_advisory_xact_lock(hashtextextended('phone number ' || $1, 0))",
);
const claims = readStatement(
  'numbers.claims',
  `select organization_id as "organizationId", is_number_claim_valid(n) as "isValid" from phone_numbers n where phone_number = $1`,
);
const namesOf = readStatement(
  'numbers.names_of_assigned',
  `select 'agents' as type, agent_id as id, name from agents where organization_id = $1 and agent_id = any($2::text[])
   union all
   select 'trunks', trunk_id, name from trunks where organization_id = $1 and trunk_id = any($2::text[])`,
);
const remove = statement(
  'numbers.delete',
  'delete from phone_numbers where organization_id = $1 and phone_number_id = $2',
);
const users = statement(
  'numbers.users',
  `(select 'call ' || call_id as name from live_calls join calls using (organization_id, call_id)
      where organization_id = $1 and (phone_number_id = $2 or dial_number_id = $2) limit 2)
   union all
   (select 'call ' || call_id from queued_calls where organization_id = $1 and phone_number_id = $2 limit 2)`,
);

export async function insertPhoneNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
  values: CreatePhoneNumber,
): Promise<PhoneNumber> {
  const parameters = [organizationId, phoneNumberId, values.phoneNumber, ...parametersOf(values)];
  const [row] = await db.query<PhoneNumberRow>(insert, parameters);
  return toPhoneNumber(row!);
}

/** Changes everything but the number itself. */
export async function updatePhoneNumberRow(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
  values: CreatePhoneNumber,
): Promise<PhoneNumber> {
  const parameters = [organizationId, phoneNumberId, ...parametersOf(values)];
  const [row] = await db.query<PhoneNumberRow>(update, parameters);
  return toPhoneNumber(row!);
}

export async function findPhoneNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<PhoneNumber | null> {
  const [row] = await db.query<PhoneNumberRow>(selectOne, [organizationId, phoneNumberId]);
  return row ? toPhoneNumber(row) : null;
}

/** Locks the phone number against other changes until the transaction ends. */
export async function lockPhoneNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<PhoneNumber | null> {
  const [row] = await db.query<PhoneNumberRow>(selectForChange, [organizationId, phoneNumberId]);
  return row ? toPhoneNumber(row) : null;
}

/** Locks the phone number against changes and new references. Query existing references after this. */
export async function lockPhoneNumberForDeletion(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<PhoneNumber | null> {
  const [row] = await db.query<PhoneNumberRow>(selectForDeletion, [organizationId, phoneNumberId]);
  return row ? toPhoneNumber(row) : null;
}

/** Returns one row more than the page, to know whether another page follows. */
export async function selectPhoneNumbers(
  db: Queryable,
  organizationId: string,
  trunkId: string | null,
  request: NamedPageRequest,
): Promise<PhoneNumber[]> {
  const rows = await queryNamedList<PhoneNumberRow>(db, list, organizationId, request, [trunkId]);
  return rows.map(toPhoneNumber);
}

/**
 * Returns the organizations with the number and whether their claims are valid. No other organization can add the
 * number until the transaction ends.
 */
export async function lockClaims(
  tx: Transaction,
  phoneNumber: string,
): Promise<{ organizationId: string; isValid: boolean }[]> {
  await tx.query(lockNumber, [phoneNumber]);
  return tx.query<{ organizationId: string; isValid: boolean }>(claims, [phoneNumber]);
}

/** Returns the names of the agents and trunks among the ids. */
export function namesOfAssigned(
  db: Queryable,
  organizationId: string,
  ids: string[],
): Promise<{ type: 'agents' | 'trunks'; id: string; name: string }[]> {
  return db.query<{ type: 'agents' | 'trunks'; id: string; name: string }>(namesOf, [organizationId, ids]);
}

export async function deletePhoneNumberRow(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<void> {
  await db.query(remove, [organizationId, phoneNumberId]);
}

/** Returns descriptions of a few calls that use the phone number. */
export async function usersOfPhoneNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, phoneNumberId]);
  return rows.map(({ name }) => name);
}

function parametersOf(values: CreatePhoneNumber): unknown[] {
  return [
    values.trunkId,
    values.fallbackTrunkIds,
    values.inboundAgentId,
    values.localPresence,
    values.externalIdHeader,
    toJson(values.overflow),
    values.maxCallsPerDay,
    standardOffsetMinutes(values.phoneNumber, Date.now()),
  ];
}

function toPhoneNumber(row: PhoneNumberRow): PhoneNumber {
  return {
    phoneNumberId: row.phone_number_id,
    phoneNumber: row.phone_number,
    trunkId: row.trunk_id,
    fallbackTrunkIds: row.fallback_trunk_ids,
    inboundAgentId: row.inbound_agent_id,
    localPresence: row.local_presence,
    maxCallsPerDay: row.max_calls_per_day,
    callsToday: row.calls_today,
    externalIdHeader: row.external_id_header,
    overflow: row.overflow,
    provenAt: row.proven_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * SQL that takes calls off the daily count of the numbers that they were claimed for. `claimed` is an expression with
 * organization_id, number_id and dialing_at.
 */
export function giveNumberBackSql(claimed: string): string {
  return `update number_days d set calls = d.calls - 1 from ${claimed} c join phone_numbers n
       on n.organization_id = c.organization_id and n.phone_number_id = c.number_id
     where d.organization_id = n.organization_id and d.phone_number_id = n.phone_number_id and d.calls > 0
       and d.day = number_day(n.day_offset_minutes, c.dialing_at)`;
}

/**
 * SQL that proves the claims of numbers whose calls were answered, unless the claim of another organization is valid.
 * `answered` is an expression with organization_id and number_id.
 */
export function proveNumbersSql(answered: string): string {
  return `update phone_numbers n set proven_at = dialer_now() from (
       select organization_id, phone_number_id from phone_numbers p
       where proven_at is null and (organization_id, phone_number_id) in (select organization_id, number_id from ${answered})
         and not exists (select from phone_numbers o where o.phone_number = p.phone_number
           and o.organization_id <> p.organization_id and is_number_claim_valid(o))
       for no key update skip locked) as claim
     where n.organization_id = claim.organization_id and n.phone_number_id = claim.phone_number_id`;
}

/** Removes up to 5,000 daily counts that are over 7 days old. */
export const expiredNumberDays = statement(
  'numbers.expired_days',
  `delete from number_days where ctid in (
     select ctid from number_days where day < (now() - interval '7 days')::date limit 5000) returning 1`,
);
