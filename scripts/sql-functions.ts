/**
 * The sources of the SQL functions, `sql/functions/<domain>/<name>.sql`, and how a database differs from them. A
 * source is a header comment and one `create or replace function`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const folder = join(import.meta.dirname, '../sql/functions');

export interface SqlFunction {
  /** The folder of `src` whose tables the function is about. */
  domain: string;
  /** The name of the file, which has to be that of the function. */
  name: string;
  /** The comment in front of the statement, with its dashes. */
  header: string;
  /** `create or replace function …;` */
  statement: string;
}

/** What a migration has to do so that a database has the functions of the sources. */
export interface FunctionChanges {
  /** Functions without a source, or with other arguments or another result: `name(text, integer)` each. */
  drop: string[];
  /** Functions that are new, or whose definition differs. */
  create: SqlFunction[];
}

/** Reads all sources, in the order of domain and name. */
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
 * Compares a database with the sources. It creates them in a schema of their own, in a transaction that it rolls back,
 * so that PostgreSQL itself words both sides. Throws what PostgreSQL says of a source that it cannot read.
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
  /** `name(text, integer)`, as `drop function` takes it. */
  signature: string;
  /** Arguments with their names and the result: `create or replace` cannot change them. */
  shape: string;
  definition: string;
}

async function definitions(client: pg.Client, schema: 'public' | 'wanted'): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select proname as name,
       quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')' as signature,
       pg_get_function_arguments(oid) || ' -> ' || pg_get_function_result(oid) as shape,
       replace(pg_get_functiondef(oid), 'FUNCTION ' || $1 || '.', 'FUNCTION ') as definition
     from pg_proc where pronamespace = $1::regnamespace order by proname collate "C", 2`,
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

/** Words the changes as a migration. */
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
