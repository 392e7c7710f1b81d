import { expect, it } from 'vitest';
import { DialingConfiguration, RecordedAttempt } from './configuration.ts';
import { drawAttempts } from './draw-attempts.ts';
import { erlangIdleShare, erlangLoss } from './erlang.ts';
import { simulateDialing } from './simulate-dialing.ts';
import { runWay } from './ways.ts';

const small = { runs: 3, calls: 1500, teams: [10], curveBounds: [] };

it('keeps the bound at all times, and keeps members busier than one call for each of them', () => {
  const { teams } = simulateDialing(DialingConfiguration.parse(small));
  const of = (way: string) => teams.find((result) => result.way === way)!;
  expect(of('progressive').abandonmentWorst).toBe(0);
  expect(of('predictive').runsAboveBound).toBe(0);
  expect(of('predictive').abandonmentWorst).toBeLessThanOrEqual(0.03);
  expect(of('predictive').idle.high).toBeLessThan(of('progressive').idle.low);
});

it('keeps the bound when people suddenly answer more than twice as often', () => {
  const attempt = (outcome: RecordedAttempt['outcome'], seconds: number) =>
    RecordedAttempt.parse({ outcome, seconds, handlingSeconds: outcome === 'person' ? 60 : 0 });
  const rare = Array.from({ length: 2000 }, (_, at) =>
    attempt(at % 10 === 0 ? 'person' : 'no-answer', 8 + (at % 13)),
  );
  const often = Array.from({ length: 2000 }, (_, at) =>
    attempt(at % 4 === 0 ? 'person' : 'no-answer', 8 + (at % 13)),
  );
  const configuration = DialingConfiguration.parse(small);
  const run = runWay('predictive', {
    ...{ configuration, members: 10, maxAbandonment: 0.03 },
    attempts: [...rare, ...often],
  });
  expect(run.wasAboveBound).toBe(false);
  expect(run.answered).toBe(700);
});

it('repeats exactly, and gives every way of dialing the same customers', () => {
  const configuration = DialingConfiguration.parse({ ...small, runs: 2, calls: 600 });
  expect(simulateDialing(configuration)).toEqual(simulateDialing(configuration));
  expect(drawAttempts(configuration, 0)).not.toEqual(drawAttempts(configuration, 1));
  const answered = (['progressive', 'fixed-ratio', 'predictive'] as const).map(
    (way) =>
      runWay(way, {
        ...{ configuration, members: 5, maxAbandonment: 0.03 },
        attempts: drawAttempts(configuration, 0),
      }).answered,
  );
  expect(new Set(answered).size).toBe(1);
});

it('draws from recorded attempts', () => {
  const recorded = Array.from({ length: 100 }, (_, at) => ({
    ...{ outcome: at < 30 ? ('person' as const) : ('busy' as const), seconds: at },
    handlingSeconds: at < 30 ? 60 : 0,
  }));
  const drawn = drawAttempts(DialingConfiguration.parse({ ...small, recorded }), 0);
  const share = drawn.filter(({ outcome }) => outcome === 'person').length / drawn.length;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.35);
});

it('computes the loss of Erlang', () => {
  // 10 lines at 4.46 Erlangs lose 1 % (tables of the loss formula).
  expect(erlangLoss(10, 4.461)).toBeCloseTo(0.01, 4);
  expect(erlangIdleShare(10, 0.01)).toBeCloseTo(1 - (4.461 * 0.99) / 10, 3);
});
