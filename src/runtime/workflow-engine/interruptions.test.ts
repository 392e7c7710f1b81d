import { expect, it } from 'vitest';
import { givenUp, Interruptions, interruptionsMax } from './interruptions.ts';
import type { JournalEntry } from './run/journal.ts';
import type { Claimed } from './store.ts';

const entry = (key: string, status: JournalEntry['status']) => ({ key, status }) as JournalEntry;
const run = { organizationId: 'org', facts: { runId: 'run' }, journal: [] } as unknown as Claimed;

it('doubles the delay after each interruption and gives up after ten in a row', () => {
  const interruptions = new Interruptions();
  const waits = Array.from({ length: interruptionsMax }, () => interruptions.add(run));
  expect(waits.slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
  expect(waits.at(-2)).toBe(300_000);
  expect(waits.at(-1)).toBeNull();
  interruptions.forget(run);
  expect(interruptions.add(run)).toBe(5_000);
});

it('records the failure with its reason and open steps as canceled', () => {
  const journal = [entry('a', 'completed'), entry('b', 'running'), entry('c', 'waiting')];
  const writing = givenUp({ ...run, journal }, 'it broke', 7);
  expect(writing.changed).toMatchObject([
    { key: 'b', status: 'canceled', endedAtMs: 7 },
    { key: 'c', status: 'canceled', endedAtMs: 7 },
  ]);
  expect(writing.outcome).toMatchObject({
    status: 'failed',
    reason: 'The run was interrupted 10 times in a row: it broke',
  });
});
