import { StatusBadge } from '../../ui/index.ts';
import { type State, stateTones } from './campaign-state.ts';

export function StateBadge({ state }: { state: State }) {
  return <StatusBadge status={state} tone={stateTones[state]} />;
}
