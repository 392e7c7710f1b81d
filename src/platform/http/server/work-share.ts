import { ApiError } from '../../kernel/index.ts';

interface WorkShareOptions {
  /** The most requests that an organization may have in progress. Others wait in its own queue. */
  perOrganization: number;
  /** The most requests of all organizations together. Default: no limit. */
  overall?: number;
  /** The most requests of an organization that may wait. Default: no limit. */
  waitingMax?: number;
  /** How long a request may wait, in milliseconds. Default: no limit. */
  waitMsMax?: number;
}

interface Waiting {
  enter(): void;
}

interface Lane {
  underWay: number;
  waiting: Waiting[];
}

/**
 * Shares expensive work between organizations. Each may have some requests in progress, and its others wait in its own
 * queue. A free slot goes to the organization with the fewest requests in progress. An organization that sends more
 * than its share delays only itself.
 */
export class WorkShare {
  readonly #options: WorkShareOptions;
  /** The organizations with requests, in the order in which free slots are offered. */
  readonly #lanes = new Map<string, Lane>();
  #underWay = 0;

  constructor(options: WorkShareOptions) {
    this.#options = options;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((count, { waiting }) => count + waiting.length, 0);
  }

  /**
   * Takes a slot if one is free. Returns the function that gives it back (idempotent), or undefined when the request
   * must wait.
   */
  enterNow(organizationId: string): (() => void) | undefined {
    const lane = this.#lanes.get(organizationId) ?? { underWay: 0, waiting: [] };
    if (lane.waiting.length > 0 || !this.#hasSlot(lane)) return undefined;
    this.#lanes.set(organizationId, lane);
    this.#take(lane);
    return this.#leaver(lane);
  }

  /**
   * Waits for a slot and takes it. Returns the function that gives it back. Rejects with a 429 when too many requests
   * wait or the wait is too long, and with the signal's reason when it aborts.
   */
  async enter(organizationId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const leave = this.enterNow(organizationId);
    if (leave) return leave;
    const lane = this.#lanes.get(organizationId) ?? { underWay: 0, waiting: [] };
    this.#lanes.set(organizationId, lane);
    await this.#wait(lane, signal);
    return this.#leaver(lane);
  }

  #leaver(lane: Lane): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      lane.underWay--;
      this.#underWay--;
      this.#offer();
    };
  }

  #hasSlot({ underWay }: Lane): boolean {
    const { perOrganization, overall = Number.POSITIVE_INFINITY } = this.#options;
    return underWay < perOrganization && this.#underWay < overall;
  }

  #take(lane: Lane): void {
    lane.underWay++;
    this.#underWay++;
  }

  #wait(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    const { perOrganization, waitingMax = Number.POSITIVE_INFINITY, waitMsMax } = this.#options;
    if (lane.waiting.length >= waitingMax) {
      throw busy(
        `The organization has ${perOrganization} requests of this kind in progress, and ${waitingMax} more are waiting`,
      );
    }
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        lane.waiting.splice(lane.waiting.indexOf(one), 1);
        this.#offer();
        reject(reason);
      };
      const onAbort = () => leave(signal!.reason);
      const timer =
        waitMsMax === undefined
          ? undefined
          : setTimeout(
              () => leave(busy(`The request waited ${waitMsMax / 1000} s for others of the organization`)),
              waitMsMax,
            );
      const one: Waiting = {
        enter() {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort);
      lane.waiting.push(one);
    });
  }

  /**
   * Gives free slots to waiting requests: to the organization with the fewest in progress, alternating between equals.
   */
  #offer(): void {
    for (;;) {
      let next: [string, Lane] | undefined;
      for (const [organizationId, lane] of this.#lanes) {
        if (lane.waiting.length === 0) {
          if (lane.underWay === 0) this.#lanes.delete(organizationId);
        } else if (this.#hasSlot(lane) && lane.underWay < (next?.[1].underWay ?? Number.POSITIVE_INFINITY)) {
          next = [organizationId, lane];
        }
      }
      if (!next) return;
      const [organizationId, lane] = next;
      this.#take(lane);
      lane.waiting.shift()!.enter();
      this.#lanes.delete(organizationId);
      this.#lanes.set(organizationId, lane);
    }
  }
}

function busy(words: string): ApiError {
  return new ApiError(429, 'organization.busy', `${words}; try again later.`, {
    // The body is left unread.
    headers: { 'retry-after': '5', connection: 'close' },
  });
}
