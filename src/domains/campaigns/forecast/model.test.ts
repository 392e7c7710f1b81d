import { expect, it } from 'vitest';
import type { CallsAlike } from './line.ts';
import { type ForecastInput, type ForecastRun, runForecast } from './model.ts';
import { assumedRates, type OutcomeRate, ratesOf } from './rates.ts';

const noon = Date.UTC(2026, 10, 23, 12);
const hourMs = 3_600_000;
const answered: OutcomeRate[] = [{ outcome: 'answered', share: 1, meanSeconds: 60 }];
const noAnswer: OutcomeRate[] = [{ outcome: 'no-answer', share: 1, meanSeconds: 30 }];
const retries = {
  maxAttempts: 3,
  delaysSeconds: [3600],
  outcomeDelaysSeconds: {},
  retryOn: ['no-answer' as const],
};

function calls(values: Partial<CallsAlike> & { calls?: number } = {}): CallsAlike {
  const { calls: count = 1000, ...rest } = values;
  return {
    clocks: [],
    retries: null,
    waiting: [{ attempt: 1, dueMs: noon - hourMs, calls: count }],
    ...rest,
  };
}
function input(values: Partial<ForecastInput> = {}): ForecastInput {
  return {
    nowMs: noon,
    endAtMs: null,
    horizonMs: noon + 90 * 24 * hourMs,
    calls: [calls()],
    // So many were measured that the rates are certain.
    rates: { byAttempt: [answered], measured: 1e9 },
    caps: [{ fromMs: noon, callsMax: 10 }],
    callsPerSecondMax: null,
    ...values,
  };
}
function run(given: ForecastInput, seed = 1): ForecastRun {
  const steps = runForecast(given, seed);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const minutesAfterNoon = ({ finishesAtMs }: ForecastRun) => ((finishesAtMs ?? Number.NaN) - noon) / 60_000;
const open = (start: string, end: string, zone: string) => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  return { zone, schedule: { timeZone: zone, windows: [{ days: [...days], start, end }], exceptions: [] } };
};

it('a cap that is always in use decides when the last call is over', () => {
  const course = run(input());
  expect(minutesAfterNoon(course)).toBeGreaterThan(97);
  expect(minutesAfterNoon(course)).toBeLessThan(104);
  expect(course).toMatchObject({ attempts: 1000, byOutcome: { answered: 1000 }, left: 0 });
  expect(course.utilization).toBeGreaterThan(0.97);
  expect(course.hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(1000);
});

it('a cap that becomes smaller applies from then on', () => {
  const caps = [
    { fromMs: noon, callsMax: 10 },
    { fromMs: noon + hourMs / 2, callsMax: 5 },
  ];
  // 300 calls in the first half hour, five a minute of the other 700.
  const minutes = minutesAfterNoon(run(input({ caps })));
  expect(minutes / 170).toBeGreaterThan(0.95);
  expect(minutes / 170).toBeLessThan(1.05);
});

it('calls longer or shorter than a minute take their part of the lines', () => {
  for (const [meanSeconds, minutes] of [
    [12, 20],
    [150, 250],
  ] as const) {
    const rates = { byAttempt: [[{ outcome: 'answered' as const, share: 1, meanSeconds }]], measured: 1e9 };
    const took = minutesAfterNoon(run(input({ rates })));
    expect(took / minutes).toBeGreaterThan(0.94);
    expect(took / minutes).toBeLessThan(1.06);
  }
});

it('never dials more calls a second than the trunks allow', () => {
  expect(minutesAfterNoon(run(input({ callsPerSecondMax: 0.1 })))).toBeGreaterThan(165);
});

it('waits for the hours of each zone, over the night and over the weekend', () => {
  const night = run(input({ calls: [calls({ clocks: [open('09:00', '09:30', 'America/New_York')] })] }));
  // 300 calls a day, from Monday 14:00 UTC on.
  expect(new Date(night.finishesAtMs!).toISOString().slice(0, 13)).toBe('2026-11-26T14');
  expect(night.hours.map(({ atMs }) => new Date(atMs).getUTCHours())).toEqual([14, 14, 14, 14]);
});

it('retries as the retry configuration says, and never more often than it allows', () => {
  const rates = { byAttempt: [noAnswer], measured: 1e9 };
  const course = run(input({ rates, calls: [calls({ calls: 100, retries })] }));
  expect(course).toMatchObject({ attempts: 300, byOutcome: { 'no-answer': 300 } });
  expect(minutesAfterNoon(course)).toBeGreaterThan(125);
  expect(minutesAfterNoon(course)).toBeLessThan(135);
});

it('cancels the rest at the end of the campaign, and reports hours that never come', () => {
  const ended = run(input({ endAtMs: noon + hourMs / 2 }));
  expect(minutesAfterNoon(ended)).toBeCloseTo(30, 0);
  expect(ended.left).toBeGreaterThan(650);
  const never = { zone: 'UTC', schedule: { timeZone: 'UTC', windows: [], exceptions: [] } };
  expect(run(input({ calls: [calls({ clocks: [never] })] }))).toMatchObject({
    finishesAtMs: null,
    left: 1000,
  });
  expect(run(input({ horizonMs: noon + hourMs })).finishesAtMs).toBeNull();
});

it('is the same for the same seed, and varies where little is known', () => {
  const given = input({ rates: { byAttempt: [assumedRates], measured: 0 }, calls: [calls({ retries })] });
  expect(run(given, 7)).toEqual(run(given, 7));
  expect(run(given, 8)).not.toEqual(run(given, 7));
});

it('takes few steps for a million calls', () => {
  let steps = 0;
  const zones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];
  const million = zones.map((zone) =>
    calls({ calls: 250_000, retries, clocks: [open('09:00', '20:00', zone)] }),
  );
  const work = runForecast(input({ calls: million, caps: [{ fromMs: noon, callsMax: 2000 }] }), 1);
  let step = work.next();
  for (; !step.done; step = work.next()) steps++;
  expect(step.value.attempts).toBe(1_000_000);
  expect(steps).toBeLessThan(100);
});

it('uses the rates of each attempt when enough of its ends are known', () => {
  const counts = [
    { attempt: 1, outcome: 'answered' as const, calls: 300, seconds: 18_000 },
    { attempt: 1, outcome: 'no-answer' as const, calls: 700, seconds: 21_000 },
    { attempt: 2, outcome: 'answered' as const, calls: 10, seconds: 600 },
  ];
  const { byAttempt, measured } = ratesOf(counts);
  expect(measured).toBe(1010);
  expect(byAttempt[0]).toContainEqual({ outcome: 'answered', share: 0.3, meanSeconds: 60 });
  // Ten say nothing: those of all.
  expect(byAttempt[1]![0]!.share).toBeCloseTo(310 / 1010, 6);
  expect(ratesOf(counts.slice(2)).measured).toBe(0);
});
