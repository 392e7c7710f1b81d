import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';
import { meaningOf } from '../call-outcomes/index.ts';

export type Call = Schema<'Call'>;

/** Returns true for a call that rings, is in progress or is being forwarded. */
export function isLive({ status }: Pick<Call, 'status'>): boolean {
  return status === 'ringing' || status === 'in-progress' || status === 'forwarding';
}

/** The fields of a call that its outcome is made of. */
export type Ended = Pick<Call, 'status' | 'endedReason'>;

/** Returns the reason of the end, or the state of a live call. */
export function outcomeOf(call: Ended): {
  word: string;
  tone: Tone;
  pulse: boolean;
} {
  const { status, endedReason } = call;
  if (isLive(call)) return { word: status, tone: 'busy', pulse: true };
  if (status === 'queued') return { word: status, tone: 'waiting', pulse: false };
  if (endedReason === null) return { word: status, tone: 'neutral', pulse: false };
  return { word: endedReason, tone: meaningOf(endedReason).tone, pulse: false };
}

export const callStatuses = ['queued', 'ringing', 'in-progress', 'forwarding', 'ended', 'canceled'] as const;
export const callTypes = ['inboundPhoneCall', 'outboundPhoneCall', 'webCall'] as const;
export const directionLabels: Record<Call['type'], string> = {
  inboundPhoneCall: 'Inbound',
  outboundPhoneCall: 'Outbound',
  webCall: 'Web',
};
