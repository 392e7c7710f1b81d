import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemoryRun } from '../../test/world/memory-runs.ts';
import type { EffectResult } from './run/settle.ts';

const url = 'https://api.example.com/';

/** Steps of every shape, with ids of their own by their places. */
const anySteps = fc.letrec<{ list: unknown[]; step: unknown }>((tie) => ({
  list: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      type: fc.constant('http'),
      url: fc.constant(url),
      onError: fc.constantFrom('fail', 'continue'),
    }),
    fc.record({ type: fc.constant('set'), values: fc.constant({ n: '{{ vars.n + input.one }}' }) }),
    fc.record({ type: fc.constant('transform'), value: fc.constant({ n: '{{ vars.n }}' }) }),
    fc.record({ type: fc.constant('delay'), seconds: fc.nat(100_000) }),
    fc.record({
      type: fc.constant('condition'),
      if: fc.constantFrom('true', 'vars.n > 2'),
      then: tie('list'),
      else: tie('list'),
    }),
    fc.record({
      type: fc.constant('split'),
      cases: fc.array(fc.record({ if: fc.constantFrom('false', 'vars.n == 1'), steps: tie('list') }), {
        minLength: 1,
        maxLength: 2,
      }),
      default: tie('list'),
    }),
    fc.record({
      type: fc.constant('parallel'),
      branches: fc.array(tie('list'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('loop'),
      over: fc.array(fc.nat(9), { maxLength: 3 }),
      steps: tie('list'),
      collect: fc.constant('{{ vars.n }}'),
    }),
  ),
})).list;

function identified(steps: unknown[], counter = { next: 0 }): unknown[] {
  return steps.map((step) => {
    const {
      then,
      else: other,
      cases,
      default: rest,
      branches,
      steps,
      ...own
    } = step as Record<string, unknown[]>;
    const lists = (inner: unknown[] | undefined) => inner && identified(inner, counter);
    return {
      ...own,
      id: `s${counter.next++}`,
      ...((own as Record<string, unknown>).type === 'loop' && { as: `item${counter.next}` }),
      ...(then && { then: lists(then) }),
      ...(other && { else: lists(other) }),
      ...(cases && {
        cases: (cases as { if: string; steps: unknown[] }[]).map((one) => ({
          ...one,
          steps: lists(one.steps),
        })),
      }),
      ...(rest && { default: lists(rest) }),
      ...(branches && { branches: (branches as unknown[][]).map((branch) => lists(branch)) }),
      ...(steps && { steps: lists(steps) }),
    };
  });
}

class Crash extends Error {}

/** Answers by the idempotency key and remembers what it did, as whoever receives requests does. */
class Receiver {
  readonly requests: string[] = [];
  readonly done = new Map<string, number>();

  answer(key: string): EffectResult {
    this.requests.push(key);
    if (!this.done.has(key)) this.done.set(key, this.done.size);
    // Some are refused, always the same.
    return key.length % 5 === 4
      ? { kind: 'failed', error: 'status 400' }
      : { kind: 'completed', output: key };
  }
}

it('a run that dies anywhere, any number of times, does everything, once for each key, and nothing that was over again', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.array(fc.nat(40), { maxLength: 8 }), async (raw, crashes) => {
      const steps = [{ id: 'n', type: 'set', values: { n: 0 } }, ...identified(raw)];
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
      // Branches may fail in another order, and then what is canceled is another.
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
    { numRuns: 300 },
  );
}, 60_000);
