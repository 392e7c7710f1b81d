import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';

export type Campaign = Schema<'ListedCampaign'>;
export type CampaignDetail = Schema<'CampaignDetail'>;

export type State = Campaign['status'] | 'not started' | 'no calls yet' | 'done' | 'done, none reached';

export const stateTones: Record<State, Tone> = {
  running: 'busy',
  paused: 'waiting',
  ended: 'neutral',
  'not started': 'neutral',
  'no calls yet': 'neutral',
  done: 'good',
  // The tone of calls that did not reach the customer.
  'done, none reached': 'waiting',
};

/** Returns the state as people see it: a running campaign is done when nothing is left to dial. */
export function stateOf({
  status,
  customers,
  isDone,
  hasStarted = true,
}: Pick<Campaign, 'status' | 'customers' | 'isDone'> & { hasStarted?: boolean }): State {
  if (status === 'paused' && !hasStarted) return 'not started';
  if (status !== 'running') return status;
  if (isDone) return customers.reached > 0 ? 'done' : 'done, none reached';
  return customers.total === 0 ? 'no calls yet' : status;
}

/** Returns when the customers of a campaign are called, as the end of a sentence about them. */
export function hoursOf({ daytimeOnly }: Pick<CampaignDetail, 'daytimeOnly'>): string {
  return daytimeOnly
    ? 'between 8:00 and 21:00 on their own clock, within the schedule'
    : 'during the hours of the schedule';
}

/** Returns the counts above 0, largest first. */
export function sortedCounts(counts: Readonly<Record<string, unknown>>): [string, number][] {
  return Object.entries(counts)
    .flatMap(([name, calls]): [string, number][] =>
      typeof calls === 'number' && calls > 0 ? [[name, calls]] : [],
    )
    .sort(([, one], [, other]) => other - one);
}
