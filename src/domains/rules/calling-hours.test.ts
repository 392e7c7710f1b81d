import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerZones, nextOpenOfAll, validateSchedule } from '../schedules/index.ts';
import { clocksOf, closedRule, ruleLabel, rulesFor } from './calling-hours.ts';
import { rulePackIds, rulePacks } from './packs.ts';

const both = ['us-federal', 'us-states'];
const at = (iso: string) => Date.parse(iso);
const namesFor = (packs: string[], number: string) => rulesFor(packs, number).map(({ name }) => name);
/** Returns the first instant at which the packs allow calling the number. */
const opensAt = (packs: string[], number: string, iso: string) => {
  const clocks = clocksOf(rulesFor(packs, number), customerZones(number), at(iso));
  const opensAtMs = nextOpenOfAll(clocks, at(iso));
  return opensAtMs === null ? null : new Date(opensAtMs).toISOString().slice(0, 16);
};

const newYork = '+12125550123';
const texas = '+12145550123';
const utah = '+18015550123';
const rhodeIsland = '+14015550123';
const tollFree = '+18005550123';

describe('rule packs', () => {
  it('can all be named by an organization', () => {
    expect(rulePacks.map(({ rulePackId }) => rulePackId)).toEqual([...rulePackIds]);
  });

  it('contain rules that open, cite a dated section of a law, and have unique ids', () => {
    const rules = rulePacks.flatMap((pack) => pack.rules);
    for (const { windows, sources, regions } of rules) {
      expect(validateSchedule({ timeZone: 'customer', windows })).toEqual([]);
      expect(sources.length).toBeGreaterThan(0);
      for (const { citation, asOf } of sources) {
        expect(citation).toMatch(/\d/);
        expect(new Date(asOf).toISOString().slice(0, 10)).toBe(asOf);
      }
      for (const region of regions) expect(region).toMatch(/^[A-Z]{2}(?:-[A-Z]{2})?$/);
    }
    expect(new Set(rules.map(({ ruleId }) => ruleId)).size).toBe(rules.length);
  });
});

describe('rules for a number', () => {
  it('come from its country and state in the enabled packs', () => {
    expect(namesFor([], newYork)).toEqual([]);
    expect(namesFor(['us-federal'], texas)).toEqual(['United States']);
    expect(namesFor(['us-states'], texas)).toEqual(['Texas']);
    expect(namesFor(both, texas)).toEqual(['United States', 'Texas']);
    expect(namesFor(both, newYork)).toEqual(['United States']);
    expect(namesFor(both, '+17875550123')).toEqual(['United States']);
  });

  it('are none abroad', () => {
    for (const number of ['+4930123456', '+14165550123', '+80012345678'])
      expect(namesFor(both, number)).toEqual([]);
  });

  it('come from every possible state when the number does not tell', () => {
    const states = rulePacks.find(({ rulePackId }) => rulePackId === 'us-states')!.rules;
    expect(namesFor(['us-states'], tollFree)).toEqual(states.map(({ name }) => name));
  });
});

