import { change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { changesNothing } from '../../platform/http/index.ts';
import { conflict, invalid, notFound } from '../../platform/kernel/index.ts';
import { wakeCallsOfCampaign } from '../call-queue/index.ts';
import { redialSome } from '../calls/index.ts';
import { closeCircuit } from '../circuits/index.ts';
import { getCampaign } from './read.ts';
import type { Campaign, CampaignDetail, CampaignRedial, UpdateCampaign } from './schemas.ts';
import { findCampaign, lockCampaign, organizationMax, updateCampaignRow } from './store/campaigns.ts';

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
    const changed = await updateCampaignRow(tx, organizationId, campaignId, { maxConcurrentCalls, weight });
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
