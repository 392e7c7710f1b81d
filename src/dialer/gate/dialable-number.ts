import { dialability } from '../../kernel/index.ts';
import type { GateRule } from './verdict.ts';

/** The number is one that may be dialed at all, in a country that the organization may call. */
export const dialableNumber: GateRule = ({ customerNumber }, { allowedCountries }) => {
  const reach = dialability(customerNumber, allowedCountries);
  if (reach.allowed) return null;
  const endedReason = reach.reason === 'invalid' ? 'number-invalid' : 'refused-by-gate';
  return { kind: 'refuse', endedReason, reason: reach.reason, message: reach.message };
};
