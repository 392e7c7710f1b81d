/**
 * Reads the schema `public` from a database's catalogs, for the dump. Partitions are in another schema and left out, because
 * they depend on when the database was made. PostgreSQL's own functions write the definitions.
 * With `public` on the search path, names of its objects are unqualified. All names are quoted where SQL requires it.
 */
import type pg from 'pg';

export interface Column {
  owner: string;
  name: string;
  type: string;
  collation: string | null;
  isRequired: boolean;
  /** Empty, `a` (always) or `d` (by default). */
  identity: string;
  isGenerated: boolean;
  expression: string | null;
  /** The storage, when it is not the type's default. */
  storage: string | null;
}

export interface Constraint {
  owner: string;
  name: string;
  /** `p` primary key, `u` unique, `x` exclusion, `c` check, `f` foreign key. */
  kind: string;
  definition: string;
}

/** A complete statement from PostgreSQL. */
export interface Definition {
  /** The table of the object, or the function itself. */
  owner: string;
  definition: string;
}

export interface Catalog {
  extensions: string[];
  compositeTypes: string[];
  tables: { name: string; isUnlogged: boolean; options: string[] | null; partitionKey: string | null }[];
  columns: Column[];
  constraints: Constraint[];
  indexes: Definition[];
  functions: Definition[];
  triggers: Definition[];
}

/** Reads everything that the dump contains. Throws when the schema has another kind of object. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const read = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  await client.query('set search_path = public');
  const strangers = await read<{ name: string; kind: string }>(strangersSql);
  if (strangers.length > 0) {
    const list = strangers.map(({ name, kind }) => `${kind} ${name}`).join(', ');
    throw new Error(`the dump cannot say these and must learn to: ${list}`);
  }
  return {
    extensions: (await read<{ name: string }>(extensionsSql)).map(({ name }) => name),
    compositeTypes: (await read<{ name: string }>(compositeTypesSql)).map(({ name }) => name),
    tables: await read(tablesSql),
    columns: await read(columnsSql),
    constraints: await read(constraintsSql),
    indexes: await read(indexesSql),
    functions: await read(functionsSql),
    triggers: await read(triggersSql),
  };
}

/** Returns the condition that a row of a catalog belongs to no extension. */
function ofNoExtension(catalog: 'pg_proc' | 'pg_type'): string {
  return `not exists (select from pg_depend e
      where e.classid = '${catalog}'::regclass and e.objid = ${catalog}.oid and e.deptype = 'e')`;
}

// Names are ordered by their bytes (collation C), so that the dump does not depend on the database's collation.

/** Extensions of PostgreSQL's contrib modules. Their own objects are left out. */
const extensionsSql = `
  select quote_ident(extname) as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`;

const compositeTypesSql = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'c' order by relname collate "C"`;

const tablesSql = `
  select quote_ident(relname) as name, relpersistence = 'u' as "isUnlogged", reloptions as options,
    pg_get_partkeydef(oid) as "partitionKey" from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`;

const columnsSql = `
  select quote_ident(c.relname) as owner, quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attcollation <> t.typcollation then quote_ident(l.collname) end as collation,
    a.attnotnull as "isRequired", a.attidentity::text as identity, a.attgenerated <> '' as "isGenerated",
    pg_get_expr(d.adbin, d.adrelid, true) as expression,
    case when a.attstorage <> t.typstorage then
      case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' else 'main' end
    end as storage
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'c') and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`;

// From version 18 on PostgreSQL also stores NOT NULL as constraints, which the columns already state.
const constraintsSql = `
  select quote_ident(c.relname) as owner, quote_ident(k.conname) as name, k.contype::text as kind, pg_get_constraintdef(k.oid, true) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'c', 'f')
  order by c.relname collate "C", position(k.contype::text in 'puxcf'), k.conname collate "C"`;

const indexesSql = `
  select quote_ident(t.relname) as owner,
    replace(pg_get_indexdef(x.indexrelid, 0, true), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where i.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by t.relname collate "C", i.relname collate "C"`;

const functionsSql = `
  select quote_ident(proname) as owner, pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${ofNoExtension('pg_proc')}
  order by proname collate "C", pg_get_function_identity_arguments(oid) collate "C"`;

const triggersSql = `
  select quote_ident(c.relname) as owner, pg_get_triggerdef(g.oid, true) as definition
  from pg_trigger g join pg_class c on c.oid = g.tgrelid
  where c.relnamespace = 'public'::regnamespace and not g.tgisinternal
  order by c.relname collate "C", g.tgname collate "C"`;

/**
 * Selects objects that no statement above reads, with their kind. Sequences of identity columns belong to their
 * columns.
 */
const strangersSql = `
  select relname as name, case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
      else 'foreign table' end as kind
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'S', 'f')
      and not (relkind = 'S' and exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i'))
  union all
  select typname, case typtype when 'e' then 'enumeration' when 'd' then 'domain' else 'type' end
    from pg_type where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c') and ${ofNoExtension('pg_type')}
  union all
  select proname, 'aggregate' from pg_proc where pronamespace = 'public'::regnamespace and prokind not in ('f', 'p')
    and ${ofNoExtension('pg_proc')}
  union all
  select nspname, 'schema' from pg_namespace
    where nspname not in ('public', 'partitions', 'information_schema') and nspname !~ '^pg_'
  union all
  select polname, 'policy' from pg_policy
  union all
  select rulename, 'rule' from pg_rules where schemaname = 'public'
  union all
  select stxname, 'statistics' from pg_statistic_ext where stxnamespace = 'public'::regnamespace
  order by name`;
