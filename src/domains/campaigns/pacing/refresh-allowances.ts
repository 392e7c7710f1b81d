import type { Database, Queryable } from '../../../platform/db/index.ts';
import { answerRateAtMost } from './answer-rate.ts';
import { attemptsMin, decideDials, type PacingFacts } from './decide-dials.ts';
import { Durations } from './durations.ts';
import { noMeasurements, withAttempts } from './measurements.ts';
import { type SharingTeam, shareMembers } from './share-members.ts';
import {
  type Allowance,
  holdClaims,
  lockPacing,
  type PacedCampaign,
  readDecided,
  readTeams,
  storeAllowances,
  type TeamFacts,
} from './store.ts';

/** How long a person who has answered waits for a member. */
export const patienceSeconds = 2;

/**
 * Decides how many calls the campaigns of an organization's teams may dial now, and stores it. Any process may call it at any time:
 * one refreshes an organization at a time, and at most once a second. Returns how many calls may be dialed.
 */
export function refreshAllowances(db: Database, organizationId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const turn = await lockPacing(tx, organizationId);
    if (turn === null) return 0;
    let teams = await readTeams(tx, organizationId);
    if (!teams.some(({ campaigns }) => campaigns?.some(({ isDue }) => isDue))) return 0;
    if (isAnyShared(teams)) {
      // A call that is claimed between the facts and the allowances would be reckoned with in its own team only.
      await holdClaims(tx, organizationId);
      teams = await readTeams(tx, organizationId);
    }
    const measured = await measuredNow(tx, organizationId, teams);
    const own = shareMembers(
      teams.map((team) => sharing(team, measured)),
      turn,
    );
    const allowances = teams.flatMap((team) => {
      const members = team.members.filter(({ memberId }) => own.get(team.teamId)!.has(memberId));
      return decideForTeam({ ...team, members }, inTurn(team.campaigns ?? []), measured);
    });
    await storeAllowances(tx, organizationId, allowances);
    return allowances.reduce((sum, { decision }) => sum + decision.dial, 0);
  });
}

function isAnyShared(teams: readonly TeamFacts[]): boolean {
  const ids = teams.flatMap(({ members }) => members.map(({ memberId }) => memberId));
  return new Set(ids).size < ids.length;
}

type MeasuredNow = ReadonlyMap<string, Allowance['measured']>;

/** Returns what was measured of each campaign, with the calls that are decided since the last time. */
async function measuredNow(
  tx: Queryable,
  organizationId: string,
  teams: readonly TeamFacts[],
): Promise<MeasuredNow> {
  const campaigns = teams.flatMap((team) => team.campaigns ?? []);
  const air = teams.flatMap(({ inAir }) => inAir);
  const inAir = new Set(air.map(({ callId }) => callId));
  const left = campaigns.flatMap(({ measured }) => measured?.inAir ?? []).filter((id) => !inAir.has(id));
  const decided = left.length === 0 ? [] : await readDecided(tx, organizationId, left);
  return new Map(
    campaigns.map((campaign) => {
      const isOwn = ({ campaignId }: { campaignId: string }) => campaignId === campaign.campaignId;
      const ids = air.filter(isOwn).map(({ callId }) => callId);
      const before = campaign.measured ?? noMeasurements;
      return [campaign.campaignId, withAttempts(before, decided.filter(isOwn), ids)] as const;
    }),
  );
}

/** Returns what a team needs of its members. Calls that are dialed ahead need as many as people will probably answer. */
function sharing(
  { teamId, campaigns, inAir, members, waiting, hasDueCalls }: TeamFacts,
  measured: MeasuredNow,
): SharingTeam {
  const idsOf = (isFree: boolean) =>
    members.filter(({ state }) => (state === 'available') === isFree).map(({ memberId }) => memberId);
  const ahead = new Map(
    (campaigns ?? [])
      .filter(({ mode }) => mode === 'predictive')
      .map(({ campaignId }) => {
        const { attempts } = measured.get(campaignId)!;
        const answered = attempts.reduce((sum, value) => sum + value, 0);
        const isKnown = attempts.length >= attemptsMin;
        return [
          campaignId,
          isKnown ? answerRateAtMost({ attempts: attempts.length, answered }, 1) : 1,
        ] as const;
      }),
  );
  const answers = inAir.reduce((sum, { campaignId }) => sum + (ahead.get(campaignId) ?? 1), 0);
  const needed = waiting + Math.ceil(answers);
  return { teamId, free: idsOf(true), engaged: idsOf(false), needed, hasDueCalls };
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
  measuredNow: MeasuredNow,
): Allowance[] {
  const { available, onCall, wrapUp } = membersOf(facts);
  const inAir = facts.inAir.map(({ seconds }) => seconds);
  return campaigns.map((campaign) => {
    const { campaignId, claimed, sinceMs } = campaign;
    const measured = measuredNow.get(campaignId)!;
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

function membersOf({ members }: TeamFacts): PacingFacts['members'] {
  const secondsOf = (wanted: string) =>
    members.filter(({ state }) => state === wanted).map(({ seconds }) => seconds);
  return {
    available: members.filter(({ state }) => state === 'available').length,
    ...{ onCall: secondsOf('busy'), wrapUp: secondsOf('wrapUp') },
  };
}

function factsOf(
  facts: TeamFacts,
  { mode, maxAbandonment, answered, abandoned }: PacedCampaign,
  { attempts, answerAfter, unansweredAfter }: Allowance['measured'],
  inAir: readonly number[],
): PacingFacts {
  const { waiting, wrapUpSeconds, handling } = facts;
  return {
    ...{ mode, maxAbandonment, period: { answered, abandoned }, members: membersOf(facts) },
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
