import { type Log, RateLimiter } from '../../../platform/kernel/index.ts';
import type { SipCounters } from '../base/counters.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { Endpoint } from '../base/transport.ts';
import { notify } from '../call/call-stack.ts';
import { type Penalty, PenaltyBox } from '../guard/penalty-box.ts';
import type { SipDelegate } from './user-agent-options.ts';

/** The most INVITEs that may wait for a second admission check. */
const recheckingMax = 100;
/** The most rejected addresses that are logged in a minute, so that spoofed ones do not fill the log. */
const loggedMax = 10;

/** Decides which sources may start a dialog, and which rejected ones get no response at all. */
export class Gate {
  readonly #delegate: SipDelegate;
  readonly #penalties: PenaltyBox;
  readonly #counters: SipCounters;
  readonly #log: Log;
  readonly #scheduler: Scheduler;
  readonly #loggedByAddress = new RateLimiter(1);
  readonly #loggedInTotal = new RateLimiter(loggedMax);
  #rechecking = 0;

  constructor(
    options: { delegate: SipDelegate; penalty: Penalty; log: Log },
    counters: SipCounters,
    scheduler: Scheduler,
  ) {
    this.#delegate = options.delegate;
    this.#penalties = new PenaltyBox(options.penalty, scheduler);
    this.#counters = counters;
    this.#log = options.log;
    this.#scheduler = scheduler;
  }

  /** Returns whether the delegate admits this address; false when it throws. */
  admits(source: Endpoint, method: string): boolean {
    let admitted = false;
    notify(this.#log, () => {
      admitted = this.#delegate.admits(source, method);
    });
    return admitted;
  }

  /**
   * Resolves when an INVITE from an address that is not admitted may be checked once more; `null` to reject
   * it now.
   */
  recheck(source: Endpoint): Promise<void> | null {
    if (this.#rechecking >= recheckingMax) return null;
    let check: Promise<void> | null = null;
    notify(this.#log, () => {
      check = this.#delegate.recheck?.(source) ?? null;
    });
    return check === null ? null : this.#settled(check);
  }

  async #settled(check: Promise<void>): Promise<void> {
    this.#rechecking++;
    try {
      await check;
    } catch (error) {
      this.#log.warn({ err: error }, 'could not check whether an address may call');
    } finally {
      this.#rechecking--;
    }
  }

  /**
   * Counts a rejection; true when this address gets no response, because it was rejected too often before.
   */
  refused({ address }: Endpoint): boolean {
    if (this.#penalties.isSilenced(address)) {
      this.#counters.silenced++;
      return true;
    }
    if (this.#penalties.refused(address)) {
      this.#counters.sourcesSilenced++;
      this.#log.info({ address }, 'an address was refused too often and gets no responses for a while');
    }
    return false;
  }

  /** Logs why a carrier or a phone gets 403: each address once a minute, and few of them. */
  logRefusal({ address }: Endpoint): void {
    const nowMs = this.#scheduler.nowMs();
    if (this.#loggedByAddress.count(address, nowMs) > 0 || this.#loggedInTotal.count('', nowMs) > 0) return;
    this.#log.info({ address }, 'refused an INVITE: the address is in the allowedAddresses of no trunk');
  }
}
