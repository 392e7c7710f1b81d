import { describe, expect, it } from 'vitest';
import { dialableCall } from '../../../test/world/dialable-call.ts';
import { allowableNumberTypes, usualNumberTypes } from '../../platform/kernel/index.ts';
import type { DialableCall } from './dialable-call.ts';
import { chooseTrunk, type GateSettings, judge } from './gate.ts';

const settings: GateSettings = {
  allowedCountries: ['US'],
  allowedNumberTypes: usualNumberTypes,
  rulePacks: [],
  frequencyCap: null,
  eligibilityWebhook: null,
};
const lawful: GateSettings = { ...settings, rulePacks: ['us-federal', 'us-states'] };
const at = (iso: string) => Date.parse(iso);
/** A Sunday, 9:00 in Texas. */
const sundayMorning = at('2026-11-22T15:00:00Z');

const weekdays = {
  timeZone: 'customer',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '08:00', end: '17:00' }],
  exceptions: [],
};
const judged = (values: Partial<DialableCall>, given = settings, nowMs = sundayMorning) =>
  judge(dialableCall(values), given, nowMs);

it('dials a call without objections', () => {
  expect(judged({})).toEqual({ kind: 'dial' });
  expect(judged({}, lawful, at('2026-11-23T15:00:00Z'))).toEqual({ kind: 'dial' });
});

it('prefers a reason that ends the call to one that holds it', () => {
  const everything: Partial<DialableCall> = {
    customerNumber: '+19005550123',
    isSuppressed: true,
    isScheduleMissing: true,
    schedule: weekdays,
    trunk: null,
  };
  const mended: Partial<DialableCall>[] = [
    { customerNumber: '+12145550123' },
    { isSuppressed: false },
    { isScheduleMissing: false },
    { schedule: null },
    { trunk: dialableCall().trunk },
  ];
  const reasons = [];
  let values = everything;
  for (const mend of mended) {
    const verdict = judged(values, lawful);
    reasons.push(verdict.kind === 'dial' ? 'dial' : verdict.reason);
    values = { ...values, ...mend };
  }
  expect(reasons).toEqual([
    'premium-rate',
    'number-suppressed',
    'schedule-missing',
    'schedule-closed',
    'calling-hours',
  ]);
  expect(judged(values, settings)).toEqual({ kind: 'dial' });
  expect(judged({ trunk: null })).toMatchObject({ kind: 'hold', reason: 'no-trunk' });
});

describe('the type of a number', () => {
  // A personal number of the United Kingdom, whose price is unknown before the call.
  const personal = { customerNumber: '+447024012345' };
  const abroad = { ...settings, allowedCountries: ['GB', 'US'] };

  it('must be allowed by the organization', () => {
    const refused = judged(personal, abroad);
    expect(refused).toMatchObject({ kind: 'refuse', reason: 'number-type-not-allowed' });
    expect(refused).toMatchObject({
      endedReason: 'refused-by-gate',
      message: expect.stringContaining('personal'),
    });
    expect(judged(personal, { ...abroad, allowedNumberTypes: ['personal-number'] })).toEqual({
      kind: 'dial',
    });
    const mobileOnly = { ...settings, allowedNumberTypes: ['mobile'] as const };
    expect(judged({}, mobileOnly)).toMatchObject({ reason: 'number-type-not-allowed' });
  });

  it('does not allow numbers that are never dialed', () => {
    const all = { ...settings, allowedNumberTypes: allowableNumberTypes };
    expect(judged({ customerNumber: '+19005550123' }, all)).toMatchObject({ reason: 'premium-rate' });
    // A satellite telephone belongs to no country that could be allowed.
    expect(judged({ customerNumber: '+881612345678' }, all)).toMatchObject({ kind: 'refuse' });
  });
});

