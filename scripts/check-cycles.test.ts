import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCycles, type Imports } from './check-cycles.ts';

const graph = (edges: Record<string, string[]>): Imports => new Map(Object.entries(edges));

test('a chain and a diamond have no circle', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('each circle is reported once, with all of its files', () => {
  const edges = { a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['f'] };
  expect(findCycles(graph(edges)).sort()).toEqual([['a', 'b', 'c'], ['d', 'e'], ['f']]);
});

test('two files are in one group exactly when each reaches the other', () => {
  const size = 7;
  const files = Array.from({ length: size }, (_, i) => String(i));
  const edges = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 14 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const next = new Map(
        files.map((file) => [file, pairs.filter(([a]) => `${a}` === file).map(([, b]) => `${b}`)]),
      );
      const reached = new Map(files.map((file) => [file, reachedFrom(next, file)]));
      const expected = files.map((a) =>
        files.filter((b) => reached.get(a)!.has(b) && reached.get(b)!.has(a)),
      );
      const cycles = findCycles(next);
      for (const [i, file] of files.entries()) {
        expect(cycles.find((cycle) => cycle.includes(file)) ?? []).toEqual(expected[i]);
      }
    }),
  );
});

/** Returns the files that imports reach from `start`, in one step or more. */
function reachedFrom(next: Imports, start: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [...(next.get(start) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(next.get(file) ?? []));
  }
  return seen;
}
