import type { ReadScope } from '../../../platform/audit/index.ts';
import type { Database, Queryable } from '../../../platform/db/index.ts';
import { defineRoute, type Route } from '../../../platform/http/index.ts';
import { invalid } from '../../../platform/kernel/index.ts';
import { currencyOfCalls, type Figures, figuresOfCampaign } from '../../analytics/index.ts';
import {
  areCallFactsWritten,
  callsOfCampaigns,
  reachingReasons,
  undialedReasons,
} from '../../calls/index.ts';
import { noCalls } from '../read.ts';
import type { Campaign } from '../schemas.ts';
import { progressOf } from '../state.ts';
import { selectSome } from '../store/campaigns.ts';
import { compareShares } from './compare-shares.ts';
import { CampaignComparison, CampaignComparisonQuery, type Compared } from './schemas.ts';

const level = 0.05;

/** Returns the figures of some campaigns side by side, and whether they differ by more than chance. */
async function compareCampaigns(
  { db, actor: { organizationId } }: ReadScope,
  { campaignId: asked, timeZone }: CampaignComparisonQuery,
  nowMs: number,
): Promise<CampaignComparison> {
  const ids = [...new Set(asked)];
  if (ids.length < 2) throw invalid('campaignId', 'must name two different campaigns at least');
  const found = await selectSome(db, organizationId, ids);
  const campaigns = ids.map((id) => {
    const campaign = found.find(({ campaignId }) => campaignId === id);
    if (!campaign) throw invalid('campaignId', `${id} is no campaign of the organization`);
    return campaign;
  });
  const totals = await callsOfCampaigns(db, organizationId, ids);
  const compared: Compared[] = [];
  for (const campaign of campaigns) {
    const { customers } = totals.get(campaign.campaignId) ?? noCalls;
    compared.push({
      ...{ campaignId: campaign.campaignId, name: campaign.name, agentId: campaign.agentId },
      ...{ status: campaign.status, state: progressOf(campaign, { customers }).state },
      ...figuresOf(customers, await hoursOf(db, { organizationId, campaign, timeZone, nowMs })),
    });
  }
  const ownLevel = level / (compared.length - 1);
  return {
    timeZone,
    currency: await currencyOfCalls(db, organizationId),
    isComplete: await areCallFactsWritten(db, organizationId),
    campaigns: compared,
    level: ownLevel,
    differences: differencesOf(compared, ownLevel),
  };
}

interface Asked {
  organizationId: string;
  campaign: Campaign;
  timeZone: string;
  nowMs: number;
}

/** Returns the figures of a campaign by the hour of the day. Its calls are as old as the campaign at most. */
function hoursOf(db: Queryable, { organizationId, campaign, timeZone, nowMs }: Asked) {
  const { campaignId, createdAt } = campaign;
  const period = { from: createdAt, to: new Date(nowMs).toISOString() };
  return figuresOfCampaign(db, { organizationId, campaignId, timeZone, ...period });
}

type Of = Awaited<ReturnType<typeof hoursOf>>;

function figuresOf(
  customers: Compared['customers'],
  { total, groups }: Of,
): Omit<Compared, 'campaignId' | 'name' | 'agentId' | 'status' | 'state'> {
  const { answered, talkedSeconds, cost, isPriced, byOutcome } = total;
  const { reached, givenUp } = customers;
  const attempts = attemptsOf(total);
  const finished = reached + givenUp;
  return {
    customers,
    completion: customers.total === 0 ? null : finished / customers.total,
    reachedRate: finished === 0 ? null : reached / finished,
    attempts,
    attemptsPerReached: reached === 0 ? null : attempts / reached,
    answered,
    answerRate: attempts === 0 ? null : answered / attempts,
    talkedSeconds,
    cost,
    isPriced,
    costPerReached: reached === 0 ? null : perReached(cost, reached),
    byOutcome,
    byHour: groups
      .map((group) => ({
        hour: Number(group.key),
        attempts: attemptsOf(group),
        answered: group.answered,
        connected: sumOf(group, reachingReasons),
      }))
      .filter(({ attempts }) => attempts > 0),
  };
}

/** A call that is canceled by hand may have been answered. */
function attemptsOf(figures: Figures): number {
  return Math.max(figures.calls - sumOf(figures, undialedReasons), figures.answered);
}

function sumOf({ byOutcome }: Figures, reasons: readonly string[]): number {
  return reasons.reduce((sum, reason) => sum + (byOutcome[reason] ?? 0), 0);
}

/** Returns a cost for each customer, to a hundred-thousandth of the currency's unit. */
function perReached(cost: string, reached: number): string {
  return (Number(cost) / reached).toFixed(5);
}

function differencesOf([first, ...others]: readonly Compared[], ownLevel: number) {
  const shares = {
    reached: ({ customers: { reached, givenUp } }: Compared) => ({ hits: reached, of: reached + givenUp }),
    answered: ({ answered, attempts }: Compared) => ({ hits: answered, of: attempts }),
  };
  return others.flatMap((other) =>
    (['reached', 'answered'] as const).map((figure) => ({
      ...{ campaignId: other.campaignId, figure },
      ...compareShares(shares[figure](first!), shares[figure](other), ownLevel),
    })),
  );
}

export function comparisonRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/campaigns/comparison',
    operationId: 'compareCampaigns',
    tag: 'Campaigns',
    summary: 'Compare campaigns side by side',
    description:
      'Customers, attempts, answers, outcomes, time talked and cost of two to five campaigns, each from its first call until now, also by the hour of the day. `differences` says of each campaign after the first whether it differs from the first by more than chance: by the two-proportion z-test (NIST/SEMATECH e-Handbook of Statistical Methods, 7.3.3). The test takes attempts as independent; several attempts of one customer are not quite. Customers are counted with those whose records were removed, attempts without them.',
    scope: 'campaigns:read',
    query: CampaignComparisonQuery,
    output: CampaignComparison,
    status: 200,
    errors: [],
    expensive: () => true,
    inProgressMax: 2,
    handle: (context, { query }) => compareCampaigns({ db, ...context }, query, Date.now()),
  });
}
