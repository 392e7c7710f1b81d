import {
  firstRow,
  type PersonTexts,
  type Queryable,
  readStatement,
  statement,
} from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { Suppression, SuppressionFilters } from './schemas.ts';

/** A suppression before it is stored. The database sets the time. */
type SuppressionValues = Omit<Suppression, 'createdAt'>;

const columns = `suppression_id as "suppressionId", customer_number as "phoneNumber", source, reason,
  call_id as "callId", created_by as "createdBy", created_at as "createdAt"`;

const insert = statement(
  'suppressions.insert',
  `insert into suppressions (organization_id, suppression_id, customer_number, source, reason, call_id, created_by,
     created_at)
   values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict (organization_id, customer_number) do nothing
   returning ${columns}`,
);
// In the order of the numbers, so that two lists with the same numbers do not deadlock.
const insertMany = statement(
  'suppressions.insert_many',
  `insert into suppressions (organization_id, suppression_id, customer_number, source, reason, created_by, created_at)
   select $1, n.suppression_id, n.customer_number, $4, $5, $6, now()
   from unnest($2::text[], $3::text[]) as n (suppression_id, customer_number) order by n.customer_number
   on conflict (organization_id, customer_number) do nothing
   returning suppression_id as "suppressionId", customer_number as "phoneNumber"`,
);
const selectByNumber = readStatement(
  'suppressions.by_number',
  `select ${columns} from suppressions where organization_id = $1 and customer_number = $2`,
);
const selectPage = readStatement(
  'suppressions.list',
  `select ${columns} from suppressions where organization_id = $1 and ($2::text is null or suppression_id < $2)
   order by suppression_id desc limit $3`,
);
const selectPageOfSource = readStatement(
  'suppressions.list_of_source',
  `select ${columns} from suppressions where organization_id = $1 and source = $4
     and ($2::text is null or suppression_id < $2)
   order by suppression_id desc limit $3`,
);
const selectFrom = readStatement(
  'suppressions.from',
  `select ${columns} from suppressions where organization_id = $1 and customer_number > $2 order by customer_number limit $3`,
);
const selectAmong = readStatement(
  'suppressions.among',
  `select customer_number as "phoneNumber" from suppressions
   where organization_id = $1 and customer_number = any($2::text[])`,
);
const remove = statement(
  'suppressions.delete',
  'delete from suppressions where organization_id = $1 and suppression_id = $2 returning 1',
);

/** Inserts a suppression. Null when the number is suppressed already. */
export function insertSuppression(
  db: Queryable,
  organizationId: string,
  values: SuppressionValues,
): Promise<Suppression | null> {
  const { suppressionId, phoneNumber, source, reason, callId, createdBy } = values;
  const parameters = [organizationId, suppressionId, phoneNumber, source, reason, callId, createdBy];
  return firstRow(db, insert, parameters);
}

/** Inserts suppressions. Returns the new ones, each with the id at its place. */
export async function insertSuppressions(
  db: Queryable,
  organizationId: string,
  numbers: { suppressionId: string; phoneNumber: string }[],
  { source, reason, createdBy }: Pick<SuppressionValues, 'source' | 'reason' | 'createdBy'>,
): Promise<Pick<Suppression, 'suppressionId' | 'phoneNumber'>[]> {
  const ids = numbers.map(({ suppressionId }) => suppressionId);
  const list = numbers.map(({ phoneNumber }) => phoneNumber);
  return db.query(insertMany, [organizationId, ids, list, source, reason, createdBy]);
}

export function findSuppression(
  db: Queryable,
  organizationId: string,
  phoneNumber: string,
): Promise<Suppression | null> {
  return firstRow(db, selectByNumber, [organizationId, phoneNumber]);
}

/** Returns one row more than the page. */
export async function selectSuppressions(
  db: Queryable,
  organizationId: string,
  { phoneNumber, source }: Pick<SuppressionFilters, 'phoneNumber' | 'source'>,
  page: PageRequest,
): Promise<Suppression[]> {
  const after = page.after?.id ?? null;
  if (phoneNumber !== undefined) {
    const found = await findSuppression(db, organizationId, phoneNumber);
    const isAsked = found && (source ?? found.source) === found.source;
    return isAsked && (after === null || found.suppressionId < after) ? [found] : [];
  }
  const parameters = [organizationId, after, page.size + 1];
  return source === undefined
    ? db.query<Suppression>(selectPage, parameters)
    : db.query<Suppression>(selectPageOfSource, [...parameters, source]);
}

/** Returns suppressions in the order of their numbers, behind one. */
export async function selectSuppressionsFrom(
  db: Queryable,
  organizationId: string,
  afterNumber: string,
  limit: number,
): Promise<Suppression[]> {
  return db.query<Suppression>(selectFrom, [organizationId, afterNumber, limit]);
}

/** Returns those of the numbers that are suppressed. */
export async function suppressedAmong(
  db: Queryable,
  organizationId: string,
  phoneNumbers: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ phoneNumber: string }>(selectAmong, [organizationId, phoneNumbers]);
  return new Set(rows.map(({ phoneNumber }) => phoneNumber));
}

/** Deletes a suppression. Returns false when there is none with the id. */
export async function deleteSuppressionRow(
  db: Queryable,
  organizationId: string,
  suppressionId: string,
): Promise<boolean> {
  return (await db.query(remove, [organizationId, suppressionId])).length > 0;
}

/** The reasons of suppressions that may mention a person. The person's own says why the number is not called, and stays. */
export const personTextsInSuppressions: readonly PersonTexts[] = [
  {
    name: 'suppressions',
    key: [{ column: 'suppression_id', type: 'text' }],
    json: [],
    text: ['reason'],
    sparedBy: 'customer_number',
  },
];
