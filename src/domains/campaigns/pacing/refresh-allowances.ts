import type { Database } from '../../../platform/db/index.ts';
import { decideDials, type PacingFacts } from './decide-dials.ts';
import { Durations } from './durations.ts';
import { noMeasurements, withAttempts } from './measurements.ts';
import {
  type Allowance,
  lockPacing,
  type PacedCampaign,
  type PacedTeam,
  readDecided,
  readTeamFacts,
  storeAllowances,
  type TeamFacts,
} from './store.ts';

/** How long a person who has answered waits for a member. */
export const patienceSeconds = 2;

/**
 * Decides how many calls the campaigns of a team may dial now, and stores it. Any process may call it at any time: one
 * refreshes a team at a time, and at most once a second. Returns how many calls may be dialed.
 */
export function refreshAllowances(db: Database, team: PacedTeam): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockPacing(tx, team))) return 0;
    const facts = await readTeamFacts(tx, team);
    const campaigns = facts.campaigns ?? [];
    if (!campaigns.some(({ isDue }) => isDue)) return 0;
    const inAir = new Set(facts.inAir.map(({ callId }) => callId));
    const left = campaigns.flatMap(({ measured }) => measured?.inAir ?? []).filter((id) => !inAir.has(id));
    const decided = left.length === 0 ? [] : await readDecided(tx, team.organizationId, left);
    const measured = new Map(
      campaigns.map((campaign) => {
        const isOwn = ({ campaignId }: { campaignId: string }) => campaignId === campaign.campaignId;
        const ids = facts.inAir.filter(isOwn).map(({ callId }) => callId);
        const before = campaign.measured ?? noMeasurements;
        return [campaign.campaignId, withAttempts(before, decided.filter(isOwn), ids)] as const;
      }),
    );
    const allowances = decideForTeam(facts, inTurn(campaigns), (id) => measured.get(id) ?? noMeasurements);
    await storeAllowances(tx, team.organizationId, allowances);
    return allowances.reduce((sum, { decision }) => sum + decision.dial, 0);
  });
}

/** Lets another campaign be the first each time, because the first one gets the free members. */
function inTurn(campaigns: readonly PacedCampaign[]): PacedCampaign[] {
  const first = campaigns.reduce((sum, { claimed }) => sum + claimed, 0) % Math.max(campaigns.length, 1);
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}

/** Decides for one campaign after the other. What one may dial is in the air for the next. */
function decideForTeam(
  facts: TeamFacts,
  campaigns: readonly PacedCampaign[],
  measurementsOf: (campaignId: string) => Allowance['measured'],
): Allowance[] {
  const { available, onCall, wrapUp } = facts;
  const inAir = facts.inAir.map(({ seconds }) => seconds);
  return campaigns.map((campaign) => {
    const { campaignId, claimed, sinceMs } = campaign;
    const measured = measurementsOf(campaignId);
    const { dial, heldBack, answerRate } = decideDials(factsOf(facts, campaign, measured, inAir));
    for (let call = 0; call < dial; call++) inAir.push(0);
    const own = measured.inAir.length;
    return {
      ...{ campaignId, claimed, measured, decision: { dial, heldBack, answerRate, inAir: own } },
      idleMs: available * sinceMs,
      presentMs: (available + onCall.length + wrapUp.length) * sinceMs,
    };
  });
}

function factsOf(
  { available, onCall, wrapUp, waiting, wrapUpSeconds, handling }: TeamFacts,
  { mode, maxAbandonment, answered, abandoned }: PacedCampaign,
  { attempts, answerAfter, unansweredAfter }: Allowance['measured'],
  inAir: readonly number[],
): PacingFacts {
  return {
    ...{ mode, maxAbandonment, period: { answered, abandoned }, members: { available, onCall, wrapUp } },
    ...{ waiting, inAir: [...inAir], patienceSeconds, wrapUpSeconds },
    measured: {
      attempts: attempts.length,
      answered: attempts.reduce((sum, value) => sum + value, 0),
      answerAfter: new Durations(answerAfter),
      unansweredAfter: new Durations(unansweredAfter),
      handling: new Durations(handling),
    },
  };
}
