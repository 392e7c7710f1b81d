import { describe, expect, it } from 'vitest';
import { dialableCall } from '../../../test/world/dialable-call.ts';
import type { DialableCall } from '../dialable-call.ts';
import type { GateSettings } from '../gate-settings.ts';
import { judge } from './judge.ts';

const settings: GateSettings = { allowedCountries: ['US'], rulePacks: [] };
const lawful: GateSettings = { ...settings, rulePacks: ['us-federal', 'us-states'] };
const at = (iso: string) => Date.parse(iso);
/** A Sunday, 9 o'clock in Texas. */
const sundayMorning = at('2026-11-22T15:00:00Z');

const weekdays = {
  timeZone: 'customer',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '08:00', end: '17:00' }],
  exceptions: [],
};
const judged = (values: Partial<DialableCall>, given = settings, nowMs = sundayMorning) =>
  judge(dialableCall(values), given, nowMs);

it('a call that nothing speaks against is dialed', () => {
  expect(judged({})).toEqual({ kind: 'dial' });
  expect(judged({}, lawful, at('2026-11-23T15:00:00Z'))).toEqual({ kind: 'dial' });
});

it('what is told first is what ends the call, then what holds it', () => {
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

describe('calling hours', () => {
  it('hold a call until they allow it, and name the law', () => {
    expect(judged({}, lawful)).toEqual({
      kind: 'hold',
      reason: 'calling-hours',
      message:
        'The calling hours of Texas (Tex. Bus. & Com. Code § 301.051) do not allow calling the number. It is looked at next at 2026-11-22T18:00:00.000Z.',
      untilMs: at('2026-11-22T18:00:00Z'),
    });
  });

  it('of a pack that is off hold nothing', () => {
    expect(judged({}, { ...settings, rulePacks: ['us-federal'] })).toEqual({ kind: 'dial' });
  });

  it('hold a call past the opening of its schedule where they begin later', () => {
    const kentucky = '+15025550123';
    const verdict = judged({ customerNumber: kentucky, schedule: weekdays }, lawful);
    expect(verdict).toEqual({
      kind: 'hold',
      reason: 'schedule-closed',
      message:
        'The schedule does not allow calling at this time. It is looked at next at 2026-11-23T15:00:00.000Z. When it opens, the calling hours of Kentucky (KRS 367.46955) do not allow calling the number.',
      untilMs: at('2026-11-23T15:00:00Z'),
    });
  });

  it('that have no time in common with the schedule have the call looked at again after a day', () => {
    const schedule = { timeZone: 'customer', windows: [{ days: ['sun'], start: '08:00', end: '11:00' }] };
    expect(judged({ schedule }, lawful, at('2026-11-22T15:00:00Z'))).toEqual({
      kind: 'hold',
      reason: 'calling-hours',
      message:
        'The calling hours of Texas (Tex. Bus. & Com. Code § 301.051) do not allow calling the number. They have no time in common in the next 400 days. It is looked at next at 2026-11-23T15:00:00.000Z.',
      untilMs: at('2026-11-23T15:00:00Z'),
    });
  });

  it('change with the clock, to the minute', () => {
    // New York is an hour ahead from 2027-03-14 on: 8 o'clock is 12:00 UTC in place of 13:00.
    const customerNumber = '+12125550123';
    const minutes = ['2027-03-13T12:59', '2027-03-13T13:00', '2027-03-14T11:59', '2027-03-14T12:00'];
    const kinds = minutes.map((minute) => judged({ customerNumber }, lawful, at(`${minute}:00Z`)).kind);
    expect(kinds).toEqual(['hold', 'dial', 'hold', 'dial']);
  });
});
