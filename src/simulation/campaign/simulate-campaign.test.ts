import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/world/template-database.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { CampaignConfiguration, type SimulationResult, simulateCampaign } from '../index.ts';

async function simulate(given: object): Promise<SimulationResult> {
  const database = await createTestDatabase();
  try {
    return await simulateCampaign({
      configuration: CampaignConfiguration.parse(given),
      connectionString: database.url,
      log: silentLog,
    });
  } finally {
    await database.drop();
  }
}

const count = 50;
const campaign = {
  seed: 3,
  customers: { count, suppressed: 0.05 },
  organizationMaxConcurrentCalls: 20,
  campaignMaxConcurrentCalls: 15,
  trunks: [{ maxConcurrentCalls: 8 }, { maxCallsPerSecond: 2 }],
  retries: { maxAttempts: 2, delaysSeconds: [1800] },
  stepSeconds: 5,
};
const sum = (rows: readonly [string, number][]) => rows.reduce((total, [, some]) => total + some, 0);

it('runs a campaign without violations, reaches every allowed customer, and repeats exactly', {
  timeout: 120_000,
}, async () => {
  const [first, second] = await Promise.all([simulate(campaign), simulate(campaign)]);
  expect(second).toEqual(first);
  expect([...first.violations]).toEqual([]);
  expect(first.attempts.reduce((total, some) => total + some, 0)).toBe(count);
  // Exactly the suppressed customers are not dialed.
  const suppressed = new Map(first.records).get('number-suppressed') ?? 0;
  expect(suppressed).toBeGreaterThan(0);
  expect(first.attempts[0]).toBe(suppressed);
  expect(sum(first.records)).toBe(first.dials + suppressed);
  expect(sum(first.outcomes)).toBe(first.dials);
  expect(first.hours.reduce((total, { dialed }) => total + dialed, 0)).toBe(first.dials);
  // Calling hours in the Pacific time zone begin at 17:00 UTC, and the campaign finishes within the day.
  expect(first.finishedAtMs).toBeGreaterThan(Date.parse('2026-11-23T17:00:00Z'));
  expect(first.finishedAtMs).toBeLessThan(Date.parse('2026-11-24T06:00:00Z'));
});

it("varies with the seed, and places no call after the campaign's end", {
  timeout: 120_000,
}, async () => {
  const ending = { ...campaign, seed: 4, endCampaignAt: '2026-11-23T14:03:00Z' };
  const result = await simulate(ending);
  expect([...result.violations]).toEqual([]);
  const ended = new Map(result.records).get('campaign-ended') ?? 0;
  expect(ended).toBeGreaterThan(0);
  const suppressed = new Map(result.records).get('number-suppressed') ?? 0;
  const dialed = sum(result.outcomes.filter(([reason]) => reason !== 'campaign-ended'));
  expect(sum(result.records)).toBe(ended + suppressed + dialed);
  for (const { atMs } of result.hours) expect(atMs).toBeLessThan(Date.parse('2026-11-23T15:00:00Z'));
});
