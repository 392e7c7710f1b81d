import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { foreignWrites, tablesOf } from './table-owners.ts';

const root = join(import.meta.dirname, '..');
const ownerOf = new Map(
  Object.entries(tablesOf).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
);
const writing =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update(?=\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+([a-z_]+)/g;

/** An entry of `PersonTexts`, from which a data deletion makes an update of the table. */
const listed = /\{\s*name: '([a-z_]+)',\s*key: \[/g;

/** Returns the tables that a source writes, without its comments. */
function tablesWritten(text: string): Set<string> {
  const code = text.replace(/--.*$/gm, '').replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
  const tables = [writing, listed].flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ([, table]) => table!),
  );
  return new Set(tables.filter((table) => ownerOf.has(table)));
}

/** Returns the folder that a file belongs to: `domains/calls` for `src/domains/calls/steps/a.ts`. */
function folderOf(file: string): string {
  const [top, second, third] = dirname(file).split('/');
  if (top === 'src') return [second, third].filter(Boolean).join('/');
  const owner = Object.keys(tablesOf).find((folder) => folder.endsWith(`/${third}`));
  return owner ?? `sql/${third}`;
}

const files = globSync(['src/**/*.ts', 'sql/functions/**/*.sql'], {
  cwd: root,
  exclude: (file) => file.endsWith('.test.ts'),
}).sort();

test('every table has one owner', () => {
  const schema = readFileSync(join(root, 'schema.sql'), 'utf8');
  const tables = Array.from(schema.matchAll(/^create (?:unlogged )?table (\w+)/gm), ([, table]) => table!);
  const withoutWriter = ['area_codes', 'region_borders'];
  expect([...ownerOf.keys(), ...withoutWriter].sort()).toEqual(tables.sort());
  expect(ownerOf.size).toBe(Object.values(tablesOf).flat().length);
});

test('a folder writes the tables of another folder only where the list of exceptions says why', () => {
  const written = files.flatMap((file) =>
    [...tablesWritten(readFileSync(join(root, file), 'utf8'))]
      .filter((table) => ownerOf.get(table) !== folderOf(file))
      .map((table) => `${file} writes ${table} of ${ownerOf.get(table)}`),
  );
  const allowed = foreignWrites.flatMap(({ in: file, tables }) =>
    tables.map((table) => `${file} writes ${table} of ${ownerOf.get(table)}`),
  );
  expect(written.sort()).toEqual(allowed.sort());
});
