import type { Queryable } from '../../../platform/db/index.ts';
import { reachingReasons, retryOutcome } from '../../calls/index.ts';
import type { Campaign } from '../schemas.ts';
import { Groups } from './groups.ts';
import type { ForecastInput } from './model.ts';
import { type ForecastOutcome, type OutcomeCount, ratesOf } from './rates.ts';
import { sharesOf } from './shares.ts';
import {
  type CountedEnd,
  countEnds,
  countWaiting,
  type Frame,
  readFrame,
  type WaitingCalls,
} from './store.ts';

/** The input of a forecast, and what it leaves out or assumes. */
interface ReadForecast {
  input: ForecastInput;
  /** The counted waiting calls. */
  waiting: number;
  assumptions: string[];
}

const horizonMs = 90 * 86_400_000;

/** Reads the remaining calls of a campaign and its outcomes so far. */
export async function readForecastInput(
  db: Queryable,
  organizationId: string,
  campaign: Campaign,
): Promise<ReadForecast> {
  const frame = await readFrame(db, organizationId, campaign.campaignId);
  const { groups, counted, total } = await countWaiting(db, organizationId, campaign.campaignId);
  const rates = ratesOf((await countEnds(db, organizationId, campaign.campaignId)).flatMap(countOf));
  const { alike, unreachable } = await new Groups(db, campaign, organizationId, frame).alike(
    groups,
    total / Math.max(counted, 1),
  );
  const assumptions = [
    rates.measured === 0
      ? 'Hardly any call of the campaign is over: how calls end and how long they take is supposed.'
      : `How calls end and how long they take is measured on ${rates.measured} attempts of the campaign, and does not change with the hour.`,
    'Lines, trunks and customers stay as they are. No number is suppressed, no call is queued, and nothing is paused or switched off meanwhile.',
    ...(campaign.status === 'paused' || frame.dialing === 'off' ? ['Dialing goes on now.'] : []),
    ...(counted < total
      ? [`The customers' regions come from a sample of ${counted} of ${total} queued calls.`]
      : []),
    ...(frame.others.length > 0
      ? [
          `${frame.others.length} other campaigns take their shares of the organization’s calls, from when the first of their calls is due.`,
        ]
      : []),
    ...(unreachable > 0
      ? [`About ${Math.round(unreachable)} calls are left out, because their customers' regions are unknown.`]
      : []),
    'Daily limits of numbers, the frequency cap, the eligibility webhook and `varyTimeOfDay` are left out.',
  ];
  const input: ForecastInput = {
    nowMs: frame.nowMs,
    endAtMs: campaign.endCampaignAt,
    horizonMs: frame.nowMs + horizonMs,
    calls: alike,
    rates,
    ...limitsOf(campaign, frame, groups),
  };
  return { input, waiting: total, assumptions };
}

/** Returns the smallest cap over time, with the campaign's share of the organization's, and the sum of its trunks. */
function limitsOf(
  { maxConcurrentCalls, weight }: Campaign,
  frame: Frame,
  groups: readonly WaitingCalls[],
): Pick<ForecastInput, 'caps' | 'callsPerSecondMax'> {
  const used = new Set(groups.flatMap(({ numbers }) => numbers));
  const trunks = new Map(
    frame.trunks.filter(({ numberId }) => used.has(numberId)).map((one) => [one.trunkId, one]),
  );
  const sum = (read: (trunk: Frame['trunks'][number]) => number | null): number | null => {
    const limits = [...trunks.values()].map(read);
    return limits.length === 0 || limits.includes(null)
      ? null
      : limits.reduce<number>((all, one) => all + (one ?? 0), 0);
  };
  const own = [maxConcurrentCalls, sum((trunk) => trunk.concurrentMax)].filter((cap) => cap !== null);
  const shares = sharesOf(frame.nowMs, frame.organizationMax, weight, frame.others);
  return {
    caps: shares.map(({ fromMs, callsMax }) => ({ fromMs, callsMax: Math.min(callsMax, ...own) })),
    callsPerSecondMax: sum((trunk) => trunk.perSecondMax),
  };
}

const never: ReadonlySet<string> = new Set(['manually-canceled', 'campaign-ended', 'customer-opted-out']);
const byGate: ReadonlySet<string> = new Set(['number-suppressed', 'refused-by-gate']);

/** Returns the outcome of an end. Calls that people stopped are not counted. */
function countOf({ attempt, reason, calls, seconds }: CountedEnd): OutcomeCount[] {
  if (never.has(reason)) return [];
  return [{ attempt, outcome: outcomeOf(reason), calls, seconds }];
}

const reaching: ReadonlySet<string> = new Set(reachingReasons);

function outcomeOf(reason: CountedEnd['reason']): ForecastOutcome {
  if (byGate.has(reason)) return 'refused';
  if (reaching.has(reason)) return 'answered';
  return retryOutcome(reason) ?? 'other';
}
