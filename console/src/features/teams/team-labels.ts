import type { Schema } from '../../api/index.ts';
import type { Tone } from '../../ui/index.ts';

export type Team = Schema<'Team'>;
type MemberState = Schema<'Presence'>['state'];

export const stateLabels: Record<MemberState, { status: string; tone: Tone }> = {
  available: { status: 'available', tone: 'good' },
  busy: { status: 'on a call', tone: 'busy' },
  wrapUp: { status: 'wrap-up', tone: 'waiting' },
  away: { status: 'away', tone: 'neutral' },
};

export const callLabels: Record<'waiting' | 'offered' | 'answered', { status: string; tone: Tone }> = {
  waiting: { status: 'waiting', tone: 'waiting' },
  offered: { status: 'ringing', tone: 'busy' },
  answered: { status: 'answered', tone: 'good' },
};

/** The windows of figures, by their minutes. */
export const windows = [
  { value: '60', label: 'Last hour' },
  { value: '1440', label: 'Last 24 hours' },
  { value: '10080', label: 'Last 7 days' },
  { value: '43200', label: 'Last 30 days' },
];
