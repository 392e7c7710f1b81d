import type { LogLevel } from '../platform/kernel/index.ts';

/** The options of the thread for expensive requests. */
export interface RequestThreadOptions {
  connectionString: string;
  secret: string;
  /** The file of the secret key, which is read again after a rotation; `null` when the environment gives the key. */
  secretFile: string | null;
  egressAllow: readonly string[];
  recordingsDir: string;
  logLevel: LogLevel;
}

/** The size of the shared memory in which the thread counts its heartbeats, in bytes. */
export const beatsBytes = Int32Array.BYTES_PER_ELEMENT;

export interface RequestThreadData extends RequestThreadOptions {
  beats: SharedArrayBuffer;
}