describe('calling hours', () => {
  it("are 8 to 21 on the person's clock, exact across clock changes", () => {
    // New York changes from EST to EDT on 2027-03-14, and back on 2027-11-07.
    expect(opensAt(['us-federal'], newYork, '2027-03-13T12:59:00Z')).toBe('2027-03-13T13:00');
    expect(opensAt(['us-federal'], newYork, '2027-03-14T01:59:00Z')).toBe('2027-03-14T01:59');
    expect(opensAt(['us-federal'], newYork, '2027-03-14T02:00:00Z')).toBe('2027-03-14T12:00');
    expect(opensAt(['us-federal'], newYork, '2027-11-07T01:00:00Z')).toBe('2027-11-07T13:00');
  });

  it('begin at noon on Sundays in Texas', () => {
    expect(opensAt(both, texas, '2026-11-22T15:00:00Z')).toBe('2026-11-22T18:00');
    expect(opensAt(both, texas, '2026-11-23T14:59:00Z')).toBe('2026-11-23T15:00');
  });

  it('exclude Sundays and holidays in Utah', () => {
    // Saturday evening; Thanksgiving is Thursday the 26th.
    expect(opensAt(both, utah, '2026-11-22T04:00:00Z')).toBe('2026-11-23T15:00');
    expect(opensAt(both, utah, '2026-11-26T04:30:00Z')).toBe('2026-11-27T15:00');
  });

  it('are shorter on Saturdays in Rhode Island, and resume after New Year on the next working day', () => {
    expect(opensAt(both, rhodeIsland, '2026-11-21T14:00:00Z')).toBe('2026-11-21T15:00');
    expect(opensAt(both, rhodeIsland, '2026-12-31T23:00:00Z')).toBe('2027-01-02T15:00');
  });

  it('are shorter in states that restrict automated or sales calls', () => {
    const [california, indiana, michigan, wyoming] = [
      '+14155550123',
      '+13175550123',
      '+13135550123',
      '+13075550123',
    ];
    const night = '2026-11-18T04:59:00Z';
    expect(namesFor(['us-states'], california)).toEqual(['California']);
    expect(opensAt(both, california, '2026-11-18T05:00:00Z')).toBe('2026-11-18T17:00');
    expect(opensAt(both, indiana, '2026-11-18T01:00:00Z')).toBe('2026-11-18T14:00');
    expect(opensAt(both, michigan, '2026-11-18T02:00:00Z')).toBe('2026-11-18T14:00');
    expect(opensAt(both, wyoming, '2026-11-18T03:00:00Z')).toBe('2026-11-18T15:00');
    expect(opensAt(both, california, night)).toBe(night.slice(0, 16));
  });

  it('require all possible zones to be open when the zone is unknown', () => {
    // From 10:00 in Kentucky, on Hawaii's clock, to 18:00 in Rhode Island, on Newfoundland's.
    expect(opensAt(both, tollFree, '2026-11-18T08:00:00Z')).toBe('2026-11-18T20:00');
    expect(opensAt(both, tollFree, '2026-11-18T21:29:00Z')).toBe('2026-11-18T21:29');
    expect(opensAt(both, tollFree, '2026-11-18T21:30:00Z')).toBe('2026-11-19T20:00');
    expect(opensAt(['us-federal'], tollFree, '2026-11-18T08:00:00Z')).toBe('2026-11-18T18:00');
  });
});

it('names the forbidding rule and its source', () => {
  const rules = rulesFor(both, texas);
  const zones = customerZones(texas);
  const closed = (iso: string) => closedRule(rules, zones, at(iso));
  expect(ruleLabel(closed('2026-11-22T12:00:00Z')!)).toBe(
    'United States (47 CFR 64.1200(c)(1); 16 CFR 310.4(c))',
  );
  expect(ruleLabel(closed('2026-11-22T15:00:00Z')!)).toBe('Texas (Tex. Bus. & Com. Code § 301.051)');
  expect(closed('2026-11-22T18:00:00Z')).toBeNull();
});

it('is open when it opens, and closed at all times before', () => {
  const numbers = fc.constantFrom(
    newYork,
    texas,
    utah,
    rhodeIsland,
    '+12515550123',
    '+18085550123',
    '+16055550123',
  );
  const instants = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2029-12-31T00:00:00Z') });
  fc.assert(
    fc.property(numbers, instants, (number, fromMs) => {
      const rules = rulesFor(both, number);
      const zones = customerZones(number);
      const opensAtMs = nextOpenOfAll(clocksOf(rules, zones, fromMs), fromMs)!;
      expect(closedRule(rules, zones, opensAtMs)).toBeNull();
      for (let ms = fromMs; ms < opensAtMs; ms += 17 * 60_000)
        expect(closedRule(rules, zones, ms)).not.toBeNull();
    }),
    { numRuns: 200 },
  );
});
