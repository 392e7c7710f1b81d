import { type Queryable, statement } from '../db/index.ts';
import type { PageRequest } from '../http/index.ts';
import type { Suppression } from './schemas.ts';

const columns = `suppression_id as "suppressionId", phone_number as "phoneNumber", call_id as "callId",
  created_at as "createdAt"`;

const insert = statement(
  'suppressions.insert',
  `insert into suppressions (organization_id, suppression_id, phone_number, call_id, created_at)
   values ($1, $2, $3, $4, now()) on conflict (organization_id, phone_number) do nothing returning ${columns}`,
);
const selectByNumber = statement(
  'suppressions.by_number',
  `select ${columns} from suppressions where organization_id = $1 and phone_number = $2`,
);
const selectPage = statement(
  'suppressions.list',
  `select ${columns} from suppressions where organization_id = $1 and ($2::text is null or suppression_id < $2)
   order by suppression_id desc limit $3`,
);
const remove = statement(
  'suppressions.delete',
  'delete from suppressions where organization_id = $1 and suppression_id = $2 returning 1',
);

/** Null when the number is suppressed already. */
export async function insertSuppression(
  db: Queryable,
  organizationId: string,
  values: Pick<Suppression, 'suppressionId' | 'phoneNumber' | 'callId'>,
): Promise<Suppression | null> {
  const { suppressionId, phoneNumber, callId } = values;
  const [row] = await db.query<Suppression>(insert, [organizationId, suppressionId, phoneNumber, callId]);
  return row ?? null;
}

export async function findSuppression(
  db: Queryable,
  organizationId: string,
  phoneNumber: string,
): Promise<Suppression | null> {
  const [row] = await db.query<Suppression>(selectByNumber, [organizationId, phoneNumber]);
  return row ?? null;
}

/** One row more than the page, to tell whether there is more. */
export async function selectSuppressions(
  db: Queryable,
  organizationId: string,
  page: PageRequest,
): Promise<Suppression[]> {
  return db.query<Suppression>(selectPage, [organizationId, page.after?.id ?? null, page.size + 1]);
}

/** False when there is none of that id. */
export async function deleteSuppressionRow(
  db: Queryable,
  organizationId: string,
  suppressionId: string,
): Promise<boolean> {
  return (await db.query(remove, [organizationId, suppressionId])).length > 0;
}
