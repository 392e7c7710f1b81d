import { isOfNow, measures } from './measures.ts';
import type { Condition } from './state.ts';
import type { AlertRow } from './store/alerts.ts';

const unitTexts = {
  share: (value: number) => `${rounded(value)} %`,
  count: (value: number) => rounded(value),
  money: (value: number) => rounded(value, 4),
  ms: (value: number) => `${rounded(value / 1000, 2)} s`,
  seconds: (value: number) => `${rounded(value, 0)} s`,
  minutes: (value: number) => `${rounded(value)} min`,
} as const;

/** Returns a value of a measure as people read it. */
export function valueText(measure: Condition['measure'], value: number): string {
  return unitTexts[measures[measure].unit](value);
}

/** Returns why an alert begins, such as "Answer rate was 12 % within 1 hour, below 20 %". */
export function beginSentence(
  condition: Condition & { phrase: string | null; stage: string | null },
  value: number,
  limit: number,
  names: { agent: string | null; campaign: string | null; team: string | null },
): string {
  const { measure, direction, comparedTo, windowMinutes, phrase, stage } = condition;
  const detail = phrase ?? stage;
  const of = [names.campaign, names.agent, names.team].filter((name) => name !== null).join(', ');
  const what = `${measures[measure].label}${detail === null ? '' : ` “${detail}”`}${of === '' ? '' : ` (${of})`}`;
  const within = isOfNow(measure) ? '' : ` within ${windowText(windowMinutes)}`;
  const usual = comparedTo === 'earlier-weeks' ? ', compared with earlier weeks' : '';
  return `${what} was ${valueText(measure, value)}${within}, ${direction} ${valueText(measure, limit)}${usual}.`;
}

const endTexts: Record<NonNullable<AlertRow['endReason']>, string> = {
  back: 'The value is back.',
  'too-few-calls': 'There are too few calls to judge.',
  'rule-changed': 'The rule was changed.',
  'rule-disabled': 'The rule was turned off.',
  'rule-deleted': 'The rule was deleted.',
};

/** Returns why an alert ended, and its worst value. */
export function endSentence({ measure, worst, endReason }: AlertRow): string {
  return `${endTexts[endReason ?? 'back']} The worst value was ${valueText(measure, worst)}.`;
}

function windowText(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

function rounded(value: number, digits = 1): string {
  return String(Number(value.toFixed(digits)));
}
