import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayPartAt, type RetryRules } from '../retry-configs/index.ts';
import { isOpen, type ScheduleShape } from '../schedules/index.ts';
import { type EndedAttempt, planRetry } from './plan-retry.ts';
import { endedReasons, retryOutcome } from './state.ts';

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);
const office: ScheduleShape = {
  timeZone: 'customer',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '20:00' }],
};
const rules: RetryRules & { varyTimeOfDay: boolean } = {
  maxAttempts: 5,
  delaysSeconds: [600],
  outcomeDelaysSeconds: {},
  retryOn: ['busy', 'no-answer', 'failed', 'voicemail'],
  varyTimeOfDay: true,
};
/** A Monday, 10:00 in New York. */
const monday = at('2026-11-23T15:00:00Z');
const ended: EndedAttempt = {
  config: rules,
  callId: 'call_1',
  attempt: 1,
  outcome: 'busy',
  attemptsAtMs: [monday],
  schedule: office,
  customerNumber: '+12125550123',
  timeZone: null,
  endedAtMs: monday,
};

describe('another time of day', () => {
  it('is another part of the day than the last one, within the schedule, and always the same for a call', () => {
    const parts = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const attempt = { ...ended, callId: `call_${i}` };
      const plan = planRetry(attempt)!;
      expect(planRetry(attempt)).toEqual(plan);
      expect(plan).toMatchObject({ holdReason: 'time-of-day', part: { zone: 'America/New_York' } });
      expect(plan.part!.name).not.toBe('morning');
      expect(dayPartAt('America/New_York', plan.dueMs)).toBe(plan.part!.name);
      expect(plan.notBeforeMs).toBe(plan.dueMs);
      parts.add(plan.part!.name);
    }
    expect([...parts].toSorted()).toEqual(['afternoon', 'evening', 'midday']);
  });

  it('uses all parts before one repeats', () => {
    let attempt = ended;
    const seen = ['morning'];
    for (let i = 0; i < 3; i++) {
      const plan = planRetry(attempt)!;
      seen.push(plan.part!.name);
      const times = [...attempt.attemptsAtMs, plan.dueMs];
      attempt = {
        ...attempt,
        callId: `call_${i}`,
        attempt: i + 2,
        attemptsAtMs: times,
        endedAtMs: plan.dueMs,
      };
    }
    expect(seen.toSorted()).toEqual(['afternoon', 'evening', 'midday', 'morning']);
  });

  it('reads the day in the time zone that the call names, else in that of the number', () => {
    const plan = planRetry({ ...ended, timeZone: 'Asia/Tokyo', endedAtMs: at('2026-11-24T00:30:00Z') })!;
    expect(plan.part!.zone).toBe('Asia/Tokyo');
    expect(isOpen(office, 'Asia/Tokyo', plan.dueMs)).toBe(true);
  });

  it('keeps the plain time when no other part is open soon, or the zone is unknown', () => {
    const mornings = { ...office, windows: [{ ...office.windows[0]!, end: '10:30' }] };
    const plan = planRetry({ ...ended, schedule: mornings, endedAtMs: monday + hourMs })!;
    expect(plan).toEqual({
      notBeforeMs: monday + hourMs + 600_000,
      dueMs: at('2026-11-24T14:00:00Z'),
      holdReason: 'schedule-closed',
      part: null,
    });
    const nowhere = planRetry({ ...ended, customerNumber: '+80012345678' })!;
    expect(nowhere).toMatchObject({ holdReason: 'time-zone-unknown', part: null });
    expect(planRetry({ ...ended, customerNumber: '+80012345678', schedule: null })?.part).toBeNull();
  });

  it('never makes an attempt earlier than its delay, or outside of the schedule', () => {
    const zones = fc.constantFrom(
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Havana',
    );
    const times = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-01T00:00:00Z') });
    const delay = fc.nat(3 * 86_400);
    fc.assert(
      fc.property(
        zones,
        times,
        delay,
        fc.string(),
        fc.boolean(),
        (timeZone, endedAtMs, seconds, callId, vary) => {
          const config = { ...rules, delaysSeconds: [seconds], varyTimeOfDay: vary };
          const plan = planRetry({
            ...ended,
            config,
            timeZone,
            endedAtMs,
            callId,
            attemptsAtMs: [endedAtMs],
          })!;
          expect(plan.dueMs).toBeGreaterThanOrEqual(endedAtMs + seconds * 1000);
          expect(plan.dueMs).toBeGreaterThanOrEqual(plan.notBeforeMs);
          expect(isOpen(office, timeZone, plan.dueMs)).toBe(true);
          if (vary) expect(plan.part!.name).not.toBe(dayPartAt(timeZone, endedAtMs));
          else expect(plan.part).toBeNull();
        },
      ),
      { numRuns: 150 },
    );
  });
});

/**
 * What happens to a customer who was queued once: each attempt ends in some way, the end is written or the process is
 * killed before, ends that are written are written again by others, and people change the configuration meanwhile.
 */
describe('the attempts of a customer', () => {
  const step = fc.record({
    reason: fc.constantFrom(...endedReasons),
    undone: fc.nat(2),
    again: fc.nat(2),
    maxAttempts: fc.integer({ min: 1, max: 6 }),
  });
  const retryOn = fc.uniqueArray(fc.constantFrom(...rules.retryOn), { minLength: 1 });

  it('never exceed the maximum, and follow listed outcomes only, whatever crashes', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        retryOn,
        fc.boolean(),
        (steps, on, vary) => {
          const most = Math.max(...steps.map(({ maxAttempts }) => maxAttempts));
          const rows = [{ attempt: 1, isOver: false }];
          let rung = 0;
          for (const { reason, undone, again, maxAttempts } of steps) {
            const row = rows.find(({ isOver }) => !isOver);
            if (!row) break;
            rung++;
            const config = { ...rules, retryOn: on, maxAttempts, varyTimeOfDay: vary };
            // A transaction that is undone leaves the row; one that comes second finds the call ended and does nothing.
            for (let i = 0; i < undone + 1 + again; i++) {
              const outcome = retryOutcome(reason);
              const attempt = { ...ended, config, attempt: row.attempt };
              const plan = outcome === null ? null : planRetry({ ...attempt, outcome });
              if (i < undone || row.isOver) continue;
              row.isOver = true;
              if (plan === null) continue;
              expect(on).toContain(outcome);
              expect(row.attempt).toBeLessThan(maxAttempts);
              rows.push({ attempt: row.attempt + 1, isOver: false });
            }
          }
          expect(rung).toBeLessThanOrEqual(most);
          expect(rows.map(({ attempt }) => attempt)).toEqual(rows.map((_, i) => i + 1));
          expect(rows.filter(({ isOver }) => !isOver).length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
