import type { GateRule } from './verdict.ts';

/** The customer is not on the organization's list of those who are not called. */
export const notSuppressed: GateRule = ({ isSuppressed }) => {
  if (!isSuppressed) return null;
  const message = 'The customer is not to be called.';
  return { kind: 'refuse', endedReason: 'number-suppressed', reason: 'number-suppressed', message };
};
