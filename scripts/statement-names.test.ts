import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const named = /\bstatement\(\s*'([^']+)'/g;

/** Test files of one process share their statements, so a name that two test files use would clash there. */
test('every SQL statement has a name of its own, those of tests too', () => {
  const filesByName = new Map<string, string[]>();
  for (const file of globSync('{src,test,scripts,packages}/**/*.ts', { cwd: root })) {
    if (file.includes('node_modules')) continue;
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(named)) {
      filesByName.set(name!, [...(filesByName.get(name!) ?? []), file]);
    }
  }
  expect(filesByName.size).toBeGreaterThan(500);
  const shared = [...filesByName].filter(([, files]) => files.length > 1);
  expect(shared).toEqual([]);
});

/** Files that hold statements beside a store. The process of the calls loads the first four without the rest of their folder. */
const besideStores = [
  'src/domains/imports/erase.ts',
  'src/domains/imports/forget.ts',
  'src/domains/sign-in/forget.ts',
  'src/runtime/browser-calls/forget.ts',
  // One statement each, with its row.
  'src/runtime/dialer/dialable-call.ts',
  'src/runtime/upkeep/find-work.ts',
];

test('a domain or a part of the runtime holds its SQL statements in its store', () => {
  const files = globSync('src/{domains,runtime}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/store\.ts$|\/store\//.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const strays = files.filter((file) =>
    /\b(?:statement|readStatement|namedList)\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(strays.sort()).toEqual(besideStores);
});
