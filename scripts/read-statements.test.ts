import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allStatements } from '../src/platform/db/index.ts';
import { onlyReads } from '../test/world/only-reads.ts';

const src = join(import.meta.dirname, '../src');

/**
 * Returns whether a file is a command or a thread. Such files begin to work when they are loaded, so their statements
 * cannot be loaded here.
 */
function isProgram(file: string, text: string): boolean {
  return file.startsWith('cli/') || /\b(parentPort|workerData)\b/.test(text);
}

test('statements of the program are declared to only read exactly when their text shows that they do', async () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: (file) => file.endsWith('.test.ts') });
  for (const file of files) {
    const text = readFileSync(join(src, file), 'utf8');
    if (/(statement|Statement|namedList)\(/.test(text) && !isProgram(file, text))
      await import(join(src, file));
  }
  const all = allStatements();
  expect(all.length).toBeGreaterThan(500);
  const declared = all.filter((statement) => statement.onlyReads).map(({ name }) => name);
  const shown = all.filter(({ text }) => onlyReads(text)).map(({ name }) => name);
  expect(declared.sort()).toEqual(shown.sort());
}, 60_000);
