import type { Database } from '../db/index.ts';
import { findSchedule, type Schedule } from '../schedules/index.ts';

const schedulesMax = 1000;
const refreshAfterMs = 60_000;

/**
 * Schedules by id, so that queueing a call reckons its due time without asking the database. A remembered
 * schedule may be out of date: whoever stores a due time stores it on the condition that the version is current.
 */
export class ScheduleCache {
  readonly #db: Database;
  readonly #known = new Map<string, { schedule: Schedule; readAtMs: number }>();

  constructor(db: Database) {
    this.#db = db;
  }

  async get(organizationId: string, scheduleId: string): Promise<Schedule | null> {
    const key = `${organizationId} ${scheduleId}`;
    const known = this.#known.get(key);
    if (known && performance.now() - known.readAtMs < refreshAfterMs) return known.schedule;
    const schedule = await findSchedule(this.#db, organizationId, scheduleId);
    this.#known.delete(key);
    if (!schedule) return null;
    const oldest = this.#known.size >= schedulesMax ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, { schedule, readAtMs: performance.now() });
    return schedule;
  }

  forget(organizationId: string, scheduleId: string): void {
    this.#known.delete(`${organizationId} ${scheduleId}`);
  }
}
