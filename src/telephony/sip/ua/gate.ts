import { type Log, RateLimiter } from '../../../platform/kernel/index.ts';
import type { SipCounters } from '../base/counters.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { Endpoint } from '../base/transport.ts';
import { notify } from '../call/call-stack.ts';
import { type Penalty, PenaltyBox } from '../guard/penalty-box.ts';
import type { SipDelegate } from './user-agent-options.ts';

/** How many INVITEs may wait for a second judgement. */
const lookingMax = 100;
/** Addresses that are named in the log as refused, a minute: forged ones must not fill it. */
const namedMax = 10;

/** Who may start something, and which of those who may not get an answer at all. */
export class Gate {
  readonly #delegate: SipDelegate;
  readonly #penalties: PenaltyBox;
  readonly #counters: SipCounters;
  readonly #log: Log;
  readonly #scheduler: Scheduler;
  readonly #namedOnce = new RateLimiter(1);
  readonly #namedAll = new RateLimiter(namedMax);
  #looking = 0;

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

  /** Whether the delegate lets this address start anything; not, when it throws. */
  admits(source: Endpoint, method: string): boolean {
    let admitted = false;
    notify(this.#log, () => {
      admitted = this.#delegate.admits(source, method);
    });
    return admitted;
  }

  /** Resolves when an INVITE of an address that is not admitted may be judged once more; null: it stands refused. */
  looksAgain(source: Endpoint): Promise<void> | null {
    if (this.#looking >= lookingMax) return null;
    let look: Promise<void> | null = null;
    notify(this.#log, () => {
      look = this.#delegate.looksAgain?.(source) ?? null;
    });
    return look === null ? null : this.#settled(look);
  }

  async #settled(look: Promise<void>): Promise<void> {
    this.#looking++;
    try {
      await look;
    } catch (error) {
      this.#log.warn({ err: error }, 'it could not be found out whether an address may call');
    } finally {
      this.#looking--;
    }
  }

  /** Notes a refusal; true when this address gets no answer, because it was refused too often before. */
  refused({ address }: Endpoint): boolean {
    if (this.#penalties.isSilenced(address)) {
      this.#counters.silenced++;
      return true;
    }
    if (this.#penalties.refused(address)) {
      this.#counters.sourcesSilenced++;
      this.#log.info({ address }, 'an address was refused too often: it gets no answer for a while');
    }
    return false;
  }

  /** Tells whoever wonders why a carrier or a telephone gets 403; each address once a minute, and few of them. */
  name({ address }: Endpoint): void {
    const nowMs = this.#scheduler.nowMs();
    if (this.#namedOnce.count(address, nowMs) > 0 || this.#namedAll.count('', nowMs) > 0) return;
    this.#log.info({ address }, 'refused an INVITE: the address is in the allowedAddresses of no trunk');
  }
}
