import type { Schema } from '../../api/index.ts';
import { formatNumber, type Tone } from '../../ui/index.ts';

export type AlertRule = Schema<'AlertRule'>;
export type Measure = AlertRule['measure'];

interface MeasureLabel {
  label: string;
  /** Behind a value. */
  unit: string;
  /** The divisor of a limit that is shown: milliseconds are shown as seconds. */
  scale: number;
  /** Whether readings of few calls can be left out. */
  hasSample: boolean;
}

export const measureLabels: Readonly<Record<Measure, MeasureLabel>> = {
  'answer-rate': { label: 'answer rate', unit: '%', scale: 1, hasSample: true },
  'failure-rate': { label: 'failure rate', unit: '%', scale: 1, hasSample: true },
  calls: { label: 'number of ended calls', unit: 'calls', scale: 1, hasSample: false },
  'latency-p95': { label: 'response time (95th percentile)', unit: 's', scale: 1000, hasSample: true },
  'provider-errors': { label: 'share of calls with provider errors', unit: '%', scale: 1, hasSample: true },
  'negative-sentiment': {
    label: 'share of calls with negative sentiment',
    unit: '%',
    scale: 1,
    hasSample: true,
  },
  phrase: { label: 'number of calls with a phrase', unit: 'calls', scale: 1, hasSample: false },
  'stage-rate': { label: 'share of calls that reach a stage', unit: '%', scale: 1, hasSample: true },
  'cost-per-hour': { label: 'cost per hour', unit: '', scale: 1, hasSample: false },
  'queue-wait': { label: 'longest wait of a due call', unit: 'min', scale: 1, hasSample: false },
  'team-wait': { label: 'longest wait for a team', unit: 's', scale: 1, hasSample: false },
  'team-service-level': { label: 'team service level', unit: '%', scale: 1, hasSample: true },
  'team-abandoned': {
    ...{ label: 'share of callers who hung up while they waited for a team', unit: '%', scale: 1 },
    hasSample: true,
  },
};

export const measures = Object.keys(measureLabels) as Measure[];

/** Returns whether a measure is of callers who wait for a team. */
export function isOfTeams(measure: Measure): boolean {
  return measure.startsWith('team-');
}

/** Returns whether a measure is of the moment, without a window. Its past is not stored. */
export function isOfNow(measure: Measure): boolean {
  return measure === 'queue-wait' || measure === 'team-wait';
}

export const windowLabels: Readonly<Record<string, string>> = {
  5: '5 minutes',
  15: '15 minutes',
  30: '30 minutes',
  60: '1 hour',
  180: '3 hours',
  360: '6 hours',
  1440: '24 hours',
};

/** Returns a value of a measure with its unit. */
export function valueText(measure: Measure, value: number | null): string {
  if (value === null) return '—';
  const { unit, scale } = measureLabels[measure];
  const number = formatNumber(Math.round((value / scale) * 100) / 100);
  return unit === '' ? number : `${number} ${unit}`;
}

/** Returns the condition of a rule as a sentence, without the names of its agent and campaign. */
export function conditionText(rule: AlertRule): string {
  const { measure, phrase, stage, windowMinutes, direction, comparedTo, bound } = rule;
  const detail = phrase ?? stage;
  const what = `${measureLabels[measure].label}${detail === null ? '' : ` “${detail}”`}`;
  const within = isOfNow(measure) ? '' : ` within ${windowLabels[windowMinutes]}`;
  const limit = comparedTo === 'bound' ? valueText(measure, bound) : `the usual by ${formatNumber(bound)} %`;
  return `${what[0]!.toUpperCase()}${what.slice(1)}${within} ${direction} ${limit}`;
}

export const stateLabels: Readonly<Record<AlertRule['state'], { word: string; tone: Tone }>> = {
  off: { word: 'Off', tone: 'neutral' },
  waiting: { word: 'Starting', tone: 'neutral' },
  calm: { word: 'Calm', tone: 'good' },
  'too-few-calls': { word: 'Too few calls', tone: 'neutral' },
  open: { word: 'Alert', tone: 'bad' },
};

export const kindLabels: Readonly<Record<string, string>> = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Microsoft Teams',
};

export const endLabels: Readonly<Record<NonNullable<Schema<'Alert'>['endReason']>, string>> = {
  back: 'The value came back',
  'too-few-calls': 'Too few calls in the window',
  'rule-changed': 'The rule was changed',
  'rule-disabled': 'The rule was turned off',
  'rule-deleted': 'The rule was deleted',
};
