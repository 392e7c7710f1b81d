import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';

type EndedReason = NonNullable<Schema<'Call'>['endedReason']>;

interface OutcomeGroup {
  id: string;
  title: string;
  /** The color of its areas in charts. */
  color: string;
  /** Color and shape of its marks. */
  tone: Tone;
}

/** Groups the reasons of an end as `src/domains/calls/state.ts` does, in the order of a column from the bottom. */
export const outcomeGroups: readonly OutcomeGroup[] = [
  { id: 'talked', title: 'Connected', color: 'var(--mantine-color-teal-7)', tone: 'good' },
  { id: 'not-reached', title: 'Not reached', color: 'var(--mantine-color-yellow-6)', tone: 'waiting' },
  { id: 'failed', title: 'Failed', color: 'var(--mantine-color-red-7)', tone: 'bad' },
  { id: 'not-dialed', title: 'Not called', color: 'var(--mantine-color-gray-5)', tone: 'neutral' },
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
  'no-audio-received': 'failed',
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

/** A call without sound from the other side counts as failed. No fault of Parley or of a vendor is known, so it is not red. */
const unheard = { color: 'var(--mantine-color-yellow-6)', tone: 'waiting' } as const;

/** Returns what an outcome means: its group. */
export function meaningOf(outcome: string): OutcomeGroup {
  const group = outcomeGroups.find(({ id }) => id === groupOf(outcome))!;
  return outcome === 'no-audio-received' ? { ...group, ...unheard } : group;
}

/** Returns the mark that shows what an outcome means. */
export function markOf(outcome: string): Pick<OutcomeGroup, 'tone' | 'title'> {
  const { tone, title } = meaningOf(outcome);
  return { tone, title };
}
