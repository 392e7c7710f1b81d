import type { Database, Queryable } from '../../platform/db/index.ts';
import { findSchedule, findSchedules, type Schedule } from '../schedules/index.ts';

const schedulesMax = 1000;
const refreshAfterMs = 60_000;

/**
 * Caches schedules by id, so that queueing a call computes its due time without a query. A cached schedule may be out
 * of date, so due times are stored on the condition that the schedule's version is current.
 */
export class ScheduleCache {
  readonly #db: Database;
  readonly #known = new Map<string, { schedule: Schedule; readAtMs: number }>();

  constructor(db: Database) {
    this.#db = db;
  }

  async get(organizationId: string, scheduleId: string): Promise<Schedule | null> {
    const known = this.#fresh(organizationId, scheduleId);
    if (known) return known;
    const schedule = await findSchedule(this.#db, organizationId, scheduleId);
    this.forget(organizationId, scheduleId);
    if (schedule) this.#remember(organizationId, schedule);
    return schedule;
  }

  /**
   * Returns those of the schedules that exist. Reads the unknown ones in one statement of the caller's transaction, which
   * must not wait for another connection.
   */
  async getMany(
    tx: Queryable,
    organizationId: string,
    scheduleIds: readonly string[],
  ): Promise<Map<string, Schedule>> {
    const found = new Map<string, Schedule>();
    const missing: string[] = [];
    for (const scheduleId of new Set(scheduleIds)) {
      const schedule = this.#fresh(organizationId, scheduleId);
      if (schedule) found.set(scheduleId, schedule);
      else missing.push(scheduleId);
    }
    if (missing.length === 0) return found;
    for (const schedule of await findSchedules(tx, organizationId, missing)) {
      this.#remember(organizationId, schedule);
      found.set(schedule.scheduleId, schedule);
    }
    return found;
  }

  forget(organizationId: string, scheduleId: string): void {
    this.#known.delete(`${organizationId} ${scheduleId}`);
  }

  #fresh(organizationId: string, scheduleId: string): Schedule | null {
    const known = this.#known.get(`${organizationId} ${scheduleId}`);
    return known && performance.now() - known.readAtMs < refreshAfterMs ? known.schedule : null;
  }

  #remember(organizationId: string, schedule: Schedule): void {
    this.forget(organizationId, schedule.scheduleId);
    const oldest = this.#known.size >= schedulesMax ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(`${organizationId} ${schedule.scheduleId}`, { schedule, readAtMs: performance.now() });
  }
}
