import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadScope } from '../audit/index.ts';
import { StreamedBody } from '../http/index.ts';
import { ApiError } from '../kernel/index.ts';
import { getCallRow } from './get.ts';

/** The recording of a call as audio/wav; 404 when there is none (yet). */
export async function readRecording(
  scope: ReadScope & { recordingsDir: string },
  callId: string,
): Promise<StreamedBody> {
  const call = await getCallRow(scope, callId);
  // The name in the row is one we made; only its last part is ever used as a path.
  const name = call.recording_file?.split('/').at(-1);
  const path = name === undefined ? null : join(scope.recordingsDir, name);
  const size =
    path === null
      ? 0
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
  if (path === null || size === 0) {
    throw new ApiError(404, 'recording.not_found', 'This call has no recording.');
  }
  return new StreamedBody('audio/wav', createReadStream(path, { end: size - 1 }), {
    'content-length': String(size),
    'content-disposition': `inline; filename="${callId}.wav"`,
  });
}
