import { useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { CircuitFacts } from '../circuits/index.ts';
import type { CampaignDetail } from './campaign-words.ts';

/** Whether attempts of the campaign fail so often that its calls are held. */
export function CircuitPanel({ campaign: { campaignId, circuit } }: { campaign: CampaignDetail }) {
  const mayReset = useCan('campaigns:write');
  const client = useQueryClient();
  const reset = async () => {
    const params = { path: { campaignId } };
    await read(api.POST('/api/campaigns/{campaignId}/circuit/reset', { params }));
    await client.invalidateQueries({ queryKey: ['campaigns'] });
  };
  return <CircuitFacts circuit={circuit} onReset={mayReset ? reset : null} />;
}
