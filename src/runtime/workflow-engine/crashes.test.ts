import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemoryRun } from '../../../test/world/memory-runs.ts';
import { randomSteps } from '../../../test/world/random-steps.ts';
import type { EffectResult } from './run/settle.ts';

const anySteps = randomSteps({
  url: 'https://api.example.com/',
  delaySecondsMax: 100_000,
  conditions: ['true', 'false', 'vars.n > 2', 'vars.n == 1'],
});

class Crash extends Error {}

/** Responds by idempotency key and remembers the handled keys, like a real receiver. */
class Receiver {
  readonly requests: string[] = [];
  readonly done = new Map<string, number>();

  answer(key: string): EffectResult {
    this.requests.push(key);
    if (!this.done.has(key)) this.done.set(key, this.done.size);
    // The same keys are refused in every run.
    return key.length % 5 === 4
      ? { kind: 'failed', error: 'status 400' }
      : { kind: 'completed', output: key };
  }
}

it('completes a run after crashes at any points, and repeats no recorded effect', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.array(fc.nat(40), { maxLength: 8 }), async (steps, crashes) => {
      const calm = new Receiver();
      const undisturbed = new MemoryRun(steps, { one: 1 }, ({ entry }) => calm.answer(entry.key));
      await undisturbed.executeToEnd();

      const receiver = new Receiver();
      const recorded = new Set<string>();
      let untilCrash = crashes.length > 0 ? crashes[0]! : Number.POSITIVE_INFINITY;
      let crashed = 0;
      const mayCrash = () => {
        if (untilCrash-- > 0) return;
        untilCrash = crashes[++crashed] ?? Number.POSITIVE_INFINITY;
        throw new Crash();
      };
      const run = new MemoryRun(steps, { one: 1 }, ({ entry }) => {
        mayCrash();
        expect(recorded).not.toContain(entry.key);
        expect(run.rows.get(entry.key)?.status).toBe('running');
        const result = receiver.answer(entry.key);
        mayCrash();
        return result;
      });
      run.onWrite = (when) => {
        mayCrash();
        if (when === 'before') return;
        for (const row of run.rows.values()) {
          if (row.status === 'completed' || row.status === 'failed') recorded.add(row.key);
        }
      };
      while (run.outcome === null) {
        await run.executeToEnd().catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
      }
      const journal = (of: MemoryRun) =>
        [...of.rows.values()]
          .filter(({ type }) => type !== 'delay')
          .map(({ key, status, error }) => [key, status, error])
          .sort();
      // Branches may fail in a different order, which cancels other steps.
      if (undisturbed.outcome?.status === 'completed') {
        expect(run.outcome.status).toBe('completed');
        expect([...receiver.done.keys()].sort()).toEqual([...calm.done.keys()].sort());
        expect(journal(run)).toEqual(journal(undisturbed));
      } else {
        expect(run.outcome.status).toBe('failed');
      }
      const attempts = [...run.rows.values()].reduce(
        (sum, row) => sum + (row.type === 'http' ? row.attempts : 0),
        0,
      );
      expect(receiver.requests.length).toBeLessThanOrEqual(attempts);
    }),
    { numRuns: 100 },
  );
}, 120_000);
