import { expect, test } from 'vitest';
import { onlyReads } from '../test/world/only-reads.ts';
import { programStatements } from '../test/world/program-statements.ts';

test('statements of the program are declared to only read exactly when their text shows that they do', async () => {
  const all = await programStatements();
  expect(all.length).toBeGreaterThan(500);
  const declared = all.filter((statement) => statement.onlyReads).map(({ name }) => name);
  const shown = all.filter(({ text }) => onlyReads(text)).map(({ name }) => name);
  expect(declared.sort()).toEqual(shown.sort());
}, 60_000);
