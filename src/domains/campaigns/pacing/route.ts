import { z } from 'zod';
import type { ReadScope } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { DateTime, defineRoute, type Route } from '../../../platform/http/index.ts';
import { notFound } from '../../../platform/kernel/index.ts';
import { availableMembers, findTeam } from '../../teams/index.ts';
import { dialingModes } from '../schemas.ts';
import { findCampaign } from '../store/campaigns.ts';
import { readShownPacing } from './store.ts';

const CampaignDialingFigures = z
  .object({
    campaignId: z.string(),
    mode: z.enum(dialingModes),
    maxAbandonment: z.number(),
    team: z
      .object({
        teamId: z.string(),
        name: z.string(),
        available: z.int().describe('Members who are free now'),
        onCalls: z.int(),
        inWrapUp: z.int(),
        away: z.int(),
      })
      .nullable()
      .describe('Null in the mode `agent`'),
    periodSince: DateTime.nullable().describe('The first answer of the period, which lasts 30 days at most'),
    answered: z.int().describe('Calls of the period that people answered'),
    given: z.int().describe('Those that a member had on the line within 2 s'),
    abandoned: z.int().describe('Those that no member had on the line within 2 s. The agent carried them'),
    abandonment: z.number().nullable().describe('The share of the answered calls that was abandoned'),
    idleShare: z.number().nullable().describe('The share of their time in which members waited for a call'),
    isPaced: z.boolean().describe('Whether the number of calls to dial was decided within the last 3 s'),
    heldBack: z
      .enum(['mode', 'measuring', 'bound'])
      .nullable()
      .describe(
        'Why no call is dialed ahead: by the mode, because too little is measured, or because the bound is near',
      ),
    inAir: z.int().describe('Calls that are not answered yet'),
    answerRate: z.number().nullable().describe('The answer rate that is reckoned with'),
  })
  .meta({ id: 'CampaignDialingFigures' });
type CampaignDialingFigures = z.output<typeof CampaignDialingFigures>;

/** Returns how a campaign dials for its team, and what was measured. */
async function dialingFigures(
  { db, actor: { organizationId } }: ReadScope,
  campaignId: string,
): Promise<CampaignDialingFigures> {
  const campaign = await findCampaign(db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const { mode, teamId, maxAbandonment } = campaign.dialing;
  const team = teamId === null ? null : await findTeam(db, organizationId, teamId);
  const members = team && (await availableMembers(db, organizationId, team.teamId));
  const pacing = await readShownPacing(db, organizationId, campaignId);
  const { answered = 0, given = 0, abandoned = 0, decision = null } = pacing ?? {};
  const isPaced = (pacing?.isPaced ?? false) && campaign.status === 'running';
  return {
    ...{ campaignId, mode, maxAbandonment, answered, given, abandoned, isPaced },
    team: team &&
      members && {
        ...{ teamId: team.teamId, name: team.name, available: members.available },
        ...{ onCalls: members.onCalls, inWrapUp: members.inWrapUp, away: members.away },
      },
    periodSince: pacing?.periodSince ?? null,
    abandonment: answered === 0 ? null : abandoned / answered,
    idleShare: pacing?.idleShare ?? null,
    heldBack: isPaced ? (decision?.heldBack ?? null) : null,
    inAir: isPaced ? (decision?.inAir ?? 0) : 0,
    answerRate: decision?.answerRate ?? null,
  };
}

export function dialingRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/campaigns/{campaignId}/dialing',
    operationId: 'getCampaignDialing',
    tag: 'Campaigns',
    summary: 'Show how a campaign dials for the members of its team',
    description:
      'Counts the calls that people answered, by answer detection, in the current period of 30 days. The numbers of members and of calls in the air are those of this moment.',
    scope: 'campaigns:read',
    params: z.object({ campaignId: z.string() }),
    output: CampaignDialingFigures,
    status: 200,
    errors: [404],
    handle: (context, { params }) => dialingFigures({ db, ...context }, params.campaignId),
  });
}
