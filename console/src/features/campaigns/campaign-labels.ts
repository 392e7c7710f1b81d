import type { Schema } from '../../api/index.ts';
import type { Tone } from '../../ui/index.ts';

export type Campaign = Schema<'Campaign'>;
export type CampaignDetail = Schema<'CampaignDetail'>;

export const statusTones: Record<Campaign['status'], Tone> = {
  running: 'good',
  paused: 'waiting',
  ended: 'neutral',
};

/** Returns the counts above 0, largest first. */
export function sortedCounts(counts: Readonly<Record<string, unknown>>): [string, number][] {
  return Object.entries(counts)
    .flatMap(([name, calls]): [string, number][] =>
      typeof calls === 'number' && calls > 0 ? [[name, calls]] : [],
    )
    .sort(([, one], [, other]) => other - one);
}
