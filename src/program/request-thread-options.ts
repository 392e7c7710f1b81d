import type { LogLevel } from '../platform/kernel/index.ts';

/** What the thread for expensive requests is started with. */
export interface RequestThreadOptions {
  connectionString: string;
  secret: string;
  /** Where the secret key is kept, to be read again when it was rotated; null: it came from the environment. */
  secretFile: string | null;
  egressAllow: readonly string[];
  recordingsDir: string;
  logLevel: LogLevel;
}

/** Of the memory in which the thread counts the rounds of its event loop that it was able to begin. */
export const beatsBytes = Int32Array.BYTES_PER_ELEMENT;

export interface RequestThreadData extends RequestThreadOptions {
  beats: SharedArrayBuffer;
}
