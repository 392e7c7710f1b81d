import type { Schema } from '../../api/index.ts';
import type { ColumnPart, Tone } from '../../ui/index.ts';

export type Campaign = Schema<'Campaign'>;
export type CampaignDetail = Schema<'CampaignDetail'>;

export const statusTones: Record<Campaign['status'], Tone> = {
  running: 'good',
  paused: 'waiting',
  ended: 'neutral',
};

/** The ends of calls, gathered to what somebody wants to know of many: in the order of a column, from below. */
export const outcomeGroups: readonly ColumnPart[] = [
  { id: 'talked', title: 'Talked', color: 'var(--mantine-color-teal-7)' },
  { id: 'not-reached', title: 'Not reached', color: 'var(--mantine-color-yellow-6)' },
  { id: 'failed', title: 'Failed', color: 'var(--mantine-color-red-7)' },
  { id: 'not-dialed', title: 'Not called', color: 'var(--mantine-color-gray-5)' },
];

const groups: Record<string, string> = {
  'assistant-ended-call': 'talked',
  'customer-ended-call': 'talked',
  'assistant-forwarded-call': 'talked',
  'silence-timed-out': 'talked',
  'exceeded-max-duration': 'talked',
  'customer-opted-out': 'talked',
  'customer-busy': 'not-reached',
  'customer-did-not-answer': 'not-reached',
  voicemail: 'not-reached',
  'manually-canceled': 'not-dialed',
  'campaign-ended': 'not-dialed',
  'number-suppressed': 'not-dialed',
  'refused-by-gate': 'not-dialed',
};

/** Where an end belongs; whatever is neither good nor a customer's doing failed. */
export function groupOf(outcome: string): string {
  return groups[outcome] ?? 'failed';
}

/** The colour of an end's group. */
export function colorOf(outcome: string): string {
  return outcomeGroups.find(({ id }) => id === groupOf(outcome))!.color;
}

/** Calls by an amount's name, the largest first, without those of which there are none. */
export function sortedCounts(counts: Readonly<Record<string, unknown>>): [string, number][] {
  return Object.entries(counts)
    .flatMap(([name, calls]): [string, number][] =>
      typeof calls === 'number' && calls > 0 ? [[name, calls]] : [],
    )
    .sort(([, one], [, other]) => other - one);
}
