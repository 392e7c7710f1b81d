import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { programStatements } from '../test/world/program-statements.ts';
import { createTestDatabase } from '../test/world/template-database.ts';
import { keysAcross, sharedTables, statementsAcross, tablesWithoutKey } from './organization-keys.ts';
import { readSqlFunctions } from './sql-functions.ts';

interface TableRow {
  name: string;
  isOwned: boolean;
  hasKey: boolean;
}
interface ForeignRow {
  name: string;
  ownColumns: string[];
  columns: string[];
}

let tables: TableRow[];
let keys: { name: string; table: string }[];
let foreign: ForeignRow[];
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const hasOrganization = (relation: string) =>
    `exists (select from pg_attribute a where a.attrelid = ${relation} and a.attname = 'organization_id' and not a.attisdropped)`;
  tables = (
    await client.query<TableRow>(
      `select c.relname as name, ${hasOrganization('c.oid')} as "isOwned",
         exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary) as "hasKey"
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    )
  ).rows;
  keys = (
    await client.query<{ name: string; table: string }>(
      `select i.relname as name, t.relname as table
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       where t.relnamespace = 'public'::regnamespace and x.indisunique and not ${hasOrganization('i.oid')}`,
    )
  ).rows;
  const columnsOf = (relation: string, places: string) =>
    `array(select a.attname::text from pg_attribute a where a.attrelid = ${relation} and a.attnum = any(${places}))`;
  foreign = (
    await client.query<ForeignRow>(
      `select k.conname as name, ${columnsOf('k.conrelid', 'k.conkey')} as "ownColumns",
         ${columnsOf('k.confrelid', 'k.confkey')} as columns
       from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
    )
  ).rows;
  await client.end();
  await drop();
});

test('every table has the organization, besides those on the list', () => {
  const shared = tables.filter(({ isOwned }) => !isOwned).map(({ name }) => name);
  expect(shared.sort()).toEqual(Object.keys(sharedTables).sort());
});

test('every unique key of a table of organizations holds the organization, besides those on the list', () => {
  const across = keys.filter(({ table }) => !(table in sharedTables)).map(({ name }) => name);
  expect(across.sort()).toEqual(Object.keys(keysAcross).sort());
  const without = tables.filter(({ hasKey }) => !hasKey).map(({ name }) => name);
  expect(without).toEqual(Object.keys(tablesWithoutKey));
});

test('every foreign key between tables of organizations holds the organization', () => {
  expect(foreign.length).toBeGreaterThan(30);
  const across = foreign.filter(
    ({ ownColumns, columns }) =>
      !(ownColumns.includes('organization_id') && columns.includes('organization_id')),
  );
  expect(across.map(({ name }) => name)).toEqual(['secret_key_copies_key_id_fkey']);
});

/** The organization in a comparison, a join or the columns of an insert: its name in a list of results binds nothing. */
const column = String.raw`(?:\w+\.)?"?(?:p_)?organization_id\b`;
const bound = new RegExp(
  [
    String.raw`${column}\s*(?:[=<>]|in\b)`,
    String.raw`(?:[=<>]|in)\s*(?:any\s*\(\s*)?(?:\(\s*select\s+)?${column}`,
    String.raw`\(\s*${column}[^()]*\)\s*(?:[=<>]|in\b)`,
    String.raw`using\s*\([^()]*${column}`,
    String.raw`into\s+\w+(?:\s+as\s+\w+)?\s*\([^()]*${column}`,
  ].join('|'),
  'i',
);

test('every statement and function on tables of organizations binds the organization, besides those on the list', async () => {
  const owned = tables.filter(({ isOwned }) => isOwned).map(({ name }) => name);
  const uses = new RegExp(
    String.raw`\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:${owned.join('|')})\b`,
    'i',
  );
  const texts = [
    ...(await programStatements()).map(({ name, text }) => ({ name, text })),
    ...(await readSqlFunctions()).map(({ name, statement }) => ({ name, text: statement })),
  ].filter(({ name, text }) => !name.startsWith('test.') && uses.test(text));
  expect(texts.length).toBeGreaterThan(400);
  const across = texts.filter(({ text }) => !bound.test(text)).map(({ name }) => name);
  expect(across.sort()).toEqual(Object.keys(statementsAcross).sort());
}, 60_000);
