import type { Schema } from '../../api/schema.ts';

type EndedReason = NonNullable<Schema<'Call'>['endedReason']>;

/** Groups the reasons of an end, in the order of a column from the bottom. */
export const outcomeGroups: readonly { id: string; title: string; color: string }[] = [
  { id: 'talked', title: 'Connected', color: 'var(--mantine-color-teal-7)' },
  { id: 'not-reached', title: 'Not reached', color: 'var(--mantine-color-yellow-6)' },
  { id: 'failed', title: 'Failed', color: 'var(--mantine-color-red-7)' },
  { id: 'not-dialed', title: 'Not called', color: 'var(--mantine-color-gray-5)' },
];

const groups: Readonly<Record<EndedReason, string>> = {
  'assistant-ended-call': 'talked',
  'customer-ended-call': 'talked',
  'assistant-forwarded-call': 'talked',
  'silence-timed-out': 'talked',
  'exceeded-max-duration': 'talked',
  'customer-opted-out': 'talked',
  'customer-busy': 'not-reached',
  'customer-did-not-answer': 'not-reached',
  voicemail: 'not-reached',
  'no-person-reached': 'not-reached',
  'manually-canceled': 'not-dialed',
  'campaign-ended': 'not-dialed',
  'number-suppressed': 'not-dialed',
  'refused-by-gate': 'not-dialed',
  'trunk-rejected': 'failed',
  'trunk-unreachable': 'failed',
  'number-invalid': 'failed',
  'operator-intercept': 'failed',
  'provider-error': 'failed',
  'worker-lost': 'failed',
  'unknown-outcome': 'failed',
};

/** Every reason of an end. */
export const endedReasons = Object.keys(groups) as EndedReason[];

/** Returns the group of an outcome. Unknown outcomes count as failed. */
export function groupOf(outcome: string): string {
  return groups[outcome as EndedReason] ?? 'failed';
}

/** Returns the reasons of an end that belong to a group. */
export function reasonsOf(group: string): EndedReason[] {
  return endedReasons.filter((reason) => groupOf(reason) === group);
}

export function colorOf(outcome: string): string {
  return outcomeGroups.find(({ id }) => id === groupOf(outcome))!.color;
}
