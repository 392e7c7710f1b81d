import type { Schema } from '../../api/index.ts';
import { StatusBadge, type Tone } from '../../ui/index.ts';

export type Campaign = Schema<'ListedCampaign'>;
export type CampaignDetail = Schema<'CampaignDetail'>;

type State = Campaign['status'] | 'no calls yet' | 'done';

const tones: Record<State, Tone> = {
  running: 'good',
  paused: 'waiting',
  ended: 'neutral',
  'no calls yet': 'neutral',
  done: 'neutral',
};

/** Returns the state as people see it: a running campaign is done when nothing is left to dial. */
export function stateOf(status: Campaign['status'], { total, ended }: Campaign['calls']): State {
  if (status !== 'running' || ended < total) return status;
  return total === 0 ? 'no calls yet' : 'done';
}

/** Returns how many calls a campaign has, and how many of these are over. */
export function totalsOf({ counts }: CampaignDetail): Campaign['calls'] {
  const sum = (calls: Readonly<Record<string, unknown>>) =>
    sortedCounts(calls).reduce((all, [, count]) => all + count, 0);
  return { total: sum(counts.byStatus), ended: sum(counts.byOutcome) };
}

export function StateBadge({ state }: { state: State }) {
  return <StatusBadge status={state} tone={tones[state]} />;
}

/** Returns the counts above 0, largest first. */
export function sortedCounts(counts: Readonly<Record<string, unknown>>): [string, number][] {
  return Object.entries(counts)
    .flatMap(([name, calls]): [string, number][] =>
      typeof calls === 'number' && calls > 0 ? [[name, calls]] : [],
    )
    .sort(([, one], [, other]) => other - one);
}
