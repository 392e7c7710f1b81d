import type { Queryable } from '../../../platform/db/index.ts';
import { findRetryConfig } from '../../retry-configs/index.ts';
import { clocksOf, daytime, type HoursRule, rulesFor } from '../../rules/index.ts';
import { customerZones, findSchedule, type Schedule, type ScheduleClock } from '../../schedules/index.ts';
import type { Campaign } from '../schemas.ts';
import type { CallsAlike } from './line.ts';
import type { HoursFrame, WaitingCalls } from './store.ts';

/** A clock of calls, and the schedule or rule whose hours it reads. */
export interface HoursClock extends ScheduleClock {
  of: Schedule | HoursRule;
}

interface Alike extends CallsAlike {
  clocks: readonly HoursClock[];
}

/** Groups calls with the same hours and the same retries. */
export class Groups {
  readonly #db: Queryable;
  readonly #campaign: Pick<Campaign, 'daytimeOnly'>;
  readonly #organizationId: string;
  readonly #frame: HoursFrame;
  readonly #schedules = new Map<string, Schedule | null>();

  constructor(
    db: Queryable,
    campaign: Pick<Campaign, 'daytimeOnly'>,
    organizationId: string,
    frame: HoursFrame,
  ) {
    this.#db = db;
    this.#campaign = campaign;
    this.#organizationId = organizationId;
    this.#frame = frame;
  }

  async alike(
    groups: readonly WaitingCalls[],
    scale: number,
  ): Promise<{ alike: Alike[]; unreachable: number }> {
    const alike = new Map<
      string,
      { clocks: HoursClock[]; configId: string | null; waiting: CallsAlike['waiting'][number][] }
    >();
    let unreachable = 0;
    for (const group of groups) {
      const { scheduleId, retryConfigId: configId, attempt, dueMs } = group;
      const schedule = scheduleId === null ? null : await this.#schedule(scheduleId);
      const calls = Math.max(Math.round(group.calls * scale), 1);
      const zones = customerZones(group.example, group.timeZone);
      const own = schedule === null ? [] : schedule.timeZone === 'customer' ? zones : [schedule.timeZone];
      if (schedule !== null && own.length === 0) {
        unreachable += calls;
        continue;
      }
      const packs = rulesFor(this.#frame.rulePacks, group.example);
      const rules = this.#campaign.daytimeOnly ? [...packs, daytime] : packs;
      const clocks = [
        ...(schedule === null ? [] : own.map((zone) => ({ schedule, zone, of: schedule }))),
        ...rules.flatMap((of) => clocksOf([of], zones, this.#frame.nowMs).map((clock) => ({ ...clock, of }))),
      ];
      const key = JSON.stringify([
        scheduleId,
        own,
        rules.length > 0 ? zones : [],
        rules.map(({ name }) => name),
        configId,
      ]);
      const there = alike.get(key) ?? { clocks, configId, waiting: [] };
      there.waiting.push({ attempt, dueMs, calls });
      alike.set(key, there);
    }
    const made = [...alike.values()].map(async ({ clocks, configId, waiting }) => ({
      clocks,
      waiting,
      retries: configId === null ? null : await findRetryConfig(this.#db, this.#organizationId, configId),
    }));
    return { alike: await Promise.all(made), unreachable };
  }

  async #schedule(scheduleId: string): Promise<Schedule | null> {
    const known = this.#schedules.get(scheduleId);
    if (known !== undefined) return known;
    const schedule = await findSchedule(this.#db, this.#organizationId, scheduleId);
    this.#schedules.set(scheduleId, schedule);
    return schedule;
  }
}
