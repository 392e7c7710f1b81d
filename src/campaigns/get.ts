import type { ReadScope } from '../audit/index.ts';
import { type CallStatus, shownStatus } from '../calls/index.ts';
import { notFound } from '../kernel/index.ts';
import type { CampaignDetail } from './schemas.ts';
import { type CallCount, countCalls, findCampaign, findCircuit } from './store.ts';

export async function getCampaign(scope: ReadScope, campaignId: string): Promise<CampaignDetail> {
  const { organizationId } = scope.actor;
  const campaign = await findCampaign(scope.db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const circuit = await findCircuit(scope.db, organizationId, campaignId);
  if (!circuit) throw notFound('campaign');
  const counts = sums(await countCalls(scope.db, organizationId, campaignId));
  return { ...campaign, circuit, counts };
}

function sums(rows: CallCount[]): CampaignDetail['counts'] {
  const byStatus: Record<string, number> = {};
  const byOutcome: Record<string, number> = {};
  for (const { status, ended_reason, calls } of rows) {
    const shown = shownStatus(status as CallStatus);
    byStatus[shown] = (byStatus[shown] ?? 0) + calls;
    if (ended_reason !== null) byOutcome[ended_reason] = (byOutcome[ended_reason] ?? 0) + calls;
  }
  return { byStatus, byOutcome };
}
