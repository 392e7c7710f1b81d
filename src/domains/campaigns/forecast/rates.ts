import type { RetryOutcome } from '../../retry-configs/index.ts';
import type { Chance } from './chance.ts';

/**
 * How attempts can end, as far as a forecast tells them apart. `refused`: by the gate, without having been dialed; `other`:
 * in a way after which nobody is called again, such as a number that does not exist.
 */
export const forecastOutcomes = [
  'answered',
  'voicemail',
  'no-answer',
  'busy',
  'failed',
  'other',
  'refused',
] as const;
export type ForecastOutcome = (typeof forecastOutcomes)[number];

/** What attempts came to. */
export interface OutcomeRate {
  outcome: ForecastOutcome;
  /** From 0 to 1; those of all outcomes make 1. */
  share: number;
  /** How long such a call takes a line, from the INVITE to its end. */
  meanSeconds: number;
}

/** What an ended attempt was counted as. */
export interface OutcomeCount {
  attempt: number;
  outcome: ForecastOutcome;
  calls: number;
  seconds: number;
}

/** By attempt, from the first; whoever comes later goes by the last. */
export interface MeasuredRates {
  byAttempt: readonly (readonly OutcomeRate[])[];
  /** Attempts that were measured; 0: the rates are assumed. */
  measured: number;
}

/** Fewer attempts than this say nothing of their like. */
const callsMin = 200;
const callsMinAtAll = 20;

/** For campaigns that have hardly dialed yet. */
export const assumedRates: readonly OutcomeRate[] = [
  { outcome: 'answered', share: 0.28, meanSeconds: 75 },
  { outcome: 'voicemail', share: 0.25, meanSeconds: 40 },
  { outcome: 'no-answer', share: 0.37, meanSeconds: 32 },
  { outcome: 'busy', share: 0.04, meanSeconds: 3 },
  { outcome: 'failed', share: 0.06, meanSeconds: 3 },
];

/** What a retry configuration takes an outcome for; null: it is never called again. */
export function retriedAs(outcome: ForecastOutcome): RetryOutcome | null {
  return outcome === 'answered' || outcome === 'refused' || outcome === 'other' ? null : outcome;
}

/** Rates of each attempt of which enough are over; of the others those of all attempts together. */
export function ratesOf(counts: readonly OutcomeCount[]): MeasuredRates {
  const measured = sum(counts);
  if (measured < callsMinAtAll) return { byAttempt: [assumedRates], measured: 0 };
  const last = Math.max(...counts.map(({ attempt }) => attempt));
  const byAttempt = Array.from({ length: last }, (_, place) => {
    const own = counts.filter(({ attempt }) => attempt === place + 1);
    return together(sum(own) >= callsMin ? own : counts);
  });
  return { byAttempt, measured };
}

/** The rates as they may be as well, for all that is known from so few attempts. */
export function varied(rates: readonly OutcomeRate[], measured: number, chance: Chance): OutcomeRate[] {
  const size = Math.max(measured, callsMinAtAll);
  const drawn = rates.map(({ outcome, share, meanSeconds }) => {
    const error = Math.sqrt((share * (1 - share)) / size) * chance.normal();
    const timeError = chance.normal() / Math.sqrt(Math.max(size * share, 1));
    return {
      outcome,
      share: Math.max(share + error, 0),
      meanSeconds: meanSeconds * Math.min(Math.max(1 + timeError, 0.5), 2),
    };
  });
  const total = drawn.reduce((all, { share }) => all + share, 0);
  return drawn.map((rate) => ({ ...rate, share: rate.share / total }));
}

function together(counts: readonly OutcomeCount[]): OutcomeRate[] {
  const all = sum(counts);
  return forecastOutcomes.flatMap((outcome) => {
    const own = counts.filter((count) => count.outcome === outcome);
    const calls = sum(own);
    if (calls === 0) return [];
    const seconds = own.reduce((total, count) => total + count.seconds, 0);
    return [{ outcome, share: calls / all, meanSeconds: outcome === 'refused' ? 0 : seconds / calls }];
  });
}

function sum(counts: readonly OutcomeCount[]): number {
  return counts.reduce((total, { calls }) => total + calls, 0);
}
