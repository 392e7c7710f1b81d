import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRateAtMost } from './answer-rate.ts';
import { attemptsMin, creditOf, decideDials, type PacingFacts } from './decide-dials.ts';
import { Durations } from './durations.ts';
import { NetDemand } from './net-demand.ts';

const seconds = (max: number) => fc.double({ min: 0.5, max, noNaN: true });
const durations = fc.array(seconds(60), { maxLength: 60 }).map((samples) => new Durations(samples));

/** Facts of any kind, also such as cannot be. */
const anyFacts: fc.Arbitrary<PacingFacts> = fc.record({
  mode: fc.constantFrom('progressive' as const, 'predictive' as const),
  maxAbandonment: fc.double({ min: 0, max: 0.2, noNaN: true }),
  period: fc.record({ answered: fc.nat(5000), abandoned: fc.nat(100) }),
  members: fc.record({
    available: fc.nat(20),
    onCall: fc.array(seconds(300), { maxLength: 20 }),
    wrapUp: fc.array(seconds(30), { maxLength: 5 }),
  }),
  waiting: fc.nat(5),
  inAir: fc.array(seconds(45), { maxLength: 40 }),
  patienceSeconds: fc.constant(2),
  wrapUpSeconds: fc.double({ min: 0, max: 30, noNaN: true }),
  measured: fc.record({
    attempts: fc.nat(400),
    answered: fc.nat(150),
    answerAfter: durations,
    unansweredAfter: durations,
    handling: durations,
  }),
});

/** Facts of a predictive campaign that has measured enough. */
const measured: PacingFacts = {
  mode: 'predictive',
  maxAbandonment: 0.03,
  period: { answered: 1000, abandoned: 10 },
  members: { available: 2, onCall: Array.from({ length: 16 }, (_, at) => 10 * at), wrapUp: [3, 6] },
  waiting: 0,
  inAir: [1, 4, 8],
  patienceSeconds: 2,
  wrapUpSeconds: 10,
  measured: {
    attempts: 300,
    answered: 80,
    answerAfter: new Durations(Array.from({ length: 80 }, (_, at) => 4 + at / 4)),
    unansweredAfter: new Durations(Array.from({ length: 220 }, (_, at) => 1 + (29 * at) / 220)),
    handling: new Durations(Array.from({ length: 100 }, (_, at) => 5 + 1.5 * at)),
  },
};

describe('every decision', () => {
  it('is a whole number of calls, and never fewer than one for each free member without a call', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { dial } = decideDials(facts);
        const free = facts.members.available - facts.waiting - facts.inAir.length;
        expect(Number.isInteger(dial)).toBe(true);
        expect(dial).toBeGreaterThanOrEqual(Math.max(free, 0));
      }),
    );
  });

  it('never dials ahead in progressive mode, before enough is measured, or without credit', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { dial, heldBack } = decideDials(facts);
        const free = Math.max(facts.members.available - facts.waiting - facts.inAir.length, 0);
        const isHeldBack =
          facts.mode === 'progressive' || facts.measured.attempts < attemptsMin || creditOf(facts) < 1;
        if (isHeldBack) expect(heldBack).not.toBeNull();
        if (heldBack !== null) expect(dial).toBe(free);
      }),
    );
  });

  it('is not raised by an abandoned call, nor lowered by a free member', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { dial } = decideDials(facts);
        const { period, members } = facts;
        const worse = { ...facts, period: { ...period, abandoned: period.abandoned + 1 } };
        const better = { ...facts, members: { ...members, available: members.available + 1 } };
        expect(decideDials(worse).dial).toBeLessThanOrEqual(dial);
        expect(decideDials(better).dial).toBeGreaterThanOrEqual(dial);
      }),
    );
  });
});

it('dials ahead of members who are about to be free, less the nearer the bound is', () => {
  const dialsAfter = (abandoned: number) =>
    decideDials({ ...measured, period: { answered: 1000, abandoned } }).dial;
  expect(dialsAfter(10)).toBeGreaterThan(dialsAfter(25));
  expect(dialsAfter(25)).toBeGreaterThan(dialsAfter(30));
  expect(decideDials({ ...measured, period: { answered: 1000, abandoned: 30 } })).toEqual({
    dial: 0,
    heldBack: 'bound',
    answerRate: null,
  });
});

it('acts as progressive until one call may be abandoned within the bound', () => {
  const heldBackAfter = (answered: number) =>
    decideDials({ ...measured, period: { answered, abandoned: 0 } }).heldBack;
  expect(heldBackAfter(33)).toBe('bound');
  expect(heldBackAfter(34)).toBeNull();
  expect(decideDials({ ...measured, measured: { ...measured.measured, attempts: 99 } }).heldBack).toBe(
    'measuring',
  );
});

it('dials nothing for a team of which no member is there', () => {
  const members = { available: 0, onCall: [], wrapUp: [] };
  expect(decideDials({ ...measured, members, inAir: [] }).dial).toBe(0);
});

describe('the answer rate', () => {
  it('is reckoned higher the less was measured', () => {
    expect(answerRateAtMost({ attempts: 0, answered: 0 }, 1)).toBe(1);
    const few = answerRateAtMost({ attempts: 20, answered: 5 }, 1);
    const many = answerRateAtMost({ attempts: 2000, answered: 500 }, 1);
    expect(few).toBeGreaterThan(many);
    expect(many).toBeGreaterThan(0.25);
    expect(many).toBeLessThan(0.27);
  });
});

describe('durations', () => {
  it('say how likely a duration ends soon, given how long it has lasted', () => {
    const tens = new Durations(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(tens.mean).toBeCloseTo(50.5);
    expect(tens.endsWithin(0, 10)).toBeCloseTo(0.1);
    expect(tens.endsWithin(50, 10)).toBeCloseTo(0.2);
    expect(tens.endsWithin(1000, 50.5)).toBeCloseTo(1 - Math.exp(-1));
    expect(tens.quantile(0.5)).toBe(51);
    expect([new Durations([]).endsWithin(0, 10), new Durations([]).longerThan(3)]).toEqual([0, 1]);
  });
});

describe('the net demand', () => {
  it('equals the sums over all combinations of events', () => {
    const probabilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(
        probabilities,
        fc.integer({ min: -8, max: 3 }),
        fc.integer({ min: -8, max: 8 }),
        (all, least, at) => {
          let expected = 0;
          for (let which = 0; which < 2 ** all.length; which++) {
            const happens = all.map((_, index) => (which >> index) % 2 === 1);
            const count = least + happens.filter(Boolean).length;
            const share = all.reduce((product, p, index) => product * (happens[index] ? p : 1 - p), 1);
            if (count >= at) expected += share;
          }
          expect(new NetDemand(least, all).atLeast(at)).toBeCloseTo(expected, 9);
        },
      ),
    );
  });

  it('is close to exact where the normal distribution is used', () => {
    const some = (count: number) => Array.from({ length: count }, (_, at) => 0.1 + (at % 5) / 10);
    const exact = new NetDemand(-120, some(400)).atLeast(5);
    const normal = new NetDemand(-120, [...some(400), 0]).atLeast(5);
    expect(normal).toBeCloseTo(exact, 2);
  });
});
