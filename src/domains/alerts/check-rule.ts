import type { Transaction } from '../../platform/db/index.ts';
import { invalid } from '../../platform/kernel/index.ts';
import { holdAgent } from '../agents/index.ts';
import { findTeam } from '../teams/index.ts';
import { isOfNow, isOfTeams, measures } from './measures.ts';
import type { RuleFields } from './schemas.ts';
import { channelsOfIds } from './store/channels.ts';
import { isCampaign, type StoredRule } from './store/rules.ts';

/** Throws a 400 when fields of a rule do not fit each other. */
export function checkRule(rule: Omit<RuleFields, 'enabled'>): void {
  const { measure, phrase, stage, agentId, comparedTo, bound } = rule;
  if ((measure === 'phrase') !== (phrase !== null))
    throw invalid('phrase', measure === 'phrase' ? 'is required by the measure' : 'must be null');
  if ((measure === 'stage-rate') !== (stage !== null))
    throw invalid('stage', measure === 'stage-rate' ? 'is required by the measure' : 'must be null');
  if (measure === 'stage-rate' && agentId === null)
    throw invalid('agentId', 'is required, because stages belong to an agent');
  if (measure === 'queue-wait' && agentId !== null)
    throw invalid('agentId', 'must be null, because queues are those of campaigns');
  if (isOfNow(measure) && comparedTo !== 'bound')
    throw invalid('comparedTo', 'must be bound, because the past of queues is not stored');
  if (isOfTeams(measure) && agentId !== null)
    throw invalid('agentId', 'must be null, because the measure is of teams');
  if (isOfTeams(measure) && rule.campaignId !== null)
    throw invalid('campaignId', 'must be null, because the measure is of teams');
  if (!isOfTeams(measure) && rule.teamId !== null)
    throw invalid('teamId', 'must be null, because the measure is not of teams');
  if (comparedTo === 'bound' && measures[measure].unit === 'share' && bound > 100)
    throw invalid('bound', 'must be at most 100 per cent');
  if (comparedTo === 'earlier-weeks' && rule.direction === 'below' && bound > 100)
    throw invalid('bound', 'must be at most 100 per cent below');
}

/** Throws a 400 for an agent, campaign, team or channel that does not exist. `known` is the rule before. */
export async function checkReferences(
  tx: Transaction,
  organizationId: string,
  {
    agentId,
    campaignId,
    teamId,
    channelIds,
  }: Pick<RuleFields, 'agentId' | 'campaignId' | 'teamId' | 'channelIds'>,
  known: Pick<StoredRule, 'agentId' | 'teamId'> | null,
): Promise<void> {
  const isNew = agentId !== (known?.agentId ?? null);
  if (agentId !== null && isNew && !(await holdAgent(tx, organizationId, agentId)))
    throw invalid('agentId', 'must be the id of an agent');
  if (campaignId !== null && !(await isCampaign(tx, organizationId, campaignId)))
    throw invalid('campaignId', 'must be the id of a campaign');
  const isNewTeam = teamId !== (known?.teamId ?? null);
  if (teamId !== null && isNewTeam && !(await findTeam(tx, organizationId, teamId)))
    throw invalid('teamId', 'must be the id of a team');
  const channels = await channelsOfIds(tx, organizationId, channelIds);
  const ids = new Set(channels.map(({ alertChannelId }) => alertChannelId));
  const missing = channelIds.findIndex((channelId) => !ids.has(channelId));
  if (missing >= 0) throw invalid(`channelIds.${missing}`, 'must be the id of a channel');
}
