import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const named = /\bstatement\(\s*'([^']+)'/g;

/** Tests of one process load each other's files: two statements of one name, which a test file has alone, meet there. */
test('every SQL statement has a name of its own, those of tests too', () => {
  const places = new Map<string, string[]>();
  for (const file of globSync('{src,test,scripts,packages}/**/*.ts', { cwd: root })) {
    if (file.includes('node_modules')) continue;
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(named)) {
      places.set(name!, [...(places.get(name!) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(500);
  const shared = [...places].filter(([, files]) => files.length > 1);
  expect(shared).toEqual([]);
});
