import { newUuid, PollingLoop } from '../../platform/kernel/index.ts';
import { adviceOn } from './refusal.ts';
import type { RunParts } from './run-parts.ts';
import { type ClaimedConnection, claimConnection, failRun } from './store.ts';

/** The most runs that one process carries out at the same time. */
const runsMax = 3;
/** How often a run that throws is tried, and the wait between. */
const failuresMax = 5;
const failedSecondsDefault = 10;

/**
 * Connects and disconnects carriers, step by step. Every process that serves the API runs one. A run is claimed for a
 * minute and the claim is extended, so the run of a process that dies is taken by another.
 */
export class CarrierRunner {
  readonly #parts: RunParts;
  readonly #loop: PollingLoop;
  readonly #abort = new AbortController();
  readonly #runs = new Set<Promise<void>>();

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#loop = new PollingLoop(
      async () => this.#runs.size < runsMax && (await this.#runNext()),
      parts.pollMs ?? 5000,
    );
  }

  start(): void {
    this.#loop.start();
  }

  /** Notes that a run waits. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops after the steps in progress. Another process goes on. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#loop.stop();
    await Promise.all(this.#runs);
  }

  /** Returns false when there is nothing to do, or nothing can be done now. */
  async #runNext(): Promise<boolean> {
    const { db, log } = this.#parts;
    if (this.#abort.signal.aborted) return false;
    const claimed = await claimConnection(db, newUuid()).catch((error: unknown) => {
      if (!this.#abort.signal.aborted) log.warn({ err: error }, 'cannot look for carriers to connect');
      return null;
    });
    if (!claimed) return false;
    const run = this.#run(claimed).finally(() => {
      this.#runs.delete(run);
      this.wake();
    });
    this.#runs.add(run);
    return true;
  }

  async #run(claimed: ClaimedConnection): Promise<void> {
    const { organizationId, carrierConnectionId } = claimed;
    try {
      // Loaded on first use: most processes connect no carrier.
      const { runConnection } = await import('./run.ts');
      await runConnection(this.#parts, claimed, this.#abort.signal);
    } catch (error) {
      this.#parts.log.error(
        { err: error, organizationId, carrierConnectionId },
        'a carrier was not connected; it is tried again',
      );
      await this.#failed(claimed);
    }
  }

  /** Ends the run that threw, after some tries with a problem. Without the database the claim runs out. */
  async #failed(claimed: ClaimedConnection): Promise<void> {
    const { db, log, retrySeconds: seconds = failedSecondsDefault } = this.#parts;
    const message = adviceOn('failed', '');
    const problem = {
      reason: 'failed',
      message,
      vendorMessage: null,
      kind: null,
      phoneNumber: null,
    } as const;
    await failRun(db, claimed, { triesMax: failuresMax, seconds, problem }).catch((error: unknown) =>
      log.warn({ err: error }, 'cannot end the run of a carrier; its claim runs out'),
    );
  }
}
