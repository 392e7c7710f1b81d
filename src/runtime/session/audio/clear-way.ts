import { rm } from 'node:fs/promises';
import { makeFolder, toError } from '../../../platform/kernel/index.ts';
import { RecordingError } from '../../../telephony/media/index.ts';

/** Makes the folder of recordings, and removes what is in the way of one at `path`. Throws a RecordingError. */
export async function clearWay(folder: string, path: string): Promise<void> {
  try {
    await makeFolder(folder);
    // What an attempt left behind that came to nothing: an answered call is never dialed again.
    await rm(path, { force: true });
  } catch (error) {
    throw new RecordingError(toError(error).message);
  }
}
