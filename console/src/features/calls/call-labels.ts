import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';
import { groupOf, meaningOf } from '../call-outcomes/index.ts';

export type Call = Schema<'Call'>;

/** Returns true for a call that rings, is in progress or is being forwarded. */
export function isLive({ status }: Pick<Call, 'status'>): boolean {
  return status === 'ringing' || status === 'in-progress' || status === 'forwarding';
}

/** A call as its outcome is shown. Readers of a shared call get neither quality nor roles. */
export type Ended = Pick<Call, 'status' | 'endedReason'> & Partial<Pick<Call, 'quality' | 'transcript'>>;

/** Returns true for an answered call in which no audio of the customer arrived. A call that moved counts its last process. */
export function isWithoutAudio({ endedReason, quality, transcript = [] }: Ended): boolean {
  if (endedReason === null || groupOf(endedReason) !== 'talked') return false;
  return quality?.packetsReceived === 0 && transcript.every(({ role }) => role !== 'user');
}

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
  if (isWithoutAudio(call)) return { word: 'no-audio-received', tone: 'bad', pulse: false };
  return { word: endedReason, tone: meaningOf(endedReason).tone, pulse: false };
}

export const callStatuses = ['queued', 'ringing', 'in-progress', 'forwarding', 'ended', 'canceled'] as const;
export const callTypes = ['inboundPhoneCall', 'outboundPhoneCall', 'webCall'] as const;
export const directionLabels: Record<Call['type'], string> = {
  inboundPhoneCall: 'Inbound',
  outboundPhoneCall: 'Outbound',
  webCall: 'Web',
};
