import { expect, it } from 'vitest';
import type { SessionSummary } from '../../../telephony/media/index.ts';
import { notesOfMedia, recordOfMedia } from './media-record.ts';

const quality: SessionSummary['quality'] = {
  packetsLost: 1,
  lossPercent: 1,
  jitterMs: 2,
  bufferDelayMs: 40,
  packetsLate: 0,
  concealedMs: 20,
  rttMs: 30,
  mosListening: 4.2,
  mosRemote: null,
};
const summary = (recording: Partial<NonNullable<SessionSummary['recording']>> | null): SessionSummary => ({
  packetsSent: 100,
  packetsReceived: 99,
  packetsLost: 1,
  earlyMs: 0,
  quality,
  recording: recording && { path: '/r/call.wav', durationMs: 2000, lostMs: 0, error: null, ...recording },
});

it('keeps the counts, and notes nothing about a complete recording or none', () => {
  for (const recording of [{}, null]) {
    expect(recordOfMedia(summary(recording))).toEqual({
      quality: { packetsSent: 100, packetsReceived: 99, ...quality },
      notes: [],
    });
  }
});

it('notes audio before the answer, with and without an answer', () => {
  const message =
    'For 7.2 s audio came before the answer (a ringing tone or an announcement); it is not recorded.';
  const early = { ...summary(null), earlyMs: 7240 };
  expect(recordOfMedia(early).notes).toEqual([{ reason: 'early-media', message }]);
  expect(notesOfMedia(early)).toEqual([{ reason: 'early-media', message }]);
});

it('notes the missing part of a recording and its reason', () => {
  const { notes } = recordOfMedia(summary({ lostMs: 1240 }));
  const message = '1.24 s of the recording are missing: the disk was too slow.';
  expect(notes).toEqual([{ reason: 'recording-incomplete', message }]);
  const full = recordOfMedia(summary({ lostMs: 3000, error: 'ENOSPC: no space left on device, write' }));
  expect(full.notes?.[0]?.message).toBe(
    '3.00 s of the recording are missing: ENOSPC: no space left on device, write.',
  );
});
