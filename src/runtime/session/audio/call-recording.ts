import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, makeFolder, toError } from '../../../platform/kernel/index.ts';
import { type MediaSession, RecordingError } from '../../../telephony/media/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';

/** The recording file of one call, in the folder of recordings. */
export class CallRecording {
  readonly #environment: Pick<CallEnvironment, 'recordingsDir' | 'recordingShortage'>;
  readonly #log: Log;
  readonly #name: string;
  #file: string | null = null;
  /** The name of the file now. It differs from `file` while another process may have a file of that name. */
  #nameNow: string;

  constructor(
    environment: Pick<CallEnvironment, 'recordingsDir' | 'recordingShortage'>,
    callId: string,
    log: Log,
  ) {
    this.#environment = environment;
    this.#log = log;
    this.#name = `${callId}.wav`;
    this.#nameNow = this.#name;
  }

  /** The path of the file now. */
  get path(): string {
    return join(this.#environment.recordingsDir, this.#nameNow);
  }

  /** Gives the file another ending than `.wav`, or `.wav` again. Its recording goes on. */
  async rename(ending: 'moved' | 'taking' | 'wav'): Promise<void> {
    const before = this.path;
    this.#nameNow = this.#name.replace(/wav$/, ending);
    if (this.#file !== null && this.path !== before) await rename(before, this.path);
  }

  /** The name of the file, or `null` when the call is not recorded. */
  get file(): string | null {
    return this.#file;
  }

  /**
   * Opens a session with a recording. When the disk is nearly full, or the file cannot be made, opens a session without one
   * and calls `onUnrecorded` with the reason. Rejects when no session can be opened.
   */
  async open(
    openSession: (recordingPath: string | null) => Promise<MediaSession>,
    onUnrecorded: (why: string) => void,
  ): Promise<MediaSession> {
    const shortage = this.#environment.recordingShortage();
    if (shortage !== null) {
      onUnrecorded(shortage);
      return openSession(null);
    }
    try {
      return await this.#openRecorded(openSession);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      this.#log.error({ err: error }, 'cannot start a recording; the call continues without it');
      await this.remove();
      this.#file = null;
      onUnrecorded(error.message);
      return openSession(null);
    }
  }

  /** Removes the file, if there is one. */
  async remove(): Promise<void> {
    if (this.#file === null) return;
    await rm(this.path, { force: true }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'cannot remove an empty recording'),
    );
  }

  /** Opens the session. If the file cannot be made, makes the folder, removes an old file, and tries again. */
  async #openRecorded(openSession: (path: string) => Promise<MediaSession>): Promise<MediaSession> {
    const folder = this.#environment.recordingsDir;
    this.#file = this.#name;
    const { path } = this;
    try {
      return await openSession(path);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
    }
    try {
      await makeFolder(folder);
      // An attempt that was not answered may have left a file. An answered call is never dialed again.
      await rm(path, { force: true });
    } catch (error) {
      throw new RecordingError(toError(error).message);
    }
    return openSession(path);
  }
}
