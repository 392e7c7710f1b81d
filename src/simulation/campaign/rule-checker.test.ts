import { beforeEach, describe, expect, it } from 'vitest';
import { CampaignConfiguration } from './configuration.ts';
import { type Customers, makeCustomers } from './customers.ts';
import { type Dial, RuleChecker } from './rule-checker.ts';

const configuration = CampaignConfiguration.parse({
  customers: {
    count: 50,
    areas: [{ areaCode: '850', timeZones: ['America/New_York', 'America/Chicago'] }],
    suppressed: 0.1,
  },
  organizationMaxConcurrentCalls: 3,
  campaignMaxConcurrentCalls: 2,
  trunks: [{ maxConcurrentCalls: 1 }, { maxCallsPerSecond: 1 }],
  retries: {
    maxAttempts: 2,
    delaysSeconds: [60],
    outcomeDelaysSeconds: { busy: [10] },
    retryOn: ['busy', 'no-answer'],
  },
  schedule: {
    timeZone: 'customer',
    windows: [{ days: ['mon'], start: '09:00', end: '17:00' }],
    exceptions: [{ date: '2026-11-30', windows: [] }],
  },
  endCampaignAt: '2026-11-30T17:00:00Z',
});

let customers: Customers;
let checker: RuleChecker;
let willing: number[];
let calls: number;
beforeEach(() => {
  customers = makeCustomers(configuration);
  checker = new RuleChecker(configuration, customers);
  willing = Array.from({ length: 50 }, (_, index) => index).filter((index) => !customers.isSuppressed(index));
  calls = 0;
});

/** Monday, 11:00 in New York and 10:00 in Chicago. */
const monday = '2026-11-23T16:00:00.000Z';
const dial = (values: Partial<Dial> & { at?: string } = {}): Dial => {
  const { at = monday, ...rest } = values;
  const made = { callId: `call_${calls++}`, index: willing[0]!, trunk: 1, atMs: Date.parse(at), ...rest };
  checker.dialed(made);
  return made;
};
const later = (seconds: number) => new Date(Date.parse(monday) + seconds * 1000).toISOString();
const end = (made: Dial, reason: string, at = later(5)) =>
  checker.ended({ ...made, atMs: Date.parse(at) }, reason);
const broken = () => [...checker.violations.keys()];

describe('the rule checker', () => {
  it('accepts a correct call and its retry', () => {
    end(dial(), 'customer-busy');
    end(dial({ at: later(15) }), 'customer-ended-call', later(20));
    expect(broken()).toEqual([]);
    expect([checker.live, checker.attemptsOf(willing[0]!)]).toEqual([0, 2]);
  });

  it.each([
    ['before both zones of the customer are open', '2026-11-23T14:30:00Z'],
    ['after one of them has closed', '2026-11-23T22:30:00Z'],
    ['on another day', '2026-11-24T16:00:00Z'],
  ])('sees a call %s', (_, at) => {
    dial({ at });
    expect(broken()).toEqual(['outside-hours']);
  });

  it('finds a call on a closed day, and after the end of the campaign', () => {
    dial({ at: '2026-11-30T16:59:59Z' });
    expect(broken()).toEqual(['outside-hours']);
    dial({ at: '2026-11-30T17:00:00Z', index: willing[1]! });
    expect(broken()).toEqual(['outside-hours', 'after-the-end']);
  });

  it('finds every exceeded limit, and counts how often', () => {
    dial({ index: willing[1]!, trunk: 0 });
    dial({ index: willing[2]!, trunk: 0 });
    expect(broken()).toEqual(['trunk-cap']);
    dial({ index: willing[3]! });
    expect(broken()).toEqual(['trunk-cap', 'campaign-cap']);
    dial({ index: willing[4]!, at: later(0.999) });
    expect(broken()).toEqual(['trunk-cap', 'campaign-cap', 'organization-cap', 'trunk-rate']);
    dial({ index: willing[5]!, at: later(2) });
    expect(checker.violations.get('campaign-cap')).toMatchObject({ count: 3 });
    expect(checker.violations.get('trunk-rate')).toMatchObject({ count: 1 });
  });

  it('finds a customer who is called too soon, too often, or against the retry rules', () => {
    end(dial(), 'customer-busy');
    end(dial({ at: later(14.999) }), 'customer-busy', later(16));
    expect(broken()).toEqual(['retry-too-early']);
    dial({ at: later(100) });
    expect(broken()).toEqual(['retry-too-early', 'too-many-attempts']);
    end(dial({ index: willing[1]!, at: later(200) }), 'voicemail', later(210));
    dial({ index: willing[1]!, at: later(500) });
    expect(broken()).toContain('retry-not-allowed');
  });

  it('finds two calls at once, a call dialed twice, and a suppressed customer', () => {
    const made = dial();
    dial({ at: later(100) });
    expect(broken()).toContain('two-at-once');
    end(made, 'customer-busy', later(101));
    checker.dialed({ ...made, index: willing[7]!, atMs: Date.parse(later(300)) });
    expect(broken()).toContain('dialed-twice');
    const suppressed = Array.from({ length: 50 }, (_, index) => index).find((index) =>
      customers.isSuppressed(index),
    );
    dial({ index: suppressed!, at: later(400) });
    expect(broken()).toContain('suppressed');
  });
});
