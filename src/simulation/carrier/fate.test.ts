import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CarrierConfiguration } from './configuration.ts';
import { drawsOf } from './draws.ts';
import { durationMs } from './duration.ts';
import { type Fate, fateOf } from './fate.ts';
import { isOut } from './outage.ts';

const usual = CarrierConfiguration.parse({});
const noon = Date.UTC(2026, 10, 23, 17);
const numbers = Array.from({ length: 4000 }, (_, n) => `+1212555${String(n).padStart(4, '0')}`);
const callTo = (number: string, attempt = 1, localHour = 12) => ({ number, attempt, atMs: noon, localHour });

function outcomeOf(fate: Fate): string {
  return fate.kind === 'refused' ? String(fate.code) : fate.kind === 'answered' ? fate.by : fate.kind;
}

/** Returns the share of each outcome among the calls to 4,000 numbers. */
function shares(configuration: CarrierConfiguration, localHour = 12): Map<string, number> {
  const counts = Map.groupBy(numbers, (number) =>
    outcomeOf(fateOf(configuration, 7, callTo(number, 1, localHour))),
  );
  return new Map([...counts].map(([outcome, those]) => [outcome, those.length / numbers.length]));
}

describe('the fate of a call', () => {
  it('depends on the seed and the call alone, not on the order of calls', () => {
    const forwards = numbers.map((number) => fateOf(usual, 7, callTo(number)));
    const backwards = numbers.toReversed().map((number) => fateOf(usual, 7, callTo(number)));
    expect(backwards.toReversed()).toEqual(forwards);
    expect(numbers.map((number) => fateOf(usual, 8, callTo(number)))).not.toEqual(forwards);
  });

  it('has the configured frequencies', () => {
    const at = (outcome: string) => shares(usual).get(outcome) ?? 0;
    expect(at('404')).toBeCloseTo(0.02, 1.5);
    expect(at('486')).toBeCloseTo(0.03, 1.5);
    expect(at('person') + at('screening')).toBeCloseTo(0.26 * 0.91, 1);
    expect(at('voicemail')).toBeGreaterThan(0.4);
    expect(at('480')).toBeGreaterThan(0.15);
  });

  it("follows the called party's local hour", () => {
    const people = (hour: number) => shares(usual, hour).get('person') ?? 0;
    expect(people(3)).toBeLessThan(0.04);
    expect(people(18)).toBeGreaterThan(0.25);
  });

  it('is the same for every call to an unknown number, and may vary for a person', () => {
    const all = (number: string) =>
      [1, 2, 3, 4, 5].map((attempt) => outcomeOf(fateOf(usual, 7, callTo(number, attempt))));
    const invalid = numbers.filter((number) => all(number).includes('404'));
    expect(invalid.length).toBeGreaterThan(40);
    for (const number of invalid) expect(all(number)).toEqual(Array(5).fill('404'));
    expect(numbers.some((number) => new Set(all(number)).size > 2)).toBe(true);
  });

  it('is a loss only when all retransmissions are lost, and is delayed when some are', () => {
    const lossy = CarrierConfiguration.parse({ loss: 0.5 });
    const outcomes = shares(lossy);
    expect(outcomes.get('lost') ?? 0).toBeCloseTo(0.75 ** 7, 1.5);
    const setups = (given: CarrierConfiguration) =>
      numbers.flatMap((number) => {
        const fate = fateOf(given, 7, callTo(number));
        return fate.kind === 'answered' ? [fate.setupMs] : [];
      });
    expect(Math.max(...setups(lossy))).toBeGreaterThan(Math.max(...setups(usual)));
    expect(shares(CarrierConfiguration.parse({ loss: 1 })).get('lost')).toBe(1);
  });

  it('rings at most as long as the network allows', () => {
    const short = CarrierConfiguration.parse({ ringMaxSeconds: 10 });
    for (const number of numbers) {
      const fate = fateOf(short, 7, callTo(number));
      if (fate.kind !== 'lost') expect(fate.ringMs ?? 0).toBeLessThanOrEqual(10_000);
    }
  });
});

describe('an outage', () => {
  it('refuses everything, with the configured frequency and length', () => {
    const failing = CarrierConfiguration.parse({
      outages: { perDay: 4, seconds: { median: 600, p95: 600 } },
    });
    const day = Date.UTC(2026, 10, 23);
    const seconds = Array.from({ length: 86_400 }, (_, n) => day + n * 1000).filter((atMs) =>
      isOut(failing, 3, atMs),
    );
    expect(Math.abs(seconds.length - 2400)).toBeLessThanOrEqual(4);
    expect(fateOf(failing, 3, { ...callTo(numbers[0]!), atMs: seconds[0]! })).toMatchObject({ code: 503 });
    expect(isOut(usual, 3, seconds[0]!)).toBe(false);
  });
});

describe('a duration', () => {
  it('has the configured median and 95th percentile', () => {
    const draw = drawsOf('durations');
    const all = Array.from({ length: 20_000 }, () => durationMs({ median: 10, p95: 40 }, draw)).sort(
      (a, b) => a - b,
    );
    expect(all[10_000]! / 10_000).toBeCloseTo(1, 1);
    expect(all[19_000]! / 40_000).toBeCloseTo(1, 1);
    expect(all.at(-1)).toBeLessThanOrEqual(400_000);
  });

  it('is constant when both are equal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3600 }), fc.integer(), (seconds, seed) => {
        expect(durationMs({ median: seconds, p95: seconds }, drawsOf(seed))).toBe(seconds * 1000);
      }),
    );
  });
});
