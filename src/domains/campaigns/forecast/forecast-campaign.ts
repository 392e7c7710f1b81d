import { setImmediate } from 'node:timers/promises';
import type { ReadScope } from '../../../platform/audit/index.ts';
import { conflict, notFound } from '../../../platform/kernel/index.ts';
import { findCampaign } from '../store/campaigns.ts';
import { type ForecastInput, type ForecastRun, runForecast } from './model.ts';
import { readForecastInput } from './read-input.ts';
import type { Forecast, ForecastRequest } from './schemas.ts';

/** The number of simulated runs. The answer holds their 10th, 50th and 90th percentile. */
const runs = 11;

/**
 * Forecasts when a campaign will finish, and with which results. Only reads. The simulated runs take place in this
 * process in small pieces, between which other requests are served.
 */
export async function forecastCampaign(
  scope: ReadScope,
  campaignId: string,
  { seed }: ForecastRequest,
): Promise<Forecast> {
  const { organizationId } = scope.actor;
  const campaign = await findCampaign(scope.db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  if (campaign.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
  const { input, waiting, assumptions } = await readForecastInput(scope.db, organizationId, campaign);
  return { campaignId, seed, waiting, ...(await forecastOf(input, seed)), assumptions };
}

/** Returns the median of several runs, and their spread. */
export async function forecastOf(
  input: ForecastInput,
  seed: number,
): Promise<Omit<Forecast, 'campaignId' | 'seed' | 'waiting' | 'assumptions'>> {
  const courses: ForecastRun[] = [];
  for (let run = 0; run < runs; run++) courses.push(await inPieces(runForecast(input, seed * runs + run)));
  courses.sort((a, b) => (a.finishesAtMs ?? Infinity) - (b.finishesAtMs ?? Infinity));
  const at = (part: number) => courses[Math.round(part * (runs - 1))]!;
  const finish = (part: number) => {
    const { finishesAtMs } = at(part);
    return finishesAtMs === null ? null : new Date(finishesAtMs).toISOString();
  };
  const { attempts, byOutcome, hours, utilization, left } = at(0.5);
  return {
    startsAt: new Date(input.nowMs).toISOString(),
    finishesAt: { p10: finish(0.1), p50: finish(0.5), p90: finish(0.9) },
    attempts,
    byOutcome,
    left,
    hours: hours.map(({ atMs, calls }) => ({ at: new Date(atMs).toISOString(), calls })),
    concurrentCallsMax: Math.max(...input.caps.map(({ callsMax }) => callsMax)),
    utilization,
  };
}

async function inPieces<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await setImmediate();
  }
}
