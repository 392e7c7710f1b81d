import { afterAll, beforeAll, expect, it } from 'vitest';
import { forecastOf } from '../../src/domains/campaigns/forecast/forecast-campaign.ts';
import { readForecastInput } from '../../src/domains/campaigns/forecast/read-input.ts';
import { findCampaign } from '../../src/domains/campaigns/store/campaigns.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { makeCustomers } from '../../src/simulation/campaign/customers.ts';
import { ids, queueCalls, storeCampaign } from '../../src/simulation/campaign/store-campaign.ts';
import { VirtualClock } from '../../src/simulation/campaign/virtual-clock.ts';
import { VirtualDatabase } from '../../src/simulation/campaign/virtual-database.ts';
import { CampaignConfiguration, simulateCampaign } from '../../src/simulation/index.ts';
import { createTestDatabase, type TestDatabase } from '../world/template-database.ts';

const configuration = CampaignConfiguration.parse({
  seed: 5,
  startsAt: '2026-11-23T13:00:00Z',
  customers: { count: 200, suppressed: 0.05 },
  organizationMaxConcurrentCalls: 4,
  retries: { maxAttempts: 2, delaysSeconds: [3600] },
});
const startMs = Date.parse(configuration.startsAt);

let databases: TestDatabase[];
beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});
const virtual = (database: TestDatabase) => {
  const options = {
    connectionString: database.url,
    applicationName: 'test',
    connectionsMax: 2,
    log: silentLog,
  };
  return new VirtualDatabase(options, new VirtualClock(startMs));
};

it('forecasts the end of a campaign that the simulation confirms', { timeout: 180_000 }, async () => {
  const [simulated, waiting] = databases as [TestDatabase, TestDatabase];
  const result = await simulateCampaign({
    configuration,
    connectionString: simulated.url,
    log: silentLog,
  });
  const [done, db] = [virtual(simulated), virtual(waiting)];
  try {
    await storeCampaign(db, configuration);
    await queueCalls(db, configuration, makeCustomers(configuration), startMs);
    const campaign = (await findCampaign(db, ids.organization, ids.campaign))!;
    const { input, waiting: count } = await readForecastInput(db, ids.organization, campaign);
    expect(count).toBe(200);
    // The simulation has shown how its calls go.
    const { input: after } = await readForecastInput(done, ids.organization, campaign);
    const forecast = await forecastOf({ ...input, rates: after.rates }, 1);
    const tookMs = (at: string | null) => Date.parse(at!) - startMs;
    const ratio = tookMs(forecast.finishesAt.p50) / (result.finishedAtMs! - startMs);
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.05);
    expect(Math.abs(forecast.attempts / result.dials - 1)).toBeLessThan(0.05);
    expect(tookMs(forecast.finishesAt.p10)).toBeLessThanOrEqual(tookMs(forecast.finishesAt.p90));
  } finally {
    await done.close();
    await db.close();
  }
});
