import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';

export type Campaign = Schema<'ListedCampaign'>;
export type CampaignDetail = Schema<'CampaignDetail'>;

export type State = Campaign['state'];

export const stateTones: Record<State, Tone> = {
  running: 'busy',
  paused: 'waiting',
  ended: 'neutral',
  'not-started': 'neutral',
  'no-calls': 'neutral',
  done: 'good',
  // The tone of calls that did not reach the customer.
  'done-none-reached': 'waiting',
};

/** The states whose label is not their word. */
export const stateLabels: Partial<Record<State, string>> = {
  'no-calls': 'no calls yet',
  'done-none-reached': 'done, none reached',
};

/** Returns when the customers of a campaign are called, as the end of a sentence about them. */
export function hoursOf({ daytimeOnly }: Pick<CampaignDetail, 'daytimeOnly'>): string {
  return daytimeOnly
    ? 'between 8:00 and 21:00 on their own clock, within the schedule'
    : 'during the hours of the schedule';
}

/** Says what a campaign without a retry configuration does. */
export const calledOnce =
  'Without a retry configuration, each customer is called once, also those who do not answer.';

/** Returns the counts above 0, largest first. */
export function sortedCounts(counts: Readonly<Record<string, unknown>>): [string, number][] {
  return Object.entries(counts)
    .flatMap(([name, calls]): [string, number][] =>
      typeof calls === 'number' && calls > 0 ? [[name, calls]] : [],
    )
    .sort(([, one], [, other]) => other - one);
}
