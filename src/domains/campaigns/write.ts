import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier, Transaction } from '../../platform/db/index.ts';
import { changesNothing } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { type Feature, requireEverywhere } from '../../platform/nodes/index.ts';
import { findAgent } from '../agents/index.ts';
import { beginWaking, wakeCallsOfCampaign } from '../call-queue/index.ts';
import { lockCallReferences, redialSome } from '../calls/index.ts';
import { closeCircuit } from '../circuits/index.ts';
import { shareTeam } from '../teams/index.ts';
import { preparePacing } from './pacing/index.ts';
import { problemsError } from './problems.ts';
import { getCampaign } from './read.ts';
import type {
  CallDefaults,
  Campaign,
  CampaignDetail,
  CampaignRedial,
  CreateCampaign,
  UpdateCampaign,
} from './schemas.ts';
import {
  findCampaign,
  holdNewCampaign,
  insertCampaign,
  lockCampaign,
  organizationMax,
  updateCampaignRow,
} from './store/campaigns.ts';
import { callItem, selectProblems } from './store/queue.ts';

/** A process that does not know it would call customers at night. */
const daytimeDialing: Feature = { field: 'daytimeOnly', since: 75, role: 'dialer' };

const ofAgent: Campaign['dialing'] = { mode: 'agent', teamId: null, maxAbandonment: 0.03 };
const noDefaults: CallDefaults = { scheduleId: null, phoneNumberId: null, callRetryConfigId: null };

function mergedDefaults(current: CallDefaults, given: CreateCampaign['callDefaults']): CallDefaults {
  const pick = (name: keyof CallDefaults) => (given?.[name] === undefined ? current[name] : given[name]);
  return {
    scheduleId: pick('scheduleId'),
    phoneNumberId: pick('phoneNumberId'),
    callRetryConfigId: pick('callRetryConfigId'),
  };
}

/**
 * Creates a campaign without calls. Throws a 400 for an unknown id, and a 409 when the agent has a campaign of this
 * name that has not ended, and during an upgrade for what its old processes would not do.
 */
export async function createCampaign(scope: Scope, input: CreateCampaign): Promise<Campaign> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockCallReferences(tx, organizationId, { agentIds: [input.agentId], phoneNumberIds: [] });
    const { agentId, name, maxConcurrentCalls = null, weight = 1, endCampaignAt = null } = input;
    const callDefaults = mergedDefaults(noDefaults, input.callDefaults);
    const { daytimeOnly = false, dialing = ofAgent } = input;
    if (daytimeOnly) await requireEverywhere(tx, daytimeDialing);
    const own = { maxConcurrentCalls, weight, callDefaults, daytimeOnly, dialing };
    const values = { agentId, name, endCampaignAt, ...own };
    await holdTeam(tx, organizationId, agentId, dialing.teamId);
    await checkValues(tx, scope, values);
    const campaign = await insertCampaign(tx, organizationId, newId('campaign'), values);
    if (!campaign)
      throw conflict('campaign.exists', `The agent already has a campaign "${name}" that has not ended.`);
    if (dialing.teamId !== null) await preparePacing(tx, organizationId, campaign.campaignId);
    const { campaignId } = campaign;
    const result =
      input.status === 'paused' ? await holdNewCampaign(tx, organizationId, campaignId) : campaign;
    return { result, audit: { verb: 'created', type: 'campaigns', id: campaignId, label: name } };
  });
}

/**
 * Prevents the deletion of a team until the transaction ends. Throws a 400 when there is none with the id, and when its members could
 * not take calls over from the agent.
 */
async function holdTeam(
  tx: Transaction,
  organizationId: string,
  agentId: string,
  teamId: string | null,
): Promise<void> {
  if (teamId === null) return;
  if (!(await shareTeam(tx, organizationId, teamId)))
    throw invalid('dialing.teamId', 'there is no team with this id');
  const agent = await findAgent(tx, organizationId, agentId);
  if (agent === null || agent.published.speechToSpeech === null) return;
  const message =
    'cannot be set for this agent, which has a speech-to-speech model: no member can take over from such a model';
  throw invalid('dialing.teamId', message);
}

type Checked = Pick<Campaign, 'agentId' | 'name' | 'maxConcurrentCalls' | 'endCampaignAt'> & {
  callDefaults: NonNullable<CreateCampaign['callDefaults']>;
};

