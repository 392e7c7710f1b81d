import { randomInt } from 'node:crypto';

/** The lowest and highest port that RTP may use, both included. */
export interface PortRange {
  min: number;
  max: number;
}

/** Thrown when every even port of the range is in use. */
export class NoFreePortError extends Error {
  constructor(range: PortRange) {
    super(`no free RTP port from ${range.min} to ${range.max}`);
    this.name = 'NoFreePortError';
  }
}

/**
 * Hands out the even ports of a range (RFC 3550 §11: RTP on the even one) in random order, so that the port of
 * the next call cannot be guessed, and a returned one last, so that stray packets of a call that has ended do
 * not reach the next.
 */
export class PortPool {
  readonly #range: PortRange;
  /** Free ports, the next one to be tried at the end. */
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
   * Binds the first free port that `bind` succeeds on, stepping past those that another program holds
   * (EADDRINUSE). Throws NoFreePortError when there is none, and whatever else `bind` throws.
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

  /** Gives a port back; it will be handed out again after all others. */
  release(port: number): void {
    this.#free.unshift(port);
  }
}
