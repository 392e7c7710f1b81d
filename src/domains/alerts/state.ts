import { type MeasureName, measures, type Reading } from './measures.ts';

/** The part of a rule that decides. */
export interface Condition {
  measure: MeasureName;
  direction: 'above' | 'below';
  /** A value of the measure, or with `earlier-weeks` the deviation in per cent. */
  bound: number;
  comparedTo: 'bound' | 'earlier-weeks';
  windowMinutes: number;
  /** A reading of fewer calls decides nothing. */
  minimumCalls: number;
}

/** What is remembered between two readings of a rule. Times in Unix milliseconds. */
export interface Watch {
  /** The open alert, or null. */
  alertId: string | null;
  /** Since when readings are beyond the limit, while no alert is open. */
  beyondSince: number | null;
  /** Since when readings are back, while an alert is open. */
  backSince: number | null;
  /** Since when there is too little to judge. */
  unknownSince: number | null;
  /** The most extreme value of the open alert. */
  worst: number | null;
}

export const calm: Watch = {
  alertId: null,
  beyondSince: null,
  backSince: null,
  unknownSince: null,
  worst: null,
};

/** Why an alert ended. */
export type EndReason = 'back' | 'too-few-calls' | 'rule-changed' | 'rule-disabled' | 'rule-deleted';

interface Decision {
  watch: Watch;
  change: 'begins' | 'ends' | null;
  endReason: EndReason | null;
}

const minuteMs = 60_000;
/** Readings must be beyond the limit for this long before an alert begins, so that one odd reading raises nothing. */
export const beginAfterMs = minuteMs;
/** Readings must be back for this long before an alert ends. */
export const endAfterMs = 5 * minuteMs;
/** An alert ends when there was too little to judge for its window, and at least for this long. */
const unknownMsMin = 60 * minuteMs;
/** How far behind the limit a value is back: a tenth of the limit. */
const marginShare = 0.1;

/** Returns the limit of a rule, or null when it compares with earlier weeks that have too few calls. */
export function limitOf(condition: Condition, usual: number | null): number | null {
  const { comparedTo, bound, direction } = condition;
  if (comparedTo === 'bound') return bound;
  if (usual === null) return null;
  return usual * (1 + ((direction === 'above' ? 1 : -1) * bound) / 100);
}

/**
 * Decides what a reading changes. `alertId` is the id of an alert that would begin. The caller stores the watch, and
 * carries out the change in the same transaction.
 */
export function decide(
  condition: Condition,
  watch: Watch,
  {
    reading,
    limit,
    nowMs,
    alertId,
  }: { reading: Reading; limit: number | null; nowMs: number; alertId: string },
): Decision {
  const { value, sample } = reading;
  if (value === null || limit === null || sample < neededCalls(condition))
    return withTooLittle(condition, watch, nowMs);
  const known = { ...watch, unknownSince: null };
  const isAbove = condition.direction === 'above';
  if (watch.alertId === null) {
    const isBeyond = isAbove ? value > limit : value < limit;
    if (!isBeyond) return same({ ...known, beyondSince: null });
    const beyondSince = watch.beyondSince ?? nowMs;
    if (nowMs - beyondSince < beginAfterMs) return same({ ...known, beyondSince });
    return { watch: { ...calm, alertId, worst: value }, change: 'begins', endReason: null };
  }
  const worst = isAbove ? Math.max(watch.worst ?? value, value) : Math.min(watch.worst ?? value, value);
  const margin = marginOf(condition, limit);
  const isBack = isAbove ? value <= limit - margin : value >= limit + margin;
  if (!isBack) return same({ ...known, worst, backSince: null });
  const backSince = watch.backSince ?? nowMs;
  if (nowMs - backSince < endAfterMs) return same({ ...known, worst, backSince });
  return { watch: calm, change: 'ends', endReason: 'back' };
}

/** The phrase is counted itself, and a queue is no sample. */
function neededCalls({ measure, minimumCalls }: Condition): number {
  const { unit } = measures[measure];
  return unit === 'share' || unit === 'ms' ? Math.max(1, minimumCalls) : 0;
}

function withTooLittle({ windowMinutes }: Condition, watch: Watch, nowMs: number): Decision {
  const unknownSince = watch.unknownSince ?? nowMs;
  const lastsMs = Math.max(windowMinutes * minuteMs, unknownMsMin);
  if (watch.alertId !== null && nowMs - unknownSince >= lastsMs)
    return { watch: calm, change: 'ends', endReason: 'too-few-calls' };
  return same({ ...watch, unknownSince, beyondSince: null, backSince: null });
}

function marginOf({ measure, direction }: Condition, limit: number): number {
  const margin = Math.abs(limit) * marginShare;
  const { unit } = measures[measure];
  // A share cannot exceed 100 %, and calls are whole.
  if (unit === 'share' && direction === 'below') return Math.min(margin, Math.max(0, (100 - limit) / 2));
  return unit === 'count' ? Math.floor(margin) : margin;
}

function same(watch: Watch): Decision {
  return { watch, change: null, endReason: null };
}