/** Checks values as those of a call are checked. Ids that are null are not checked. */
async function checkValues(tx: Transaction, { actor }: Scope, values: Checked): Promise<void> {
  const { agentId, name, maxConcurrentCalls, endCampaignAt, callDefaults } = values;
  const { scheduleId, phoneNumberId, callRetryConfigId } = callDefaults;
  const call = {
    ...{ campaignName: name, phoneNumber: '+12025550100', variables: {}, maxConcurrentCalls, endCampaignAt },
    ...{ scheduleId: scheduleId ?? '', phoneNumberId: phoneNumberId ?? '', callRetryConfigId },
  };
  const found = await selectProblems(tx, callItem(actor, agentId, call, null, Date.now()));
  const isGiven: Record<string, boolean> = {
    ...{ scheduleId: scheduleId != null, phoneNumberId: phoneNumberId != null, 'schedule-stale': false },
  };
  const problems = found.filter((name) => !name.startsWith('variables.') && isGiven[name] !== false);
  if (problems.length === 0) return;
  if (problems.includes('agent')) throw invalid('agentId', 'there is no agent with this id');
  const placed = problems.map((name) => (name.endsWith('Id') ? `callDefaults.${name}` : name));
  throw problemsError(placed);
}

/** Changes the given fields of a campaign that has not ended. They apply from the next claim on. */
export async function updateCampaign(
  scope: Scope & { notifier: Notifier },
  campaignId: string,
  input: UpdateCampaign,
): Promise<Campaign> {
  const { organizationId } = scope.actor;
  const campaign = await change(scope, async (tx) => {
    const current = await lockCampaign(tx, organizationId, campaignId);
    if (!current) throw notFound('campaign');
    if (changesNothing(input)) return { result: current, audit: [] };
    if (current.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
    const { maxConcurrentCalls = current.maxConcurrentCalls, weight = current.weight } = input;
    const limit = await organizationMax(tx, organizationId);
    if (input.maxConcurrentCalls != null && input.maxConcurrentCalls > limit) {
      const message = `must not exceed the organization's limit of ${limit}`;
      throw invalid([{ field: 'maxConcurrentCalls', message }]);
    }
    const callDefaults = mergedDefaults(current.callDefaults, input.callDefaults);
    if (input.callDefaults) {
      const own = { maxConcurrentCalls: null, endCampaignAt: null, callDefaults: input.callDefaults };
      await checkValues(tx, scope, { ...current, ...own });
    }
    const { daytimeOnly = current.daytimeOnly, dialing = current.dialing } = input;
    if (input.dialing) {
      await holdTeam(tx, organizationId, current.agentId, dialing.teamId);
      if (dialing.teamId !== null) await preparePacing(tx, organizationId, campaignId);
    }
    if (daytimeOnly && !current.daytimeOnly) await requireEverywhere(tx, daytimeDialing);
    const values = { maxConcurrentCalls, weight, callDefaults, daytimeOnly, dialing };
    const changed = await updateCampaignRow(tx, organizationId, campaignId, values);
    if (current.daytimeOnly && !daytimeOnly) await beginWaking(tx, organizationId, ['calling-hours']);
    const audit = { verb: 'updated', type: 'campaigns', id: campaignId, label: changed.name } as const;
    return { result: changed, audit };
  });
  scope.notifier.notify('parley_calls');
  return campaign;
}

/** The calls of one request. The campaign's row is locked meanwhile. */
const callsMax = 1000;

/**
 * Dials calls of the campaign with an unknown outcome again, a limited number for each request. Throws a 409 when the
 * campaign has ended.
 */
export async function redialUnknown(
  scope: Scope & { notifier: Notifier },
  campaignId: string,
): Promise<CampaignRedial> {
  const { organizationId, requestId } = scope.actor;
  const answer = await change(scope, async (tx) => {
    const campaign = await lockCampaign(tx, organizationId, campaignId);
    if (!campaign) throw notFound('campaign');
    if (campaign.status === 'ended') throw conflict('campaign.ended', 'The campaign has ended.');
    const { callIds, hasMore } = await redialSome(tx, { organizationId, campaignId, requestId }, callsMax);
    const audit = callIds.map((id) => ({
      verb: 'created' as const,
      type: 'calls' as const,
      id,
      label: null,
    }));
    return { result: { callsQueued: callIds.length, hasMore }, audit };
  });
  scope.notifier.notify('parley_calls');
  return answer;
}

/** Closes the circuit of a campaign by hand. The calls that it held are due at once. */
export async function resetCampaignCircuit(
  scope: Scope & { notifier: Notifier },
  campaignId: string,
): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await change(scope, async (tx) => {
    const current = await findCampaign(tx, organizationId, campaignId);
    if (!current) throw notFound('campaign');
    await closeCircuit(tx, organizationId, 'campaign', campaignId);
    await wakeCallsOfCampaign(tx, organizationId, campaignId);
    const result = await getCampaign({ ...scope, db: tx }, campaignId);
    return { result, audit: { verb: 'reset', type: 'campaigns', id: campaignId, label: current.name } };
  });
  scope.notifier.notify('parley_calls');
  return campaign;
}
