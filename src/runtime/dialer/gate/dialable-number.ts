import { dialability } from '../../../platform/kernel/index.ts';
import type { GateRule } from './verdict.ts';

/** The number is one that may be dialed at all, in a country and of a type that the organization may call. */
export const dialableNumber: GateRule = ({ customerNumber }, { allowedCountries, allowedNumberTypes }) => {
  const reach = dialability(customerNumber, allowedCountries, allowedNumberTypes);
  if (reach.allowed) return null;
  const endedReason = reach.reason === 'invalid' ? 'number-invalid' : 'refused-by-gate';
  return { kind: 'refuse', endedReason, reason: reach.reason, message: reach.message };
};
