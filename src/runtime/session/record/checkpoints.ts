import type { CallProgress, Checkpoint, HeldCall } from '../../../domains/calls/index.ts';
import { delay, type Log } from '../../../platform/kernel/index.ts';

interface CheckpointsOptions {
  write: (checkpoints: Checkpoint[]) => Promise<unknown>;
  log: Log;
}

/** Changes within this time are written together. */
const gatherMs = 500;
/** Maximum calls of one statement, because conversations may be long. */
const callsMax = 50;

/**
 * Stores the progress of this process's conversations soon after it happens, so that the record of a killed process ends
 * with the last words. One write at a time stores the changed calls, up to `callsMax`.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  /** Changes to write by call, the oldest first. */
  readonly #changed = new Map<string, { call: HeldCall; read: () => CallProgress }>();
  /** The calls of the write in progress that have not ended meanwhile. */
  #inProgress = new Map<string, { call: HeldCall; read: () => CallProgress }>();
  readonly #abort = new AbortController();
  #writing: Promise<void> | null = null;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** Marks a call as changed. `read` is called when it is written. */
  mark(call: HeldCall, read: () => CallProgress): void {
    if (this.#abort.signal.aborted) return;
    this.#changed.set(call.callId, { call, read });
    this.#writing ??= this.#write();
  }

  /** Drops a call that has ended, because its end stores everything. */
  forget(callId: string): void {
    this.#changed.delete(callId);
    this.#inProgress.delete(callId);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { signal } = this.#abort;
    await delay(gatherMs, signal);
    while (this.#changed.size > 0 && !signal.aborted) {
      const batch = [...this.#changed.values()].slice(0, callsMax);
      this.#inProgress = new Map(batch.map((one) => [one.call.callId, one]));
      for (const { call } of batch) this.#changed.delete(call.callId);
      let isFailed = false;
      try {
        await this.#options.write(
          batch.map(({ call: { organizationId, callId }, read }) => ({ organizationId, callId, ...read() })),
        );
      } catch (error) {
        isFailed = true;
        // Written again, unless the call has ended or changed since.
        for (const [callId, one] of this.#inProgress)
          if (!this.#changed.has(callId)) this.#changed.set(callId, one);
        this.#options.log.warn(
          { err: error, calls: batch.length },
          'cannot store the progress of conversations',
        );
      }
      this.#inProgress.clear();
      if (isFailed || this.#changed.size < callsMax) await delay(gatherMs, signal);
    }
    this.#writing = null;
  }
}
