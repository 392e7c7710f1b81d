import {
  heldCallIds,
  recordingPauseRequests,
  stopRequests,
  waitingCommands,
} from '../../../domains/calls/index.ts';
import { delay } from '../../../platform/kernel/index.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import type { LiveCalls } from './live-calls.ts';

/** Interval of reading requests to stop calls without a notification. */
const requestsEveryMs = 250;
/** Interval in which the process checks that its calls are still its own. */
const ownershipEveryMs = 5000;

interface CallWatchOptions extends Pick<CallEnvironment, 'db' | 'log' | 'isDatabaseKnown'> {
  nodeId: string;
  /** The live calls of this process, by id. */
  calls: LiveCalls;
}

/**
 * Reads from the database what live calls must do: stop, pause their recordings, carry out commands, or go because another
 * has settled them.
 */
export class CallWatch {
  readonly #options: CallWatchOptions;
  #wake: () => void = () => undefined;

  constructor(options: CallWatchOptions) {
    this.#options = options;
  }

  /** Watches until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#readRequests(signal), this.#checkOwnership(signal)]);
  }

  /** Reads requests now. */
  wake(): void {
    this.#wake();
  }

  async #readRequests(signal: AbortSignal): Promise<void> {
    const { db, nodeId, log, calls } = this.#options;
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop, { once: true });
    while (!signal.aborted) {
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      try {
        if (calls.size > 0) {
          const [stops, pauses, commands] = await Promise.all([
            stopRequests(db, nodeId),
            recordingPauseRequests(db, nodeId),
            waitingCommands(db, nodeId),
          ]);
          for (const { callId, cause } of stops) calls.get(callId)?.stop(cause);
          for (const pause of pauses) calls.get(pause.callId)?.audio.pauseRecording(pause);
          for (const command of commands) calls.get(command.callId)?.control.take(command);
        }
      } catch (error) {
        log.warn({ err: error }, 'the requests to stop calls could not be read');
      }
      if (!signal.aborted) await delay(requestsEveryMs, wait.signal);
    }
  }

  async #checkOwnership(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(ownershipEveryMs, signal);
      await this.#stopLostCalls();
    }
  }

  /**
   * Stops calls that another process has settled, because it considered this one dead. A separate method, so that the loop
   * keeps no reference to finished calls.
   */
  async #stopLostCalls(): Promise<void> {
    const { db, nodeId, log, calls, isDatabaseKnown } = this.#options;
    // A call that is suspended now may be another's when the calls are read, and this one's again after that.
    const carried = [...calls.values()].filter((live) => !live.handover.isSuspended);
    if (carried.length === 0) return;
    try {
      const held = await heldCallIds(db, nodeId);
      // After a failover the records of live calls may be lost until they are written back.
      if (!(await isDatabaseKnown())) return;
      // A call that is ending may be off the record already. Stopping it has no effect.
      for (const live of carried)
        if (!held.has(live.held.callId) && !live.handover.isSuspended) live.stop('taken-over');
    } catch (error) {
      log.warn({ err: error }, 'the calls of this process could not be read');
    }
  }
}
