import { tickMs } from '../codec/pcm.ts';

/** The scheduler wakes up four times per tick. Each session belongs to one of these four phases. */
export const slotMs = 5;
export const phaseCount = tickMs / slotMs;

/** A stream that is further behind skips to the present instead of sending outdated audio. */
const lagMaxMs = 200;

/**
 * Returns the next wake-up: the next multiple of 5 ms since `originMs`. A stalled thread does not make up for missed
 * wake-ups, so a stream never sends more than one packet in 5 ms.
 */
export function nextSlotAtMs(originMs: number, nowMs: number): number {
  return originMs + (Math.floor((nowMs - originMs) / slotMs) + 1) * slotMs;
}

/** Returns the first moment from `nowMs` on that lies in `phase`, 0 to 3. */
export function nextPhaseAtMs(originMs: number, nowMs: number, phase: number): number {
  const phaseOriginMs = originMs + phase * slotMs;
  return phaseOriginMs + Math.max(0, Math.ceil((nowMs - phaseOriginMs) / tickMs)) * tickMs;
}

export function leastBusyPhase(sessionsByPhase: ArrayLike<number>): number {
  let least = 0;
  for (let phase = 1; phase < sessionsByPhase.length; phase++) {
    if (sessionsByPhase[phase]! < sessionsByPhase[least]!) least = phase;
  }
  return least;
}

/**
 * The ticks of one session. Tick n is due at `zeroMs + n × 20`, so nothing drifts. Times are milliseconds of a monotonic
 * clock.
 */
export class TickClock {
  readonly zeroMs: number;
  tick: number;

  /** `tick` is the first tick. */
  constructor(zeroMs: number, tick = 0) {
    this.zeroMs = zeroMs;
    this.tick = tick;
  }

  /** Returns the milliseconds since the next tick was due; negative before that. */
  latenessMs(nowMs: number): number {
    return nowMs - (this.zeroMs + this.tick * tickMs);
  }

  /** Returns how many ticks a late stream must leave out; the next tick is then the newest that is due. */
  ticksToSkip(nowMs: number): number {
    const lateness = this.latenessMs(nowMs);
    return lateness > lagMaxMs ? Math.floor(lateness / tickMs) : 0;
  }
}
