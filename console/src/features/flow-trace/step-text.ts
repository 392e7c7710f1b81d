import { type ConditionKind, conditionText, spacedName } from '../flow-stages/index.ts';
import type { FlowStep } from './flow-steps.ts';

/** Returns why a stage was entered, in plain words. */
export function causeText({ why, detail }: Pick<FlowStep, 'why' | 'detail'>): string {
  switch (why) {
    case 'start':
      return 'the flow begins';
    case 'when':
    case 'keys':
      return conditionText({ kind: why satisfies ConditionKind, value: detail ?? '' });
    case 'choice':
      return detail ?? 'the model chose it';
    case 'phrases':
      return 'the caller asked for it';
    case 'silence':
      return 'silence';
    case 'failure':
      return detail === null ? 'a failure' : `${detail} failed`;
    case 'tool':
      return detail === null ? 'a tool was used' : `the tool ${detail} was used`;
    case 'dialogue':
      return 'the dialogue leads there';
    case 'values':
      return 'found out';
    case 'member':
      return 'a member wanted it';
    case 'unheard':
      return 'back, because the answer was not heard';
    default:
      return why;
  }
}

/** Returns a value of a variable in one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns variables in one line: "guests 4, date 2026-12-01". */
export function valuesText(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${spacedName(name)} ${valueText(value)}`)
    .join(', ');
}
