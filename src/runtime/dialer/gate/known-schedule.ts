import type { GateRule } from './verdict.ts';

/** The schedule that the call names is there: without it nobody knows when the customer wants to be called. */
export const knownSchedule: GateRule = ({ isScheduleMissing }) => {
  if (!isScheduleMissing) return null;
  const message = 'The schedule of the call does not exist any more.';
  return { kind: 'refuse', endedReason: 'refused-by-gate', reason: 'schedule-missing', message };
};
