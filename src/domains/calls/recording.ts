import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReadScope } from '../../platform/audit/index.ts';
import { type ByteRange, filePart, type StreamedBody } from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import type { ObjectStore } from '../../platform/object-store/index.ts';
import { getCallRow } from './read.ts';

/** The stores of recordings: the folder of this machine, and the object store, if there is one. */
export interface RecordingPlaces {
  recordingsDir: string;
  recordingStore: ObjectStore | null;
}

/** Returns the name of a recording in the object store. */
export function recordingKey(organizationId: string, callId: string): string {
  return `${organizationId}/${callId}.wav`;
}

/**
 * The endings of a recording's file on a machine. While a call moves, its old process has `moved` and its new one `taking`,
 * because both may use one folder.
 */
export const recordingEndings = ['wav', 'moved', 'taking'] as const;

const onOtherMachine =
  'The recording of this call is not on this machine. It is on the machine that carried the call, unless it was lost there. Set an object store (PARLEY_RECORDINGS_S3_ENDPOINT) on all processes, so that every API process can read recordings.';

interface Found {
  size: number;
  read: (range: ByteRange) => Readable | Promise<Readable>;
}

/**
 * Returns the recording of a call as audio/wav, or the part that `range` asks for. Throws a 404 without a recording, a
 * 416 for a part beyond its end, and a 503 when the object store cannot be reached.
 */
export async function readRecording(
  scope: ReadScope & RecordingPlaces & { range?: string | undefined },
  callId: string,
): Promise<StreamedBody> {
  // A recording may move to the store after its row was read and before its file is opened. Reading the row again finds
  // it.
  const found = (await find(scope, callId)) ?? (await find(scope, callId));
  if (found === null) throw notFound(onOtherMachine);
  if (found === 'none' || found.size === 0) throw notFound('This call has no recording.');
  const file = {
    contentType: 'audio/wav',
    name: `${callId}.wav`,
    size: found.size,
    read: (range: ByteRange) => reached(async () => found.read(range)),
  };
  return filePart(file, scope.range);
}

/** Returns `null` when the call has a recording, but its file is not in the folder of this machine. */
async function find(scope: ReadScope & RecordingPlaces, callId: string): Promise<Found | 'none' | null> {
  const call = await getCallRow(scope, callId);
  if (call.recording_file === null) return 'none';
  if (call.recording_store === 's3') return findInStore(scope.recordingStore, call.organization_id, callId);
  // The row holds a name that Parley made. Only its last part is used as a path.
  const path = join(scope.recordingsDir, call.recording_file.split('/').at(-1)!);
  const file = await stat(path).catch(() => null);
  return (
    file && { size: file.size, read: ({ start, end }) => createReadStream(path, { start, end: end - 1 }) }
  );
}

async function findInStore(
  store: ObjectStore | null,
  organizationId: string,
  callId: string,
): Promise<Found> {
  if (!store) throw unavailable('The recording is in an object store, and this process has none set up.');
  const key = recordingKey(organizationId, callId);
  const size = await reached(() => store.size(key));
  return { size, read: ({ start, end }) => store.read(key, start, end) };
}

async function reached<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw unavailable('The store of this recording cannot be reached. Try again later.', error);
  }
}

function notFound(message: string): ApiError {
  return new ApiError(404, 'recording.not_found', message);
}

function unavailable(message: string, cause?: unknown): ApiError {
  const headers = { 'retry-after': '5' };
  return Object.assign(new ApiError(503, 'recording.store_unavailable', message, { headers }), { cause });
}
