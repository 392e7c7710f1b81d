import { nextRetry } from '../../retry-configs/index.ts';
import { Chance } from './chance.ts';
import { type CallsAlike, Line, minuteMs } from './line.ts';
import { type ForecastOutcome, type MeasuredRates, type OutcomeRate, retriedAs, varied } from './rates.ts';
import type { Cap } from './shares.ts';

/** Everything that a forecast depends on. */
export interface ForecastInput {
  nowMs: number;
  /** When dialing ends; null for a campaign without an end. */
  endAtMs: number | null;
  /** The end of the forecast. */
  horizonMs: number;
  calls: readonly CallsAlike[];
  rates: MeasuredRates;
  /** The cap on concurrent calls over time. The first entry applies now. */
  caps: readonly Cap[];
  /** Null for no limit. */
  callsPerSecondMax: number | null;
}

/** One simulated run of a campaign. */
export interface ForecastRun {
  /** When the last call is over. Null when calls are left at the horizon or can never be dialed. */
  finishesAtMs: number | null;
  attempts: number;
  byOutcome: Partial<Record<ForecastOutcome, number>>;
  /** Dialed calls by hour. Hours without calls are absent. */
  hours: { atMs: number; calls: number }[];
  /** The used share of the concurrent calls while calls were due, from 0 to 1. Null when no call ever was. */
  utilization: number | null;
  /** Calls that were not dialed. */
  left: number;
}

const hourMinutes = 60;

/**
 * Simulates a campaign minute by minute, with the dialer's rules for hours and retries. Pure, and the same for the same
 * seed. A generator, so that the caller can yield to other work at each step.
 */
export function* runForecast(input: ForecastInput, seed: number): Generator<void, ForecastRun> {
  const course = new Course(input, new Chance(seed));
  const endMs = Math.min(input.endAtMs ?? Number.POSITIVE_INFINITY, input.horizonMs);
  const lastMinute = Math.ceil(endMs / minuteMs);
  let minute = Math.ceil(input.nowMs / minuteMs);
  for (let steps = 1; ; steps++) {
    const next = course.nextMinute(minute);
    if (next === null || next >= lastMinute) break;
    course.dial(next);
    minute = next + 1;
    if (steps % 500 === 0) yield;
  }
  return course.result();
}

class Course {
  readonly #input: ForecastInput;
  readonly #chance: Chance;
  readonly #lines: Line[];
  readonly #rates: OutcomeRate[][];
  /** Seconds of line time that calls of earlier minutes use in later ones. */
  readonly #taken = new Map<number, number>();
  readonly #hours = new Map<number, number>();
  readonly #byOutcome: Partial<Record<ForecastOutcome, number>> = {};
  #attempts = 0;
  /** The index of the cap that applies. */
  #cap = 0;
  #lastEndMs: number;
  #usedSeconds = 0;
  #offeredSeconds = 0;

  constructor(input: ForecastInput, chance: Chance) {
    this.#input = input;
    this.#chance = chance;
    this.#lines = input.calls.map((alike) => new Line(alike));
    const { byAttempt, measured } = input.rates;
    this.#rates = byAttempt.map((rates) => varied(rates, measured, chance));
    this.#lastEndMs = input.nowMs;
  }

  /** Returns the first minute at which a call may be dialed, or null. */
  nextMinute(minute: number): number | null {
    let first: number | null = null;
    for (const line of this.#lines) {
      const next = line.nextMinute(minute);
      if (next !== null && (first === null || next < first)) first = next;
      if (first === minute) return first;
    }
    return first;
  }

