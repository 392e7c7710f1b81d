import { delay } from '../../../platform/kernel/index.ts';
import type { StopCause } from '../signalling/sip-outcome.ts';
import type { LiveCall } from './live-call.ts';

const checkEveryMs = 50;

/** The live calls of one process, by id. */
export class LiveCalls {
  readonly #calls = new Map<string, LiveCall>();

  get size(): number {
    return this.#calls.size;
  }

  get(callId: string): LiveCall | undefined {
    return this.#calls.get(callId);
  }

  values(): Iterable<LiveCall> {
    return this.#calls.values();
  }

  add(live: LiveCall): void {
    this.#calls.set(live.held.callId, live);
  }

  /** Removes a call that is over, unless another has taken its place: a call that came back to this process. */
  forget(live: LiveCall): void {
    if (this.#calls.get(live.held.callId) === live) this.#calls.delete(live.held.callId);
  }

  /** Returns what a member can hear of a call and do with it, or `null` when this process does not carry it. */
  audible(organizationId: string, callId: string) {
    const live = this.#calls.get(callId);
    if (!live?.isCarried || live.held.organizationId !== organizationId) return null;
    return { session: live.audio.session, gone: live.gone, takeOver: live.takeOver };
  }

  /** Stops all calls, except suspended ones: another process may have them. */
  stop(cause: StopCause): void {
    for (const live of this.#calls.values()) if (!live.handover.isSuspended) live.stop(cause);
  }

  endRecordings(why: string): void {
    for (const live of this.#calls.values()) live.audio.endRecording(why);
  }

  /** Waits at most `boundMs` until there are no live calls. `others` returns the number of calls that count besides. */
  async over(boundMs: number, others: () => number): Promise<void> {
    const untilMs = performance.now() + boundMs;
    while (this.size + others() > 0 && performance.now() < untilMs) await delay(checkEveryMs);
  }
}
