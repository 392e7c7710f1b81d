import { open, rm } from 'node:fs/promises';
import {
  type CallKey,
  dropRecordingSlices,
  putRecordingSlice,
  recordingSlice,
} from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay } from '../../../platform/kernel/index.ts';
import { wavHeader, wavHeaderBytes } from '../../../telephony/media/index.ts';

const sliceBytes = 1024 * 1024;
const lookEveryMs = 200;

/** Sends the recording of a moved call, whose file is complete, to the process that has the call. Removes the file. */
export async function sendRecording(db: Database, call: CallKey, { path }: { path: string }): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const total = Math.max(size - wavHeaderBytes, 0);
    for (let part = 0, at = 0; part === 0 || at < total; part++) {
      const samples = Buffer.alloc(Math.min(sliceBytes, total - at));
      if (samples.length > 0) await file.read(samples, 0, samples.length, wavHeaderBytes + at);
      at += samples.length;
      await putRecordingSlice(db, call, { part, isLast: at >= total, samples });
    }
  } finally {
    await file.close();
  }
  await rm(path, { force: true });
}

interface ReceivedPart {
  path: string;
  bytesMax: number;
  withinMs: number;
  /** The sample rate when nothing follows, so that no recorder writes the header; otherwise `null`. */
  wholeAtHz: number | null;
}

/**
 * Writes the recording up to the move into the file at `path`, which has silence there. The recorder writes behind it at the
 * same time. Rejects when it has not arrived within `withinMs`.
 */
export async function receiveRecording(
  db: Database,
  call: CallKey,
  { path, bytesMax, withinMs, wholeAtHz }: ReceivedPart,
): Promise<void> {
  const untilMs = performance.now() + withinMs;
  const file = await open(path, 'r+');
  try {
    for (let part = 0, at = 0; ; part++) {
      let slice = await recordingSlice(db, call, part);
      while (!slice) {
        if (performance.now() > untilMs) throw new Error('the recording up to the move did not arrive');
        await delay(lookEveryMs);
        slice = await recordingSlice(db, call, part);
      }
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
  }
  await dropRecordingSlices(db, call);
}