describe('calling hours', () => {
  it('hold a call until they begin, and name the law', () => {
    expect(judged({}, lawful)).toEqual({
      kind: 'hold',
      reason: 'calling-hours',
      message:
        'The calling hours of Texas (Tex. Bus. & Com. Code § 301.051) do not allow calling the number. Parley checks the call again at 2026-11-22T18:00:00.000Z.',
      untilMs: at('2026-11-22T18:00:00Z'),
    });
  });

  it('follow the time zone of the call', () => {
    expect(judged({ timeZone: 'Europe/Berlin' }, lawful)).toEqual({ kind: 'dial' });
    expect(judged({ timeZone: 'Asia/Tokyo' }, lawful).kind).toBe('hold');
  });

  it('do not hold a call when their pack is off', () => {
    expect(judged({}, { ...settings, rulePacks: ['us-federal'] })).toEqual({ kind: 'dial' });
  });

  it('hold a call beyond the opening of its schedule when they begin later', () => {
    const kentucky = '+15025550123';
    const verdict = judged({ customerNumber: kentucky, schedule: weekdays }, lawful);
    expect(verdict).toEqual({
      kind: 'hold',
      reason: 'schedule-closed',
      message:
        'The schedule does not allow calling at this time. Parley checks the call again at 2026-11-23T15:00:00.000Z. When it opens, the calling hours of Kentucky (KRS 367.46955) do not allow calling the number.',
      untilMs: at('2026-11-23T15:00:00Z'),
    });
  });

  it('of a campaign that calls by day only hold its calls in every country', () => {
    const berlin: Partial<DialableCall> = { customerNumber: '+493012345678', daytimeOnly: true };
    const abroad = { ...settings, allowedCountries: ['DE', 'US'] };
    const kinds = ['06:59', '07:00', '19:59', '20:00'].map(
      (time) => judged(berlin, abroad, at(`2026-11-22T${time}:00Z`)).kind,
    );
    expect(kinds).toEqual(['hold', 'dial', 'dial', 'hold']);
    expect(judged(berlin, abroad, at('2026-11-22T20:00:00Z'))).toMatchObject({
      reason: 'calling-hours',
      message:
        "The calling hours of the campaign, 8:00 to 21:00 on the customer's clock (47 CFR 64.1200(c)(1)) do not allow calling the number. Parley checks the call again at 2026-11-23T07:00:00.000Z.",
      untilMs: at('2026-11-23T07:00:00Z'),
    });
    expect(judged({ ...berlin, daytimeOnly: false }, abroad, at('2026-11-22T23:00:00Z'))).toEqual({
      kind: 'dial',
    });
    // The stricter law of a state holds the call first.
    expect(judged({ daytimeOnly: true }, lawful)).toMatchObject({
      message: expect.stringContaining('Texas'),
    });
  });

  it('without a common time with the schedule are checked again after a day', () => {
    const schedule = { timeZone: 'customer', windows: [{ days: ['sun'], start: '08:00', end: '11:00' }] };
    expect(judged({ schedule }, lawful, at('2026-11-22T15:00:00Z'))).toEqual({
      kind: 'hold',
      reason: 'calling-hours',
      message:
        'The calling hours of Texas (Tex. Bus. & Com. Code § 301.051) do not allow calling the number. They have no time in common in the next 400 days. Parley checks the call again at 2026-11-23T15:00:00.000Z.',
      untilMs: at('2026-11-23T15:00:00Z'),
    });
  });

  it('change with the clock, to the minute', () => {
    // From 2027-03-14 on, 8:00 in New York is 12:00 UTC instead of 13:00.
    const customerNumber = '+12125550123';
    const minutes = ['2027-03-13T12:59', '2027-03-13T13:00', '2027-03-14T11:59', '2027-03-14T12:00'];
    const kinds = minutes.map((minute) => judged({ customerNumber }, lawful, at(`${minute}:00Z`)).kind);
    expect(kinds).toEqual(['hold', 'dial', 'hold', 'dial']);
  });
});

describe('circuits', () => {
  const open = {
    kind: 'trunk',
    subjectId: 'trunk_a',
    isProbeDue: false,
    untilMs: 5000,
    failed: 6,
    attempts: 8,
  } as const;
  const due = { ...open, isProbeDue: true };
  const { trunk } = dialableCall() as { trunk: NonNullable<DialableCall['trunk']> };
  const other = { ...trunk, trunkId: 'trunk_b' };

  it('that are open hold calls until the first probe is due', () => {
    const campaign = { ...open, kind: 'campaign', subjectId: 'campaign_a' } as const;
    expect(judged({ circuit: campaign })).toEqual({
      kind: 'hold',
      reason: 'circuit-open',
      message:
        'The circuit of the campaign is open because 6 of its last 8 attempts failed (75 %). One call at a time may probe it.',
      untilMs: 5000,
    });
    const trunks = [
      { ...trunk, circuit: open },
      { ...other, circuit: { ...open, untilMs: 4000 } },
    ] as const;
    const held = judged({ trunk: trunks[0], fallbacks: [trunks[1]] });
    expect(held).toMatchObject({ reason: 'circuit-open', untilMs: 4000 });
  });

  it('of a trunk pass its calls to the next trunk, or are probed', () => {
    const passed = dialableCall({ trunk: { ...trunk, circuit: open }, fallbacks: [other] });
    expect(judged(passed)).toEqual({ kind: 'dial' });
    expect(chooseTrunk(passed)).toEqual({ trunk: other, fallbacks: [], probes: [] });
    const tried = dialableCall({ trunk: { ...trunk, circuit: due }, fallbacks: [other] });
    expect(judged(tried)).toEqual({ kind: 'dial' });
    expect(chooseTrunk(tried)).toEqual({ trunk: tried.trunk, fallbacks: [other], probes: [due] });
    const isDown = { ...trunk, circuit: due, downReason: 'gone' };
    expect(judged({ trunk: isDown })).toMatchObject({ reason: 'trunk-down' });
    expect(chooseTrunk(dialableCall({ trunk: isDown, fallbacks: [other] }))).toMatchObject({
      trunk: other,
      probes: [],
    });
  });
});
