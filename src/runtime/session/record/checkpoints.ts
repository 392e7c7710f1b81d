import type { CallProgress, Checkpoint, HeldCall } from '../../../domains/calls/index.ts';
import { delay, type Log } from '../../../platform/kernel/index.ts';

interface CheckpointsOptions {
  write: (checkpoints: Checkpoint[]) => Promise<unknown>;
  log: Log;
}

/** What comes within this is written together. */
const gatherMs = 500;
/** Calls of one statement: their conversations may be long. */
const callsMax = 50;

/**
 * Writes down, soon after it was said, how far the conversations of this process have come: once for all that has
 * changed meanwhile, so that a record whose process is killed ends with its last words. At most one write is under way.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  /** What is to be written, by call; the oldest first. */
  readonly #changed = new Map<string, { call: HeldCall; read: () => CallProgress }>();
  readonly #abort = new AbortController();
  #writing: Promise<void> | null = null;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** More was said in a call; `read` is called when it is written. */
  mark(call: HeldCall, read: () => CallProgress): void {
    if (this.#abort.signal.aborted) return;
    this.#changed.set(call.callId, { call, read });
    this.#writing ??= this.#write();
  }

  /** The call is over: its end says all that was said. */
  forget(callId: string): void {
    this.#changed.delete(callId);
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
      for (const { call } of batch) this.#changed.delete(call.callId);
      try {
        await this.#options.write(
          batch.map(({ call: { organizationId, callId }, read }) => ({ organizationId, callId, ...read() })),
        );
      } catch (error) {
        // What is said next is written with all before it.
        this.#options.log.warn(
          { err: error, calls: batch.length },
          'conversations could not be written down',
        );
      }
      if (this.#changed.size < callsMax) await delay(gatherMs, signal);
    }
    this.#writing = null;
  }
}
