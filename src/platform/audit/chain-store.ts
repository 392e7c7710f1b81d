import { firstRow, type Queryable, readStatement, statement } from '../db/index.ts';
import { rfc3339 } from './rfc3339.ts';
import type { ChainEntry, ChainHead } from './verify-chain.ts';

// The head of an empty chain has last_created_at -infinity.
const headColumns = `organization_id as "organizationId", position,
  case when position > 0 then ${rfc3339('last_created_at')} end as "createdAt", last_hash as hash`;
const heads = readStatement('audit.heads', `select ${headColumns} from audit_heads order by organization_id`);
const head = readStatement('audit.head', `select ${headColumns} from audit_heads where organization_id = $1`);
// One step in the index per organization. Reading every row to distinguish them would take long.
const organizations = readStatement(
  'audit.organizations',
  `with recursive found as (
     (select organization_id from audit_logs order by organization_id limit 1)
     union all
     select (select organization_id from audit_logs where organization_id > found.organization_id
             order by organization_id limit 1)
     from found where found.organization_id is not null
   )
   select organization_id from found where organization_id is not null
   union select organization_id from audit_heads
   union select organization_id from organizations
   order by organization_id`,
);
const entries = readStatement(
  'audit.entries',
  `select position, ${rfc3339('created_at')} as "createdAt", audit_log_id as "auditLogId", doc,
     previous_hash as "previousHash", hash, created_at as cursor
   from audit_logs where organization_id = $1 and created_at > $2
   order by created_at limit $3`,
);
const snapshot = statement('audit.snapshot', 'set transaction isolation level repeatable read, read only');

export interface OrganizationHead extends ChainHead {
  organizationId: string;
}

/** SQL that begins the chains of the organizations that the expression `organizations` names. */
export function beginChainSql(organizations: string): string {
  return `insert into audit_heads (organization_id) select organization_id from ${organizations}`;
}

/** Returns the head of every chain. */
export function readHeads(db: Queryable): Promise<OrganizationHead[]> {
  return db.query<OrganizationHead>(heads);
}

/** Returns the head of a chain, or `null`. */
export function readHead(db: Queryable, organizationId: string): Promise<ChainHead | null> {
  return firstRow(db, head, [organizationId]);
}

/** Returns every organization, and every other id that has entries or a head, so that a deleted chain is noticed. */
export async function readOrganizations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ organization_id: string }>(organizations);
  return rows.map(({ organization_id }) => organization_id);
}

/** Makes the whole transaction see one moment. Must be its first statement. */
export async function holdSnapshot(db: Queryable): Promise<void> {
  await db.query(snapshot);
}

const entriesAtOnce = 1000;

/** Yields the chain's entries in the order of createdAt, in slices. */
export async function* readEntries(db: Queryable, organizationId: string): AsyncGenerator<ChainEntry[]> {
  let after = '-infinity';
  for (;;) {
    const values = [organizationId, after, entriesAtOnce];
    const rows = await db.query<ChainEntry & { cursor: string }>(entries, values);
    if (rows.length > 0) yield rows;
    if (rows.length < entriesAtOnce) return;
    after = rows.at(-1)!.cursor;
  }
}
