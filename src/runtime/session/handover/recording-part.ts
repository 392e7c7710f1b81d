import { open, rm } from 'node:fs/promises';
import {
  type CallKey,
  dropRecordingSlices,
  putRecordingSlice,
  recordingSlice,
} from '../../../domains/calls/index.ts';
import type { Queryable } from '../../../platform/db/index.ts';
import { delay } from '../../../platform/kernel/index.ts';
import { wavHeader, wavHeaderBytes } from '../../../telephony/media/index.ts';

const sliceBytes = 1024 * 1024;
const lookEveryMs = 200;
const sendAgainMs = 500;

/**
 * Sends the recording of a moved call, whose file is complete, to the process that has the call. Removes the file. A slice
 * that the database does not take is sent again until the signal aborts; then rejects.
 */
export async function sendRecording(
  db: Queryable,
  call: CallKey,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const total = Math.max(size - wavHeaderBytes, 0);
    for (let part = 0, at = 0; part === 0 || at < total; part++) {
      const samples = Buffer.alloc(Math.min(sliceBytes, total - at));
      if (samples.length > 0) await file.read(samples, 0, samples.length, wavHeaderBytes + at);
      at += samples.length;
      await sendSlice(db, call, { part, isLast: at >= total, samples }, signal);
    }
  } finally {
    await file.close();
  }
  await rm(path, { force: true });
}

async function sendSlice(
  db: Queryable,
  call: CallKey,
  slice: Parameters<typeof putRecordingSlice>[2],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      await putRecordingSlice(db, call, slice);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      await delay(sendAgainMs, signal);
    }
  }
}

interface ReceivedPart {
  path: string;
  bytesMax: number;
  /** The longest wait for the next slice. */
  withinMs: number;
  /** The sample rate when nothing follows, so that no recorder writes the header; otherwise `null`. */
  wholeAtHz: number | null;
  signal: AbortSignal;
}

/**
 * Writes the recording up to the move into the file at `path`, which has silence there. The recorder writes behind it at the
 * same time. Rejects when a slice does not arrive within `withinMs`, and when the signal aborts.
 */
export async function receiveRecording(
  db: Queryable,
  call: CallKey,
  { path, bytesMax, withinMs, wholeAtHz, signal }: ReceivedPart,
): Promise<void> {
  const file = await open(path, 'r+');
  try {
    for (let part = 0, at = 0; ; part++) {
      const slice = await sliceWithin(db, call, { part, withinMs, signal });
      // The old process recorded until the new one had begun.
      const samples = slice.samples.subarray(0, Math.max(bytesMax - at, 0));
      if (samples.length > 0) await file.write(samples, 0, samples.length, wavHeaderBytes + at);
      at += slice.samples.length;
      if (!slice.isLast) continue;
      if (wholeAtHz !== null)
        await file.write(wavHeader(2, wholeAtHz, Math.min(at, bytesMax)), 0, wavHeaderBytes, 0);
      break;
    }
  } finally {
    await file.close();
    // What cannot be removed now, upkeep removes after a day.
    await dropRecordingSlices(db, call).catch(() => undefined);
  }
}

/** Waits for a slice, also while the database is away. */
async function sliceWithin(
  db: Queryable,
  call: CallKey,
  { part, withinMs, signal }: { part: number; withinMs: number; signal: AbortSignal },
): Promise<{ samples: Buffer; isLast: boolean }> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const slice = await recordingSlice(db, call, part).catch(() => null);
    if (slice) return slice;
    if (signal.aborted) throw new Error('the process stopped before they had arrived');
    if (performance.now() > untilMs) throw new Error('the old process did not send them');
    await delay(lookEveryMs, signal);
  }
}
