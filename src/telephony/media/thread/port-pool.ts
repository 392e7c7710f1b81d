import { randomInt } from 'node:crypto';

/** The lowest and highest port of RTP, both included. */
export interface PortRange {
  min: number;
  max: number;
}

/** Thrown when every even port of the range is in use. */
export class NoFreePortError extends Error {
  constructor(range: PortRange) {
    super(`no free RTP port from ${range.min} to ${range.max}: widen PARLEY_RTP_PORTS`);
    this.name = 'NoFreePortError';
  }
}

/**
 * Allocates the even ports of a range (RFC 3550 §11: RTP uses the even one). The order is random, so that the next port
 * cannot be guessed. A released port comes last, so that stray packets of an ended call do not reach the next one.
 */
export class PortPool {
  readonly #range: PortRange;
  /** Free ports; the last one is tried next. */
  readonly #free: number[] = [];

  constructor(range: PortRange) {
    this.#range = range;
    for (let port = range.min + (range.min % 2); port <= range.max; port += 2) {
      const place = randomInt(this.#free.length + 1);
      this.#free.push(this.#free[place] ?? port);
      this.#free[place] = port;
    }
  }

  /**
   * Binds the first free port that `bind` accepts, and skips those of other programs (EADDRINUSE). Throws NoFreePortError
   * when none is left, and any other error of `bind`.
   */
  async bind<T>(bind: (port: number) => Promise<T>): Promise<{ port: number; bound: T }> {
    for (let attempts = this.#free.length; attempts > 0; attempts--) {
      const port = this.#free.pop();
      if (port === undefined) break;
      try {
        return { port, bound: await bind(port) };
      } catch (error) {
        this.release(port);
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
    throw new NoFreePortError(this.#range);
  }

  /** Releases a port. It is used again after all others. */
  release(port: number): void {
    this.#free.unshift(port);
  }
}
