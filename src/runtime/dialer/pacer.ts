import { organizationsToPace, refreshAllowances } from '../../domains/campaigns/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import { type Log, PollingLoop } from '../../platform/kernel/index.ts';

const lookEveryMs = 1000;

interface PacerOptions {
  db: Database;
  log: Log;
  /** Wakes the dialers when calls may be dialed. */
  notifier: Pick<Notifier, 'notify'>;
}

/**
 * Refreshes once a second how many calls the campaigns of teams may dial. Every process that dials has one. They take turns
 * as it happens, and when one dies the others go on.
 */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #loop = new PollingLoop(() => this.#look(), lookEveryMs);

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #look(): Promise<boolean> {
    const { db, log, notifier } = this.#options;
    try {
      const organizations = await organizationsToPace(db);
      const allowed = await Promise.all(organizations.map((id) => this.#refresh(id)));
      if (allowed.some((calls) => calls > 0)) notifier.notify('parley_calls');
    } catch (error) {
      log.error({ err: error }, 'cannot find the organizations to dial for; the next look is in a second');
    }
    return false;
  }

  /** Logs a failure, so that it affects no other organization. Its campaigns stop dialing when their allowances are void. */
  async #refresh(organizationId: string): Promise<number> {
    const { db, log } = this.#options;
    try {
      return await refreshAllowances(db, organizationId);
    } catch (error) {
      log.error({ err: error, organizationId }, 'cannot decide how many calls to dial for teams');
      return 0;
    }
  }
}
