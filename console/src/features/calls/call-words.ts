import type { Schema } from '../../api/index.ts';
import type { Tone } from '../../ui/index.ts';

export type Call = Schema<'Call'>;

/** The ends that went as they should. */
const goodEnds = new Set(['assistant-ended-call', 'customer-ended-call', 'assistant-forwarded-call']);
const badEnds = new Set([
  'trunk-rejected',
  'trunk-unreachable',
  'provider-error',
  'worker-lost',
  'unknown-outcome',
  'number-invalid',
]);

/** Whether it goes on at this moment: somebody is, or may soon be, on the line. */
export function isLive({ status }: Pick<Call, 'status'>): boolean {
  return status === 'ringing' || status === 'in-progress' || status === 'forwarding';
}

/** What a call came to in a word: the reason of its end, or where it stands. */
export function outcomeOf(call: Pick<Call, 'status' | 'endedReason'>): {
  word: string;
  tone: Tone;
  pulse: boolean;
} {
  const { status, endedReason } = call;
  if (isLive(call)) return { word: status, tone: 'busy', pulse: true };
  if (status === 'queued') return { word: status, tone: 'waiting', pulse: false };
  const word = endedReason ?? status;
  const tone = goodEnds.has(word) ? 'good' : badEnds.has(word) ? 'bad' : 'neutral';
  return { word, tone, pulse: false };
}

/** How long somebody spoke with the agent, in milliseconds; null: nobody did. */
export function talkedMs(call: Pick<Call, 'startedAt' | 'endedAt'>, nowMs: number): number | null {
  if (call.startedAt === null) return null;
  const endMs = call.endedAt === null ? nowMs : Date.parse(call.endedAt);
  return Math.max(0, endMs - Date.parse(call.startedAt));
}

export const callStatuses = ['queued', 'ringing', 'in-progress', 'forwarding', 'ended', 'canceled'] as const;
export const callTypes = ['inboundPhoneCall', 'outboundPhoneCall', 'webCall'] as const;
export const directionWords: Record<Call['type'], string> = {
  inboundPhoneCall: 'Inbound',
  outboundPhoneCall: 'Outbound',
  webCall: 'Web',
};
