/**
 * The sources of the SQL functions, `sql/functions/<domain>/<name>.sql`, and their differences from a database. A
 * source is a header comment and one `create or replace function`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const folder = join(import.meta.dirname, '../sql/functions');

export interface SqlFunction {
  /** The folder of `src` whose tables the function uses. */
  domain: string;
  /** The name of the file and of the function. */
  name: string;
  /** The comment before the statement, with its dashes. */
  header: string;
  /** `create or replace function …;` */
  statement: string;
}

/** The changes of a migration that brings a database to the functions of the sources. */
export interface FunctionChanges {
  /** Functions without a source, or with changed arguments or result, each as `name(text, integer)`. */
  drop: string[];
  /** Functions that are new or changed. */
  create: SqlFunction[];
}

/** Reads all sources, ordered by domain and name. */
export async function readSqlFunctions(): Promise<SqlFunction[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.sql')).sort();
  return Promise.all(
    paths.map(async (path) => {
      const [domain = '', name = ''] = path.replace(/\.sql$/, '').split('/');
      return { domain, name, ...splitSource(await readFile(join(folder, path), 'utf8')) };
    }),
  );
}

function splitSource(source: string): Pick<SqlFunction, 'header' | 'statement'> {
  const header = /^(?:--.*\n)*/.exec(source)?.[0] ?? '';
  return { header: header.trimEnd(), statement: source.slice(header.length).trim() };
}

/**
 * Compares a database with the sources. It creates the sources in a separate schema, in a transaction that it rolls
 * back, so that PostgreSQL itself formats both sides. Throws PostgreSQL's error for an invalid source.
 */
export async function compareFunctions(
  connectionString: string,
  sources: readonly SqlFunction[],
): Promise<FunctionChanges> {
  const client = new pg.Client({ connectionString, application_name: 'parley functions' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('create schema wanted');
    await client.query('set local search_path = wanted, public');
    await client.query('set local check_function_bodies = off');
    for (const { domain, name, statement } of sources) {
      await client.query(statement).catch((error: Error) => {
        throw new Error(`sql/functions/${domain}/${name}.sql: ${error.message}`, { cause: error });
      });
    }
    const present = await definitions(client, 'public');
    const wanted = await definitions(client, 'wanted');
    await client.query('rollback');
    return changes(present, wanted, sources);
  } finally {
    await client.end();
  }
}

interface Definition {
  name: string;
  /** The signature for `drop function`: `name(text, integer)`. */
  signature: string;
  /** Argument names and the result, which `create or replace` cannot change. */
  shape: string;
  definition: string;
}

async function definitions(client: pg.Client, schema: 'public' | 'wanted'): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select proname as name,
       quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')' as signature,
       pg_get_function_arguments(oid) || ' -> ' || pg_get_function_result(oid) as shape,
       replace(pg_get_functiondef(oid), 'FUNCTION ' || $1 || '.', 'FUNCTION ') as definition
     from pg_proc p where pronamespace = $1::regnamespace and not exists (
       select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
     order by proname collate "C", 2`,
    [schema],
  );
  return rows;
}

function changes(
  present: readonly Definition[],
  wanted: readonly Definition[],
  sources: readonly SqlFunction[],
): FunctionChanges {
  const shapeOf = new Map(wanted.map(({ signature, shape }) => [signature, shape]));
  const known = new Set(present.map(({ definition }) => definition));
  const different = new Set(
    wanted.filter(({ definition }) => !known.has(definition)).map(({ name }) => name),
  );
  return {
    drop: present
      .filter(({ signature, shape }) => shapeOf.get(signature) !== shape)
      .map(({ signature }) => signature),
    create: sources.filter(({ name }) => different.has(name)),
  };
}

/** Returns the changes as a migration. */
export function functionMigration({ drop, create }: FunctionChanges): string {
  return `${[
    '-- Written by `npm run sql:migration` from sql/functions, where each function is explained.',
    ...drop.map((signature) => `drop function ${signature};`),
    ...(create.length > 0
      ? ['-- A function may use one that comes after it.\nset local check_function_bodies = off;']
      : []),
    ...create.map(({ statement }) => statement),
  ].join('\n\n')}\n`;
}
