import { Database, type DatabaseOptions } from '../../platform/db/index.ts';
import type { Clock } from '../../platform/kernel/index.ts';

type Connection = Awaited<ReturnType<Database['connect']>>;

/** A database whose `dialer_now()` follows a virtual clock. Each connection is set to the clock before its use. */
export class VirtualDatabase extends Database {
  readonly #clock: Clock;
  readonly #setTimes = new WeakMap<Connection, number>();

  constructor(options: DatabaseOptions, clock: Clock) {
    super(options);
    this.#clock = clock;
  }

  override async connect(): Promise<Connection> {
    const connection = await super.connect();
    const nowMs = this.#clock.now();
    if (this.#setTimes.get(connection) === nowMs) return connection;
    try {
      await connection.query({
        name: 'simulation.now',
        text: "select set_config('parley.now', $1, false)",
        values: [new Date(nowMs).toISOString()],
      });
    } catch (error) {
      connection.release(true);
      throw error;
    }
    this.#setTimes.set(connection, nowMs);
    return connection;
  }
}
