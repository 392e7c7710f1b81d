import { StatusBadge } from '../../ui/index.ts';
import { type Campaign, stateLabels, stateTones } from './campaign-state.ts';

export function StateBadge({ campaign }: { campaign: Pick<Campaign, 'state' | 'status'> }) {
  // A process of the version before answers without the state.
  const state = campaign.state ?? campaign.status;
  return <StatusBadge status={stateLabels[state] ?? state} tone={stateTones[state]} />;
}
