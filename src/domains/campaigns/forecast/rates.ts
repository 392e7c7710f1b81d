import type { RetryOutcome } from '../../retry-configs/index.ts';
import type { Chance } from './chance.ts';

/**
 * The ends of attempts that a forecast distinguishes. `refused` attempts were not dialed. After `other` ends, such as a
 * number that does not exist, the customer is not called again.
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

/** The measured ends of attempts. */
export interface OutcomeRate {
  outcome: ForecastOutcome;
  /** From 0 to 1; all outcomes add up to 1. */
  share: number;
  /** How long such a call uses a line, from the INVITE to its end. */
  meanSeconds: number;
}

/** The outcome that an ended attempt counts as. */
export interface OutcomeCount {
  attempt: number;
  outcome: ForecastOutcome;
  calls: number;
  seconds: number;
}

/** The rates of each attempt, from the first. Later attempts use the last entry. */
export interface MeasuredRates {
  byAttempt: readonly (readonly OutcomeRate[])[];
  /** The number of measured attempts; 0 when the rates are assumed. */
  measured: number;
}

/** The least number of attempts from which rates are computed. */
const callsMin = 200;
const callsMinAtAll = 20;

/** Assumed rates, for campaigns that have hardly dialed. */
export const assumedRates: readonly OutcomeRate[] = [
  { outcome: 'answered', share: 0.28, meanSeconds: 75 },
  { outcome: 'voicemail', share: 0.25, meanSeconds: 40 },
  { outcome: 'no-answer', share: 0.37, meanSeconds: 32 },
  { outcome: 'busy', share: 0.04, meanSeconds: 3 },
  { outcome: 'failed', share: 0.06, meanSeconds: 3 },
];

/** Returns the outcome for a retry configuration, or null when the customer is not called again. */
export function retriedAs(outcome: ForecastOutcome): RetryOutcome | null {
  return outcome === 'answered' || outcome === 'refused' || outcome === 'other' ? null : outcome;
}

/** Returns the rates of each attempt with enough ends. The others use the rates of all attempts together. */
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

/** Draws random rates around the measured ones. The fewer attempts were measured, the wider they vary. */
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
