import { type AuditVerb, change, type Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import type { Campaign } from './schemas.ts';
import { findCampaign, moveCampaign } from './store/campaigns.ts';

/** A person's action on a campaign: the states before, the state after, and the audit verb. */
const moves = {
  pause: { from: ['running'], to: 'paused', verb: 'paused' },
  resume: { from: ['paused'], to: 'running', verb: 'resumed' },
  end: { from: ['running', 'paused'], to: 'ended', verb: 'ended' },
} as const satisfies Record<
  string,
  { from: readonly Campaign['status'][]; to: Campaign['status']; verb: AuditVerb }
>;

type CampaignScope = Scope & { notifier: Notifier };

/**
 * Holds the campaign's queued calls: within a second no more INVITEs leave. Calls that ring or are answered continue to their
 * end.
 */
export function pauseCampaign(scope: CampaignScope, campaignId: string): Promise<Campaign> {
  return make(scope, campaignId, 'pause');
}

export function resumeCampaign(scope: CampaignScope, campaignId: string): Promise<Campaign> {
  return make(scope, campaignId, 'resume');
}

/** Ends the campaign for good: cancels queued calls, stops ringing ones, and lets answered ones finish. */
export function endCampaign(scope: CampaignScope, campaignId: string): Promise<Campaign> {
  return make(scope, campaignId, 'end');
}

async function make(scope: CampaignScope, campaignId: string, name: keyof typeof moves): Promise<Campaign> {
  const { from, to, verb } = moves[name];
  const { organizationId } = scope.actor;
  const campaign = await change(scope, async (tx) => {
    const moved = await moveCampaign(tx, organizationId, campaignId, from, to);
    if (!moved) {
      const current = await findCampaign(tx, organizationId, campaignId);
      if (!current) throw notFound('campaign');
      throw conflict(`campaign.${current.status}`, `The campaign is ${current.status}.`);
    }
    return { result: moved, audit: { verb, type: 'campaigns', id: campaignId, label: moved.name } };
  });
  scope.notifier.notify('parley_calls');
  return campaign;
}
