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

/** Tables of the installation itself, in which no organization has rows. */
const sharedTables = new Set([
  'area_codes',
  'event_cuts',
  'installation',
  'nodes',
  'region_borders',
  'schema_migrations',
  'secret_key_copies',
  'secret_keys',
]);

/**
 * A checksum of every table's rows of one organization, the audit log among them: equal before and after when
 * nothing of it was changed. A table that says neither whose its rows are nor is known here is an error.
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
