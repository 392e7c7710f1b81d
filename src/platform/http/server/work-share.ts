import { ApiError } from '../../kernel/index.ts';

interface WorkShareOptions {
  /** How many an organization may have under way at a time; more wait in its own queue. */
  perOrganization: number;
  /** How many all of them may have under way together; as many as they like when left out. */
  overall?: number;
  /** How many of an organization may wait; one more is refused. As many as there are when left out. */
  waitingMax?: number;
  /** How long one may wait before it is refused, in milliseconds; without end when left out. */
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
 * Shares work that is expensive between organizations: each has so many pieces under way, its others wait in a queue of its
 * own, and a free place goes to the organization that has the fewest. An organization that asks for more than its share waits for itself
 * and for nobody else.
 */
export class WorkShare {
  readonly #options: WorkShareOptions;
  /** The organizations with work, in the order in which free places are offered to them. */
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
   * Waits for a place and takes it. Returns what gives it back, which may be called more than once. Rejects with a 429
   * when too many wait or the wait is too long, and with the signal's reason when that aborts.
   */
  async enter(organizationId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const lane = this.#lanes.get(organizationId) ?? { underWay: 0, waiting: [] };
    this.#lanes.set(organizationId, lane);
    if (lane.waiting.length === 0 && this.#hasPlace(lane)) this.#take(lane);
    else await this.#wait(lane, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      lane.underWay--;
      this.#underWay--;
      this.#offer();
    };
  }

  #hasPlace({ underWay }: Lane): boolean {
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
        `The organization has ${perOrganization} requests of this kind under way, and ${waitingMax} more wait`,
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

  /** Gives free places to those that wait: to the organization that has the fewest, of several to each in turn. */
  #offer(): void {
    for (;;) {
      let next: [string, Lane] | undefined;
      for (const [organizationId, lane] of this.#lanes) {
        if (lane.waiting.length === 0) {
          if (lane.underWay === 0) this.#lanes.delete(organizationId);
        } else if (this.#hasPlace(lane) && lane.underWay < (next?.[1].underWay ?? Number.POSITIVE_INFINITY)) {
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
    // A body that is on its way is not read.
    headers: { 'retry-after': '5', connection: 'close' },
  });
}
