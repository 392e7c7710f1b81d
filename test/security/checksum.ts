import { type Queryable, statement } from '../../src/platform/db/index.ts';

const tables = statement(
  'test.checksum_tables',
  `select t.table_name as name, exists (
       select 1 from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'organization_id'
     ) as owned
   from information_schema.tables t
   where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
);

/** Tables of the installation, which have no rows of an organization. */
const sharedTables = new Set([
  'area_codes',
  'database_epochs',
  'event_cuts',
  'installation',
  'nodes',
  'region_borders',
  'schema_migrations',
  'secret_key_copies',
  'secret_keys',
]);

/**
 * Returns a checksum of every table's rows of one organization, including the audit log. It is equal before and after
 * when nothing was changed. A table without an organization that is not listed here is an error.
 */
export async function checksumOf(db: Queryable, organizationId: string): Promise<Record<string, string>> {
  const all = await db.query<{ name: string; owned: boolean }>(tables);
  const sums: Record<string, string> = {};
  for (const { name, owned } of all) {
    if (!owned && sharedTables.has(name)) continue;
    if (!owned) throw new Error(`the table ${name} has no organization_id: is it anybody's?`);
    const sum = statement(
      `test.checksum_${name}`,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from "${name}" t where organization_id = $1`,
    );
    const [row] = await db.query<{ sum: string }>(sum, [organizationId]);
    sums[name] = row!.sum;
  }
  return sums;
}