  /** Dials as many calls as fit into this minute, longest due first. */
  dial(minute: number): void {
    const { callsPerSecondMax } = this.#input;
    const seconds = 60 * this.#callsMax(minute);
    const before = this.#taken.get(minute) ?? 0;
    this.#taken.delete(minute);
    let free = seconds - before;
    const each = Math.max(this.#secondsOf(1, 60), 0.001);
    // A line that is free for part of the minute is taken at random, so that the average is right.
    const places = Math.floor(Math.max(free, 0) / each + this.#chance.next());
    let room = Math.min(places, Math.max((callsPerSecondMax ?? Number.POSITIVE_INFINITY) * 60, 1));
    const open = this.#lines.filter((line) => line.nextMinute(minute) === minute);
    while (room >= 1) {
      const line = open.reduce<Line | null>(
        (best, one) =>
          one.waitsSince <= minute && (best === null || one.waitsSince < best.waitsSince) ? one : best,
        null,
      );
      const taken = line?.take(minute, Math.floor(room));
      if (!line || !taken) break;
      room -= taken.calls;
      free -= this.#carryOut(line, minute, taken);
    }
    // Calls longer than the average borrow time from the next minute.
    if (free < 0) this.#taken.set(minute + 1, (this.#taken.get(minute + 1) ?? 0) - free);
    this.#offeredSeconds += seconds;
    this.#usedSeconds += Math.min(seconds - free, seconds);
  }

  result(): ForecastRun {
    const left = this.#lines.reduce((all, line) => all + line.calls, 0);
    const hours = [...this.#hours].sort(([a], [b]) => a - b);
    return {
      finishesAtMs: left === 0 ? Math.round(this.#lastEndMs) : this.#endOfRest(),
      attempts: this.#attempts,
      byOutcome: this.#byOutcome,
      hours: hours.map(([hour, calls]) => ({ atMs: hour * hourMinutes * minuteMs, calls })),
      utilization: this.#offeredSeconds === 0 ? null : this.#usedSeconds / this.#offeredSeconds,
      left,
    };
  }

  /** Returns when the end of the campaign cancels the remaining calls, or null when they are left at the horizon. */
  #endOfRest(): number | null {
    const { endAtMs, horizonMs } = this.#input;
    return endAtMs === null || endAtMs > horizonMs ? null : Math.round(Math.max(endAtMs, this.#lastEndMs));
  }

  /** Call it with ascending minutes. */
  #callsMax(minute: number): number {
    const { caps } = this.#input;
    while ((caps[this.#cap + 1]?.fromMs ?? Number.POSITIVE_INFINITY) <= minute * minuteMs) this.#cap++;
    return caps[this.#cap]!.callsMax;
  }

  /** Dials calls of one attempt. Returns the seconds of line time that they use within this minute. */
  #carryOut(line: Line, minute: number, { attempt, calls }: { attempt: number; calls: number }): number {
    let [rest, restShare, used] = [calls, 1, 0];
    for (const { outcome, share, meanSeconds } of this.#ratesOf(attempt)) {
      const count = this.#chance.binomial(rest, restShare <= 0 ? 0 : share / restShare);
      rest -= count;
      restShare -= share;
      if (count === 0) continue;
      this.#byOutcome[outcome] = (this.#byOutcome[outcome] ?? 0) + count;
      used += count * Math.min(meanSeconds, 60);
      this.#note(minute, outcome, count, meanSeconds);
      const retried = retriedAs(outcome);
      const retry = line.retries && retried && nextRetry({ config: line.retries, attempt, outcome: retried });
      if (retry) line.add(minute + Math.ceil((meanSeconds + retry.delaySeconds) / 60), attempt + 1, count);
    }
    return used;
  }

  #note(minute: number, outcome: ForecastOutcome, calls: number, meanSeconds: number): void {
    if (outcome === 'refused') return;
    this.#attempts += calls;
    const hour = Math.floor(minute / hourMinutes);
    this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + calls);
    this.#lastEndMs = Math.max(this.#lastEndMs, minute * minuteMs + meanSeconds * 1000);
    for (let later = 1, rest = meanSeconds - 60; rest > 0; later++, rest -= 60) {
      const at = minute + later;
      this.#taken.set(at, (this.#taken.get(at) ?? 0) + calls * Math.min(rest, 60));
    }
  }

  /** Returns the seconds that a call takes of this minute on average. */
  #secondsOf(attempt: number, secondsMax: number): number {
    return this.#ratesOf(attempt).reduce(
      (all, { share, meanSeconds }) => all + share * Math.min(meanSeconds, secondsMax),
      0,
    );
  }

  #ratesOf(attempt: number): OutcomeRate[] {
    return this.#rates[Math.min(attempt, this.#rates.length) - 1] ?? [];
  }
}
