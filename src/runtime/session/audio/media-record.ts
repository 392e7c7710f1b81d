import type { CallEnd } from '../../../domains/calls/index.ts';
import { histogram } from '../../../platform/kernel/index.ts';
import type { Recording, SessionSummary } from '../../../telephony/media/index.ts';

const opinion = histogram(
  'parley_call_mos',
  'Mean opinion score of answered calls, by who heard the audio',
  ['side'],
  [1.5, 2, 2.5, 3, 3.3, 3.6, 3.8, 4, 4.1, 4.2, 4.3, 4.4],
);
const loss = histogram(
  'parley_call_packet_loss_ratio',
  'Share of the RTP packets of an answered call that never arrived',
  [],
  [0, 0.001, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5],
);

/** Returns the record of an answered call's audio: its quality, and notes on missing parts of the recording. */
export function recordOfMedia(summary: SessionSummary): Pick<CallEnd, 'quality' | 'notes'> {
  const { quality, packetsSent, packetsReceived, recording } = summary;
  const notes = [...notesOfMedia(summary), ...(recording === null ? [] : incompleteness(recording))];
  return { quality: { packetsSent, packetsReceived, ...quality }, notes };
}

/** Returns the notes on the audio of any call, answered or not. */
export function notesOfMedia({ earlyMs }: SessionSummary): NonNullable<CallEnd['notes']> {
  if (earlyMs === 0) return [];
  const message = `For ${(earlyMs / 1000).toFixed(1)} s audio came before the answer (a ringing tone or an announcement); it is not recorded.`;
  return [{ reason: 'early-media', message }];
}

/** Adds the audio of an answered call that is over to the metrics. */
export function observeQuality({ quality, packetsReceived }: SessionSummary): void {
  const { mosListening, mosRemote, lossPercent } = quality;
  if (mosListening !== null) opinion.observe({ side: 'agent' }, mosListening);
  if (mosRemote !== null) opinion.observe({ side: 'customer' }, mosRemote);
  if (packetsReceived > 0) loss.observe(lossPercent / 100);
}

function incompleteness({ error, lostMs }: Recording): NonNullable<CallEnd['notes']> {
  if (error === null && lostMs === 0) return [];
  const lost = `${(lostMs / 1000).toFixed(2)} s of the recording are missing`;
  const message = error === null ? `${lost}: the disk was too slow.` : `${lost}: ${error}.`;
  return [{ reason: 'recording-incomplete', message }];
}
